/** Renders the verdict for people: proofs with their tests, findings and the next step. */

import { short } from '../../core/model/commit.ts'
import {
  type Decision,
  type Finding,
  type JudgedCommit,
  nameJudged,
  type SubtaskState,
  type WorkUnit,
} from '../../core/model/finding.ts'
import type { ShownFailure } from '../../core/model/work-context.ts'
import { formatLines } from '../../core/rules/text.ts'
import { count } from '../../core/util/count.ts'
import { toHeldRows, toHeldText } from '../held-lines/held-text.ts'
import { toFrameLines } from '../text/code-frame.ts'
import {
  formatBaseFailures,
  formatNext,
  formatProof,
  formatReason,
  formatVerdict,
  getPhaseName,
  getPhaseStyle,
  openFindings,
  standingCommits,
  toShownStep,
  VERDICT_STYLES,
} from '../text/format.ts'
import { toSuiteLines } from '../text/suite-table.ts'
import { type Cell, type Link, noPaint, type Paint, type Style, toTable } from '../text/table.ts'
import { commandLine, plain, shorten, wrap } from '../text/text.ts'
import { sayNotes, sayTried } from '../text/tried.ts'
import type { RunReport } from './run-report.ts'
import type { JudgedJson } from './verify-json.ts'

interface VerifyTextOptions extends JudgedJson {
  /** Notes for the reader, such as detected settings and their sources. */
  readonly notes: readonly string[]
  /** By commit: its changed files, to show each line; by default ranges are shown. */
  readonly patches?: RunReport['patches']
  /** Why tests of the next step fail; none by default. */
  readonly failures?: readonly ShownFailure[]
  readonly width?: number
  readonly paint?: Paint
  readonly link?: Link
  /** True where no list is shortened. */
  readonly isWhole?: boolean
}

interface Page {
  readonly most: number
  readonly isWhole: boolean
  readonly width: number
  readonly paint: Paint
  readonly link: Link
}

const DEFAULT_WIDTH = 80
const MAX_LISTED = 3
/** Changed lines that one screen shows. */
const MAX_HELD = 8
/** Runners add a comparison of the values, which the code shows as well. */
const MAX_MESSAGE = 200
/** Larger than in other lists, because the next step needs all of them. */
const MAX_LISTED_NEXT = 50

/** Renders the whole page. Its last line is `tdd-gate: <conclusion> (<reason>)`. */
export function toVerifyText(decision: Decision, options: VerifyTextOptions): string {
  const page = toPage(options)
  const blocks = [
    heading(decision, options, page),
    toTable(decision.commits.map(toRow), { ...page, width: page.width - 2 }).map((line) => `  ${line}`),
    toSuiteLines(decision, page),
    toTried(decision, options, page),
    openFindings(decision).flatMap(({ commit, finding, isAdvised }) => toFinding(finding, commit, page, isAdvised)),
    toSubtasks(decision.subtasks, page),
    decision.next ? toNext(toShownStep(decision.next, decision), options.failures ?? [], page) : [],
    [lastLine(decision, options, page)],
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

type PageOptions = Pick<VerifyTextOptions, 'width' | 'paint' | 'link' | 'isWhole'>

function toPage({ width = DEFAULT_WIDTH, paint = noPaint, link = (text) => text, isWhole = false }: PageOptions): Page {
  return { width, paint, link, isWhole, most: isWhole ? MAX_LISTED_NEXT : MAX_LISTED }
}

/** Renders the findings of one commit, each with what to do. */
export function toFindingsText(commit: JudgedCommit, options: PageOptions): readonly string[] {
  const page = toPage(options)
  return commit.findings.flatMap((finding) => [
    ...toFinding(finding, commit, page),
    ...finding.suggestion.commands.map((command) => commandLine(command)),
  ])
}

function heading(decision: Decision, { base, head, sequence, notes }: VerifyTextOptions, { width }: Page): string[] {
  const range = `tdd-gate ${short(base)}..${short(head)}, ${decision.isWhole ? 'as a whole' : count(decision.commits.length, 'commit')}, sequence: ${sequence}`
  return [
    range,
    ...[...notes, ...formatBaseFailures(decision)].flatMap((note) => indented(`note: ${plain(note)}`, 2, width)),
  ].map((line) => shorten(line, width))
}

function toRow(commit: JudgedCommit): readonly Cell[] {
  const { subtask } = commit
  const phase = getPhaseName(commit)
  return [
    nameJudged(commit),
    { text: phase, style: getPhaseStyle(phase) },
    plain(subtask ?? '-', 12),
    verdictCell(commit),
    formatProof(commit),
  ]
}

function verdictCell(commit: JudgedCommit): Cell {
  const style: Style = commit.isSuperseded ? 'dim' : VERDICT_STYLES[commit.verdict]
  return { text: formatVerdict(commit), style }
}

/** Says what trials changed, and what holds each changed line. */
function toTried(
  decision: Decision,
  { patches }: Pick<VerifyTextOptions, 'patches'>,
  { width, paint, isWhole }: Page,
): readonly string[] {
  const said = sayTried(standingCommits(decision))
  const notes = sayNotes(standingCommits(decision))
  const rows = toHeldRows(decision)
  const shown = isWhole ? rows : rows.slice(0, MAX_HELD)
  const more = rows.length - shown.length
  const inner = { width: width - 2, paint }
  const lines = patches ? toHeldText(decision, patches, inner) : toTable(shown, inner)
  const left = more > 0 ? `${count(more, 'more range')}, and each line` : 'Each line'
  const hint = patches || rows.length === 0 ? [] : [`${left}: tdd-gate verify --lines`]
  const above = [...(said === null ? [] : [`${said}.`]), ...notes].flatMap((text) => wrap(text, width))
  return [...above, ...[...lines, ...hint].map((line) => `  ${line}`)]
}

function toFinding(
  finding: Finding,
  commit: JudgedCommit,
  { width, paint, link, most, isWhole }: Page,
  isAdvised = false,
): readonly string[] {
  const lines = isWhole ? (finding.lines ?? []).map(formatLines) : []
  const isWarning = finding.level === 'warn'
  const title = `${isWarning ? '!' : '✗'} ${plain(finding.rule, 60)} at ${nameJudged(commit)}${isWarning ? ' (warning)' : ''}`
  const isNew = (name: string) => !finding.message.includes(name)
  return [
    paint(isWarning ? 'warn' : 'bad', linkRule(shorten(title, width), finding.rule, link)),
    ...indented(plain(finding.message), 2, width),
    ...listed('path', finding.paths.filter(isNew), width, most),
    ...listed('line', lines, width, most),
    ...listed('test', finding.tests.filter(isNew), width, most),
    ...(isAdvised ? [] : indented(`-> ${plain(finding.suggestion.text)}`, 2, width)),
  ]
}

const RULES_PAGE = 'https://github.com/tdd-gate/tdd-gate/blob/main/docs/reference/rules.md'

/** A link changes no width, so it is added to the cut line. */
function linkRule(line: string, rule: string, link: Link): string {
  const text = plain(rule, 60)
  return line.replace(text, () => link(text, `${RULES_PAGE}#${text}`))
}

function toSubtasks(subtasks: readonly SubtaskState[], { width, paint }: Page): readonly string[] {
  if (subtasks.length === 0) return []
  const rows = subtasks.map(({ id, status, title }): Cell[] => [
    plain(id, 20),
    { text: status, style: getPhaseStyle(status) },
    plain(title),
  ])
  return ['Subtasks', ...toTable(rows, { width: width - 2, paint }).map((line) => `  ${line}`)]
}

/** Commands are never truncated or wrapped, so that they can be copied. */
function toNext(next: WorkUnit, failures: readonly ShownFailure[], page: Page): readonly string[] {
  const { width, paint } = page
  return [
    paint('bold', shorten(formatNext(next), width)),
    ...(next.suggestion.text === '' ? [] : indented(plain(next.suggestion.text, 4_000), 2, width)),
    ...listed('accept', next.acceptance, width, MAX_LISTED_NEXT),
    ...listed('test', next.drivers, width, MAX_LISTED_NEXT),
    ...failures.flatMap((failure) => toFrame(failure, page)),
    ...listed('file', next.files, width, MAX_LISTED_NEXT),
    ...next.suggestion.commands.map((command) => commandLine(command)),
  ]
}

function toFrame({ frame, message }: ShownFailure, { width, paint }: Page): readonly string[] {
  if (frame === undefined) return []
  const place = `${plain(frame.path)}:${frame.line}: ${plain(message, MAX_MESSAGE)}`
  return [...indented(place, 2, width), ...toFrameLines(frame, paint, width)]
}

function lastLine(decision: Decision, { withoutTrials }: JudgedJson, { paint, width }: Page): string {
  const style = { success: 'good', failure: 'bad', in_progress: 'warn', unmeasurable: 'bad' } as const
  return paint(
    style[decision.conclusion],
    shorten(
      `tdd-gate: ${decision.conclusion} (${formatReason(decision)}${withoutTrials ? ', without trials' : ''})`,
      width,
    ),
  )
}

function listed(label: string, values: readonly string[], width: number, max: number): readonly string[] {
  const lines = values.slice(0, max).map((value) => shorten(`  ${label}: ${plain(value)}`, width))
  return values.length > max ? [...lines, `  ${label}: +${values.length - max} more`] : lines
}

function indented(text: string, by: number, width: number): string[] {
  return wrap(text, width - by).map((line) => ' '.repeat(by) + line)
}
