/** Finds tests in a text by their titles: what each demands, and whether its own text skips it. */
import { findFrom, getSyntax, type Leaf, MAX_SOURCE_TEXT, readTestPlaces, type TestPlace } from '../../syntax/index.ts'
import { readCode, toMark } from './read-code.ts'
import { renameToken } from './renaming.ts'

/** Returns whether lines tell what no grammar does: a file of C++ may hold macros that its grammar cannot read. */
export const isReadByLines = (path: string): boolean => (getSyntax(path)?.grammar ?? 'cpp') === 'cpp'

/** @returns null for a text that its grammar cannot read: which tests it holds is unknown */
export function testsIn(path: string, text: string): readonly TestPlace[] | null {
  return readTestPlaces(path, text) ?? (isReadByLines(path) ? readPlainTests(text) : null)
}

/**
 * Returns whether the title occurs literally in the text: not as a computed row of a table.
 * @returns null for a text that is not read
 */
export const isWritten = (path: string, text: string, title: string): boolean | null =>
  testsIn(path, text)?.some((place) => title !== '' && place.title === title) ?? null

/** Returns whether every place with a test of this title skips it. */
export function isSkippedIn(path: string, text: string, title: string): boolean {
  const places = testsIn(path, text) ?? []
  const own = title === '' ? [] : places.filter((place) => place.title === title)
  const heads = places.filter(({ skips }) => skips === 'head')
  return own.length > 0 && own.every((place) => place.skips !== null || heads.some((head) => holds(head, place)))
}

const holds = (outer: TestPlace, inner: TestPlace) => outer.start <= inner.start && inner.end <= outer.end

/** Finds the body at each place of a test. Of several places with the title, only those inside of the groups count. */
type FindBodies = (title: string, groups?: readonly string[]) => readonly string[]

/**
 * Reads a file whose tests are compared.
 * @returns bodies with `TITLE` for the title, and without marks; null for a text that is not read
 */
export function readTestBodies(path: string, text: string): FindBodies | null {
  const places = testsIn(path, text)
  if (places === null) return null
  const leaves = readCode(path, text, 'certain')
  return (title, groups = []) => {
    const own = title === '' ? [] : places.filter((place) => place.title === title)
    const isInside = (place: TestPlace) =>
      groups.every((group) => places.some((outer) => outer.title === group && holds(outer, place)))
    const meant = own.length > 1 ? own.filter(isInside) : own
    return (meant.length > 0 ? meant : own).map((place) => toBody(text, leaves, place)).toSorted()
  }
}

/** Stands for the title in a body. */
export const TITLE = '\u0004'
/** Stands between the tokens of a body. */
export const BETWEEN_MARKS = '\u0001'

export function toBody(text: string, leaves: readonly Leaf[] | null, place: TestPlace): string {
  if (leaves === null || place.type === '') return toPlainBody(text, place)
  const from = findFrom(leaves, place.start, ({ at }) => at)
  const isFirst = ({ kind, text: type }: Leaf) => kind === 'begin' && type === place.type
  const body: string[] = []
  let depth = 0
  let marks = 0
  let n = from
  for (let leaf = leaves[n]; leaf !== undefined && !isFirst(leaf); leaf = leaves[n]) n += 1
  for (let leaf = leaves[n]; leaf !== undefined; leaf = leaves[++n]) {
    depth += leaf.kind === 'begin' ? 1 : leaf.kind === 'end' ? -1 : 0
    if (leaf.kind === 'begin' && (marks > 0 || (depth === 2 && MARKS.test(leaf.text)))) marks += 1
    if (marks === 0) body.push(leaf.kind === 'token' && leaf.at === place.at ? TITLE : toMark(leaf))
    if (leaf.kind === 'end' && marks > 0) marks -= 1
    if (depth === 0) break
  }
  return withoutReceiver(body).join(BETWEEN_MARKS)
}

/** Returns what a body says with new names. @param names old ones -> new ones */
export function renameIn(body: string, names: ReadonlyMap<string, string> = new Map()): string {
  const marks = body.split(BETWEEN_MARKS)
  return marks.map((mark) => renameToken(mark, names)).join(BETWEEN_MARKS)
}

const MARKS = /^(?:modifiers|attribute_list|decorator)$/
const RECEIVER = /^(?:self|cls)$/

/** A function of Python has no such parameter as a method has. */
function withoutReceiver(body: readonly string[]): readonly string[] {
  const at = body.indexOf('\u0002parameters') + 2
  if (at < 2 || at > 5 || !RECEIVER.test(body[at] ?? '')) return body
  return body.toSpliced(at, body[at + 1] === ',' ? 2 : 1)
}

function toPlainBody(text: string, { start, end, title }: TestPlace): string {
  const lines = text.slice(start, end).replace(title, TITLE).split('\n')
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

// Reads where tests are written in a language without a grammar, as formatters write it: bodies are indented deeper.

const PLAIN_TITLE =
  /(["'`])(?<quoted>(?:\\.|(?!\1).)+)\1|\b(?:class|def|fun|func|fn|object|sub|void)\s+(?<named>\w+)|^\s*TEST\w*\(\s*\w+,\s*(?<macro>\w+)(?=\))/dg
const BEGINS =
  /^\s*(?:@test\b|(?:test|it|specify|describe|context|group|suite|subtest|scenario|feature|testWidgets)\s*[("'`]|(?:\w+\s+)*(?:def|fun|func|sub)\s+test\w*|(?:\w+\s+)*class\s+(?:Test\w*|\w+Tests?)\b|(?:TYPED_|PARAM_)?(?:TEST|TEST_[FP]|TEST_CASE|SCENARIO|SECTION|SUBCASE|BOOST_\w*TEST_CASE)\s*\()/
const MARK = /^\s*[@#[]/
const TEST_MARK = /^\s*@(?:\w+\.)*(?:\w*Test|Property|Example)\b/
/** What continues the line above: a brace alone, or what ends parameters and opens a body. */
const OPENS = /^(?:\{|[)}\]].*(?:[{([:]|=>))$/
const CLOSES = /^(?:[)}\]]|end\b)/
const SKIPS = /@(?:Disabled|Ignore)\b|\b(?:skip|pending|todo)\b/

/** Longer lines are data; no test begins in them. */
const MAX_LINE = 2_000
/** How many lines above a title may begin its call, or mark it. */
const MAX_ABOVE = 20

/** Returns whether a test, or a group of tests, begins in a line. */
export const beginsTest = (line: string): boolean =>
  line.length <= MAX_LINE && (BEGINS.test(line) || TEST_MARK.test(line))

interface Line {
  readonly text: string
  readonly start: number
  readonly indent: number
}

/** @returns in the order of the text; null for a text that is too large */
function readPlainTests(text: string): readonly TestPlace[] | null {
  if (text.length > MAX_SOURCE_TEXT) return null
  let start = 0
  const lines = text.split('\n').map((line): Line => {
    const own = { text: line, start, indent: line.length - line.trimStart().length }
    start += line.length + 1
    return own
  })
  return lines.flatMap((line, n) =>
    [...line.text.slice(0, MAX_LINE).matchAll(PLAIN_TITLE)].map((match) => toPlace(lines, n, match)),
  )
}

function toPlace(lines: readonly Line[], n: number, { index, groups = {} }: RegExpExecArray): TestPlace {
  const first = findStart(lines, n)
  const { start, text, indent } = lines[first] as Line
  const end = findEnd(lines, first)
  let marked = first
  const isMark = (line: Line | undefined) => line?.indent === indent && MARK.test(line.text)
  while (first - marked < MAX_ABOVE && isMark(lines[marked - 1])) marked -= 1
  const head = lines.slice(marked, first + 1).map((line) => line.text.slice(0, MAX_LINE))
  const isTest = beginsTest(text) || head.some((line) => TEST_MARK.test(line))
  const title = groups['quoted']?.replace(/\\(["'`])/g, '$1') ?? groups['named'] ?? groups['macro'] ?? ''
  const isSkipped = head.some((line) => SKIPS.test(line.replace(/(["'`]).*?\1/g, '')))
  return {
    title,
    at: (lines[n]?.start ?? 0) + index,
    type: '',
    start,
    end,
    whole: { start: lines[marked]?.start ?? start, end },
    isTest,
    isTop: isTest && indent === 0,
    skips: isSkipped ? 'head' : null,
  }
}

/** A title on a line of its own belongs to the call above it. */
function findStart(lines: readonly Line[], n: number): number {
  const { text = '', indent = 0 } = lines[n] ?? {}
  if (!/^\s*["'`]/.test(text)) return n
  for (let at = n - 1; at >= Math.max(0, n - MAX_ABOVE); at -= 1)
    if (lines[at]?.text.trim() !== '' && (lines[at]?.indent ?? 0) < indent) return at
  return n
}

/** Returns the offset behind the body: before the first line that is no deeper, and opens no body. */
function findEnd(lines: readonly Line[], first: number): number {
  const indent = lines[first]?.indent ?? 0
  const isEnd = (line: Line) =>
    line.text.trim() !== '' && line.indent <= indent && (line.indent < indent || !OPENS.test(line.text.trim()))
  let end = first + 1
  for (let line = lines[end]; line !== undefined && !isEnd(line); line = lines[end]) end += 1
  const closing = lines[end]
  const last = closing?.indent === indent && CLOSES.test(closing.text.trim()) ? closing : lines[end - 1]
  return (last?.start ?? 0) + (last?.text.length ?? 0)
}
