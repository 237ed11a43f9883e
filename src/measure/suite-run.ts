/** Runs one suite once in the checkout: no old report before, nothing left running after, and what its reports say. */
import { mkdirSync, rmSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Coverage } from '../core/coverage.ts'
import type { Problem } from '../core/evidence.ts'
import { classifyFailure } from '../reports/failure-kind.ts'
import { EMPTY_REPORT, type ParsedReport } from '../reports/format.ts'
import { clearReports, collectCoverage, collectReports, type Place } from './collect.ts'
import { fillCommand } from './command.ts'
import { diskFull, isDiskFull, missingCommand } from './failures.ts'
import { type ProcessEnding, runProcess } from './process.ts'
import { LARGE_REPORT_BYTES, type Read, readLargeReport, WORKER_LIMITS } from './read-large-report.ts'
import type { ReadRequest } from './read-worker.ts'
import type { Readers } from './readers.ts'
import { type Suite, targetsOf } from './run-plan.ts'

export interface SuiteContext {
  /** The scratch folder: holds the reports and the temporary files of the run. */
  readonly folder: string
  readonly tree: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly readers: Readers
  readonly isTracked: (path: string) => boolean
  readonly wantsCoverage: boolean
}

export interface SuiteRun {
  readonly ending: ProcessEnding
  readonly reports: readonly ParsedReport[]
  readonly coverage: readonly Coverage[]
  readonly problems: readonly Problem[]
}

/** @throws GateError `command-not-found`, `disk-full` */
export async function runSuite(
  suite: Suite,
  files: readonly string[] | null,
  context: SuiteContext,
): Promise<SuiteRun> {
  const { config } = suite
  const directory = join(context.tree, config.directory)
  const place: Place = { tree: context.tree, directory, reports: join(context.folder, 'reports') }
  resetFolder(join(context.folder, 'tmp'))
  const tracked = clearReports([...config.reports, ...config.coverage], place, context.isTracked)
  if (tracked.length > 0) return { ...NOTHING, problems: tracked }
  const targets = files === null ? null : targetsOf(suite, files)
  const command = fillCommand(config.command, { targets, reports: place.reports })
  const since = Date.now()
  const ending = await runProcess({ ...context, command, directory })
  if (ending.missingCommand !== null) throw missingCommand(ending.missingCommand, config.command)
  const read = await readAll(suite, place, { since, exitCode: ending.exitCode }, context)
  if (isDiskFull(ending) && read.reports.length === 0) throw diskFull(config.command)
  return { ending, ...read, reports: withConsole(suite, ending, read.reports) }
}

const NOTHING: SuiteRun = {
  ending: {
    ...{ exitCode: 0, signal: null, isTimedOut: false, durationMs: 0 },
    ...{ stdoutTail: '', stderrTail: '', missingCommand: null },
  },
  reports: [],
  coverage: [],
  problems: [],
}

function resetFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
}

interface Ran {
  readonly since: number
  readonly exitCode: number | null
}

async function readAll({ config, runner }: Suite, place: Place, { since, exitCode }: Ran, context: SuiteContext) {
  const { readers, wantsCoverage } = context
  const fallback = runner?.format ?? null
  const own = fallback === null ? null : readers.formatOf(fallback)
  const tests = await collectReports(config.reports, place, {
    since,
    detect: (head) => readers.detectFormat(head) ?? own,
    large: largeReader({ kind: 'tests', fallback }, context),
  })
  const globs = wantsCoverage ? config.coverage : []
  const coverage = await collectCoverage(globs, place, {
    since,
    detect: readers.detectCoverage,
    large: largeReader({ kind: 'coverage', fallback: null }, context),
  })
  const isMissing = coverage.reports.length + coverage.problems.length === 0 && globs.length > 0
  const hasRun = exitCode === 0 && tests.reports.some(({ cases }) => cases.length > 0)
  const missing = isMissing && hasRun ? [missingCoverage(globs)] : []
  return {
    reports: tests.reports,
    coverage: coverage.reports,
    problems: [...tests.problems, ...coverage.problems, ...missing],
  }
}

function largeReader(request: Omit<ReadRequest, 'path'>, { signal }: SuiteContext) {
  const limits = WORKER_LIMITS
  return {
    above: LARGE_REPORT_BYTES,
    read: <T>(path: string): Promise<Read<T>> => readLargeReport(path, request, { limits, signal }),
  }
}

/** Only of a suite that passes: many tools write no coverage of one that fails. */
function missingCoverage(globs: readonly string[]): Problem {
  return { code: 'no-report', message: `The suite passed and wrote no coverage: nothing matches ${globs.join(', ')}.` }
}

/**
 * What the console tells of files that did not load joins the reports, which may be silent about them, or missing; where
 * both tell of the same file, the one that knows what is missing counts.
 */
function withConsole(
  { runner }: Suite,
  ending: ProcessEnding,
  reports: readonly ParsedReport[],
): readonly ParsedReport[] {
  if (runner === null || ending.exitCode === 0) return reports
  const explained = new Set(reports.flatMap((report) => report.loadErrors.map(({ file, missing }) => missing && file)))
  const told = runner.consoleErrors(`${ending.stdoutTail}\n${ending.stderrTail}`)
  const errors = told.filter(({ file }) => file === null || !explained.has(file))
  if (errors.length === 0) return reports
  const loadErrors = errors.map((error) => ({
    ...error,
    ...classifyFailure({ message: error.message, element: 'error' }),
  }))
  const isTold = ({ file }: { readonly file: string | null }) => errors.some((error) => error.file === file)
  const silent = reports.map((report) => ({
    ...report,
    loadErrors: report.loadErrors.filter((error) => !isTold(error)),
  }))
  return [...silent, { ...EMPTY_REPORT, format: `${runner.name} console`, loadErrors }]
}

interface ReportContext {
  readonly isTracked: (path: string) => boolean
  /** The files that ran, relative to the suite. */
  readonly ran: readonly string[]
}

/** Reports speak from the suite's directory; the tree's own words are wanted. Suites of several are told apart. */
export function fromSuite(
  { config, runner }: Suite,
  report: ParsedReport,
  { isTracked, ran }: ReportContext,
): ParsedReport {
  const fileOf = (file: string | null) => {
    const path = file === null ? '' : posix.join(config.directory, file)
    return file !== null && !posix.isAbsolute(file) && isTracked(path) ? path : file
  }
  const variantOf = (variant: string | null) => [config.name, variant].filter((part) => part).join('/') || null
  const located = report.cases.map((test) => runner?.locate?.(test, ran) ?? test)
  return {
    ...report,
    cases: located.map((test) => ({ ...test, file: fileOf(test.file), variant: variantOf(test.variant) })),
    loadErrors: report.loadErrors.map((error) => ({ ...error, file: fileOf(error.file) })),
    hookFailures: report.hookFailures.map((hook) => ({ ...hook, file: fileOf(hook.file) })),
    emptyFiles: report.emptyFiles.map((file) => fileOf(file) ?? file),
  }
}
