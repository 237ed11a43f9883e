/** Builds the tree of results in a TAP stream by indentation; parents may precede or follow their children. */
import { MAX_MESSAGE } from '../../core/model/test-run.ts'
import { type Bytes, LIMITS, LimitError, ReportError } from '../format.ts'
import { getLines } from '../input.ts'
import { type OutputEnd, outputEnd } from '../output.ts'
import { cleanText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import { withBare } from './bare.ts'
import { isRunError } from './declared-totals.ts'
import { type Diagnostic, NO_DIAGNOSTIC, toDiagnostic } from './diagnostic.ts'
import { withoutColour } from './head.ts'
import { type TapHead, type TapLine, toTapLine } from './line.ts'
import { firstStream, getCut, getPlan, noteStreams, type Stream, type TapPlan } from './streams.ts'

export interface TapPoint extends TapHead {
  readonly children: readonly TapPoint[]
  readonly diagnostic: Diagnostic
  /** Comments since the previous result: Node writes the output of a crashed file there. */
  readonly before: string
  /** Comments right after it: the failures of Bats and Perl. */
  readonly after: string
  /** The last comment before it, at any distance: for tape, the test of its assertions. */
  readonly heading: string | null
  /** The stream ended inside of it. */
  readonly isOpen: boolean
}

export interface TapTree {
  readonly points: readonly TapPoint[]
  readonly plan: TapPlan | null
  /** One, unless the file contains several in a row. */
  readonly streams: readonly TapStream[]
  readonly bails: readonly string[]
  /** Facts about the run itself, from comments and plans. */
  readonly errors: readonly string[]
  /** Why it is incomplete: a plan, at any depth, lists more than was reported, or something never ended. */
  readonly cut: string | null
  /** The last lines that are no TAP, and the last lines after the final result. */
  readonly output: string
}

export interface TapStream {
  readonly points: readonly TapPoint[]
  readonly hasSubtests: boolean
  readonly beginsWithComment: boolean
  readonly isOwn: boolean
  readonly failing: number
}

type Draft = { -readonly [K in keyof TapPoint]: TapPoint[K] } & { children: Draft[] }
interface Frame {
  readonly points: Draft[]
  readonly owner: Draft | null
  readonly name: string
  plan: TapPlan | null
}
interface Machine {
  readonly frames: Frame[]
  readonly bails: string[]
  readonly errors: Set<string>
  last: Draft | null
  readonly names: string[]
  before: string
  heading: string | null
  isTruncated: boolean
  count: number
  readonly streams: Stream[]
  readonly output: OutputEnd
}

/** Totals of Node, tape, AVA and node-tap. */
const TOTALS = /^(?:tests|suites|pass|fail|ok|skip|skipped|todo|cancelled|duration_ms|time=\S+)\b[ \d.]*$/gm
const MAX_ERRORS = 100
const MAX_COMMENTS = 8_000
const MAX_YAML_LINES = 400
const MAX_YAML_LINE = 4_000
/** Deno writes the whole failure on one line. */
const MAX_JSON_LINE = 65_536

/** @throws ReportError when no line is TAP or a limit is passed. */
export function parseTapTree(bytes: Bytes): TapTree {
  const machine = newMachine()
  const yaml: OpenYaml = { indent: null, lines: [] }
  let [number, known] = [0, 0]
  const { lines, isBare } = withBare(getLines(bytes))
  for (const { text } of lines) {
    number += 1
    if (takesYaml(yaml, machine.last, text)) continue
    const line = toTapLine(withoutColour(text), isBare)
    if (line.kind !== 'other') known += line.kind === 'comment' ? 0 : 1
    noteStream(machine, line)
    note(machine, line)
    if (line.kind === 'other' || line.kind === 'bail') machine.output.add(`${text}\n`)
  }
  if (number === 0) throw new ReportError('is empty')
  if (known === 0) throw new ReportError('holds no line of TAP')
  return finish(machine, yaml.indent !== null)
}

const newMachine = (): Machine => ({
  frames: [{ points: [], owner: null, name: '', plan: null }],
  bails: [],
  errors: new Set(),
  last: null,
  names: [],
  before: '',
  heading: null,
  isTruncated: false,
  count: 0,
  streams: [firstStream()],
  output: outputEnd(),
})

type OpenYaml = { indent: string | null; lines: string[] }

/** A block belongs to the result directly before it, and ends only at its own depth. */
function takesYaml(yaml: OpenYaml, last: Draft | null, text: string): boolean {
  const line = text.trimEnd()
  if (yaml.indent === null) {
    if (last === null || !/^ {2,}---$/.test(line)) return false
    yaml.indent = line.slice(0, -3)
    yaml.lines = []
  } else if (line === `${yaml.indent}...`) {
    if (last !== null && last.diagnostic.size === 0) last.diagnostic = toDiagnostic(yaml.lines)
    yaml.indent = null
  } else if (yaml.lines.length < MAX_YAML_LINES) {
    const isInside = text.startsWith(yaml.indent)
    const inside = isInside ? text.slice(yaml.indent.length) : text
    yaml.lines.push(inside.slice(0, inside.startsWith('{') ? MAX_JSON_LINE : MAX_YAML_LINE))
  }
  return true
}

function note(machine: Machine, line: TapLine): void {
  if (line.kind === 'point') notePoint(machine, line.level, line.point)
  else if (line.kind === 'plan') notePlan(machine, line)
  else if (line.kind === 'comment') noteComment(machine, line)
  else if (line.kind === 'bail') machine.bails.push(line.text)
  else if (line.kind === 'close') closeTo(machine, line.level)
  else if (line.kind === 'subtest') {
    if (openTo(machine, line.level) !== null) machine.names[line.level + 1] = line.text
    machine.last = null
  }
}

/** Lines after the last result of a stream do not describe the next stream. */
function noteStream(machine: Machine, line: TapLine): void {
  const isBegun = noteStreams(machine.streams, line, machine.frames[0]?.points.length ?? 0)
  if (!isBegun || line.kind !== 'version') return
  machine.output.add(machine.before.replace(TOTALS, ''))
  Object.assign(machine, { before: '', heading: null, last: null })
}

/** Plans of the outermost level belong to streams. */
function notePlan(machine: Machine, { level, count, isSkipped }: TapPlan & { readonly level: number }): void {
  const frame = openTo(machine, level)
  if (frame !== null) frame.plan ??= { count, isSkipped }
}

function noteComment(machine: Machine, { level, text }: { readonly level: number; readonly text: string }): void {
  if (level === 0 && isRunError(text)) addError(machine, text)
  machine.heading = text
  if (machine.before.length < MAX_COMMENTS) machine.before += `${text}\n`
  const { last } = machine
  if (last !== null && last.after.length < MAX_COMMENTS) last.after += `${text}\n`
}

function addError({ errors }: Machine, text: string): void {
  if (errors.size < MAX_ERRORS) errors.add(cleanText(text, MAX_MESSAGE))
}

function notePoint(machine: Machine, level: number, head: TapHead): void {
  const frame = openTo(machine, level)
  if (frame === null) return
  machine.count += 1
  if (machine.count > LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
  const { before, heading } = machine
  const children = closeTo(machine, level, !head.isOk)
  // A result without name and number is identified by its position.
  const name = head.name || String(frame.points.length + 1)
  const point = { ...head, name, children, diagnostic: NO_DIAGNOSTIC, before, after: '', heading, isOpen: false }
  frame.points.push(point)
  machine.last = point
  machine.before = ''
  if (head.isBlock) machine.frames.push({ points: [], owner: point, name: head.name, plan: null })
}

/** Returns the frame of a level. One step deeper opens a new one; a larger step is output that looks like TAP. */
function openTo(machine: Machine, level: number): Frame | null {
  if (level > LIMITS.depth) throw new LimitError(reportTexts.tooDeep(LIMITS.depth))
  if (level > machine.frames.length) return null
  if (level === machine.frames.length) {
    machine.frames.push({ points: [], owner: null, name: machine.names[level] ?? '', plan: null })
  }
  return machine.frames[level] ?? null
}

/** Closes all deeper levels. Results without a block go to the next result; a failing one explains a short plan. */
function closeTo(machine: Machine, level: number, isFailing = false): Draft[] {
  let orphans: Draft[] = []
  while (machine.frames.length > level + 1) {
    const frame = machine.frames.pop()
    if (frame === undefined) break
    const isShort = frame.plan !== null && frame.plan.count > frame.points.length
    machine.isTruncated ||= isShort && !(isFailing && frame.points.some(({ isOk }) => !isOk))
    if (frame.plan !== null && frame.points.length > frame.plan.count)
      addError(machine, reportTexts.subtestPlanDiffers(frame.plan.count, frame.points.length))
    const points = [...frame.points, ...orphans]
    orphans = frame.owner === null ? points : []
    if (frame.owner !== null) frame.owner.children = points
  }
  return orphans
}

function finish(machine: Machine, isInYaml: boolean): TapTree {
  const isInside = machine.frames.length > 1
  machine.output.add(machine.before.replace(TOTALS, ''))
  const name = machine.frames[1]?.name ?? ''
  const children = closeTo(machine, 0)
  const points = [...(machine.frames[0]?.points ?? []), ...(children.length > 0 ? [openPoint(name, children)] : [])]
  const isOpen = machine.isTruncated || isInside || isInYaml
  const { streams } = machine
  return {
    points,
    plan: getPlan(streams),
    streams: streams.map((stream, n) => ({ ...stream, points: points.slice(stream.from, streams[n + 1]?.from) })),
    bails: [...new Set(machine.bails)],
    errors: [...machine.errors],
    cut: getCut(streams, points.length) ?? (isOpen ? 'a test of the stream never ended' : null),
    output: machine.output.text(),
  }
}

/** The frame in which the stream ended. */
const openPoint = (name: string, children: readonly Draft[]): TapPoint => ({
  isOk: false,
  name,
  number: null,
  directive: null,
  isExpected: false,
  durationMs: null,
  isBlock: false,
  diagnostic: NO_DIAGNOSTIC,
  children,
  before: '',
  after: '',
  heading: null,
  isOpen: true,
})
