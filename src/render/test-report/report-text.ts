/** Renders reports for people: totals, failures with places, slow and retried tests, coverage. */

import type { Coverage, CoverageReport } from '../../core/model/coverage.ts'
import {
  EMPTY_RUN,
  type Failure,
  type Mark,
  type Outcome,
  type TestCase,
  type TestRun,
} from '../../core/model/test-run.ts'
import { count } from '../../core/util/count.ts'
import { noPaint, type Paint, toTable } from '../text/table.ts'
import { displayWidth, plain, plainLines, shorten, wrap } from '../text/text.ts'
import { coverageLines } from './coverage-text.ts'
import { getRunErrors } from './report-json.ts'
import { type CaseSummary, summariseCases } from './report-summary.ts'

interface ReportTextOptions {
  /** Infinity where lines are neither wrapped nor truncated, as in a pipe. */
  readonly width?: number
  readonly paint?: Paint
}

const DEFAULT_WIDTH = 80
const MAX_FAILURES = 20
const MAX_MESSAGE_LINES = 8
const MAX_LISTED = 5
const FOLD = '  '
const MIN_FOLDED = 20
const MAX_ATTEMPT_LINES = 4
const MAX_OUTPUT_LINES = 10
const ONLY_COVERAGE = 'Only coverage and no test report: no test is proved.'
const MARK_WORDS: Readonly<Record<Mark, string>> = {
  'expected-failure': 'failed as expected',
  'unexpected-success': 'passed unexpectedly',
  flaky: 'flaky',
  todo: 'todo',
  'not-run': 'not run',
}
const SHOWN = { failing: MAX_FAILURES, listed: MAX_LISTED }

/** @param merged the coverage reports, merged; null when there are none */
export function toReportText(
  run: TestRun,
  coverage: readonly CoverageReport[],
  { width = DEFAULT_WIDTH, paint = noPaint }: ReportTextOptions,
  merged: Coverage | null = null,
): string {
  const seen = summariseCases(run.cases, SHOWN)
  const blocks = [
    [run.format === EMPTY_RUN.format && coverage.length > 0 ? ONLY_COVERAGE : totalsLine(run, seen, paint)],
    run.isComplete ? [] : [paint('bad', 'The report is incomplete: it proves nothing.')],
    toFailures(run, seen, width, paint),
    lastOutput(run, width),
    listing('Slowest', seen.slowest, (one) => `${((one.durationMs ?? 0) / 1_000).toFixed(2)} s`, width),
    listing('Tried again', seen.retried, getTimes, width, (one) => attemptLines(one, width)),
    unstable(seen, width),
    warningLines(run.warnings, width, paint),
    merged === null ? [] : coverageLines(coverage, merged, { width, paint, toWarnings: warningLines }),
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

function warningLines(warnings: readonly string[], width: number, paint: Paint): readonly string[] {
  const shown = warnings.slice(0, MAX_FAILURES).flatMap((warning) => folded(`warning: ${plain(warning)}`, width))
  const more = warnings.length > MAX_FAILURES ? [`+${warnings.length - MAX_FAILURES} more`] : []
  return [...shown, ...more].map((line) => paint('warn', line))
}

/** Escapes a line and wraps it; continuation lines are indented. */
function folded(line: string, width: number, indent = ''): readonly string[] {
  const blanks = indent + (/^ */.exec(line)?.[0] ?? '')
  const text = line.trimStart()
  if (blanks.length + displayWidth(text) <= width) return [(blanks + text).trimEnd()]
  const pieces = wrap(text, Math.max(MIN_FOLDED, width - blanks.length - FOLD.length))
  return pieces.map((piece, n) => `${blanks}${n === 0 ? '' : FOLD}${piece}`)
}

function totalsLine(run: TestRun, { outcomes, marks }: CaseSummary, paint: Paint): string {
  const each = (['passed', 'failed', 'errored', 'skipped'] as const).map(
    (outcome) => `${outcomes[outcome]} ${outcome}${marksIn(outcome, marks)}`,
  )
  const counts = `${count(run.cases.length, 'test')}: ${each.join(', ')}`
  const loads = run.loadErrors.length
  const loadErrors = loads === 0 ? '' : `; ${count(loads, 'load error')}`
  return paint('bold', `${counts}${loadErrors} (${plain(run.format, 60)})`)
}

/** Counts the tests of an outcome by mark. */
function marksIn(outcome: Outcome, marks: CaseSummary['marks']): string {
  const result = Object.entries(MARK_WORDS).flatMap(([mark, text]) => {
    const count = marks.get(`${outcome} ${mark}`)
    return count === undefined ? [] : [`${count} ${text}`]
  })
  return result.length === 0 ? '' : ` (${result.join(', ')})`
}

function toFailures(run: TestRun, { failing, outcomes }: CaseSummary, width: number, paint: Paint): readonly string[] {
  const others = [
    ...run.loadErrors.map(({ file, message }) => () => [
      ...titleLines(`${plain(file ?? 'a file')} did not load`, width, paint),
      ...messageLines(message, width),
    ]),
    ...getRunErrors(run).map((message) => () => titleLines(plain(message), width, paint)),
  ]
  const tests = failing.map((one) => () => toFailure(one, width, paint))
  const shown = [...tests, ...others].slice(0, MAX_FAILURES).flatMap((toLines) => toLines())
  const more = outcomes.failed + outcomes.errored + others.length - MAX_FAILURES
  return more > 0 ? [...shown, `+${more} more`] : shown
}

function toFailure({ id, failure, file }: TestCase, width: number, paint: Paint): readonly string[] {
  const title = titleLines(plain(id), width, paint)
  if (!failure) return title
  const place = failure.at ?? file
  const at = place === null ? [] : [`  ${plain(place)}${failure.line === null ? '' : `:${failure.line}`}`]
  return [...title, ...at, ...messageLines(typed(failure), width)]
}

function titleLines(title: string, width: number, paint: Paint): readonly string[] {
  return folded(`✗ ${title}`, width).map((line) => paint('bad', line))
}

/** Returns the message with the type in front, without repeating it. */
function typed({ type, message }: Failure): string {
  const isTyped = type === null || type === '' || message === type || message.startsWith(`${type}:`)
  return isTyped ? message : `${type}: ${message}`
}

function messageLines(message: string, width: number): readonly string[] {
  return plainLines(message, MAX_MESSAGE_LINES).flatMap((line, index) =>
    folded(line, width, index === 0 ? '  ' : '    '),
  )
}

/** Renders the end of the output where a failure belongs to no test: it may contain the reason. */
function lastOutput(run: TestRun, width: number): readonly string[] {
  const isUnexplained = !run.isComplete || run.loadErrors.length + getRunErrors(run).length > 0
  if (!isUnexplained || run.output.trim() === '') return []
  const end = run.output.trimEnd().split('\n').slice(-MAX_OUTPUT_LINES).join('\n')
  return ['Last output', ...plainLines(end, MAX_OUTPUT_LINES).flatMap((line) => folded(line, width, '  '))]
}

const getTimes = ({ retries }: TestCase) => count(retries, 'time')

/** Renders the first line of each attempt's failure. */
function attemptLines({ attempts }: TestCase, width: number): readonly string[] {
  const shown = attempts.slice(0, MAX_ATTEMPT_LINES).map((one) => `✗ ${plain(plainLines(typed(one), 1)[0] ?? '')}`)
  const more = attempts.length > MAX_ATTEMPT_LINES ? [`+${attempts.length - MAX_ATTEMPT_LINES} more`] : []
  return [...shown, ...more].map((line) => shorten(`    ${line.trimEnd()}`, width))
}

/** Renders names that contain an address, a time or a temporary path. */
function unstable({ unstable: found, unstableCount }: CaseSummary, width: number): readonly string[] {
  if (unstableCount === 0) return []
  const shown = found.map(({ id }) => shorten(`  ${plain(id)}`, width))
  const more = unstableCount > found.length ? [`  +${unstableCount - found.length} more`] : []
  return ['Unstable names, which change with every run', ...shown, ...more]
}

function listing(
  title: string,
  cases: readonly TestCase[],
  figure: (one: TestCase) => string,
  width: number,
  below: (one: TestCase) => readonly string[] = () => [],
): readonly string[] {
  if (cases.length === 0) return []
  const rows = cases.map((one) => [figure(one), plain(one.id)])
  const lines = toTable(rows, { width: width - 2 }).map((line) => `  ${line}`)
  return [title, ...cases.flatMap((one, n) => [lines[n] ?? '', ...below(one)])]
}
