/**
 * Reads the result of one launch of a suite: its reports and coverage, and console messages about files that did not
 * load.
 */
import { posix } from 'node:path'
import type { Coverage } from '../core/model/coverage.ts'
import { EMPTY_RUN, type Problem } from '../core/model/test-run.ts'
import { classifyFailure } from '../reports/failure/failure-kind.ts'
import type { ParsedCase, TestReport } from '../reports/format.ts'
import type { Launch } from './launch.ts'
import { diskFull, isDiskFull } from './process/failures.ts'
import type { ProcessResult } from './process/process.ts'
import { withoutPlaces } from './process/redact-paths.ts'
import { LARGE_REPORT_BYTES, type Read, readLargeReport, WORKER_LIMITS } from './reports/read-large-report.ts'
import { readFiles, readTests } from './reports/read-reports.ts'
import type { ReadRequest } from './reports/read-worker.ts'
import type { Suite } from './run-plan.ts'
import { runTexts } from './texts.ts'

export interface ReadContext {
  readonly signal: AbortSignal | undefined
  readonly wantsCoverage: boolean
}

/** A coverage report under the name of its file: a path of the tree, or one below `{reports}`. */
interface NamedCoverage {
  readonly name: string
  readonly coverage: Coverage
}

export interface SuiteRun {
  readonly result: ProcessResult
  /** Why the preceding build failed; null: it succeeded. */
  readonly failedBuild: string | null
  readonly reports: readonly TestReport[]
  readonly coverage: readonly NamedCoverage[]
  readonly problems: readonly Problem[]
}

/** @throws GateError `disk-full` */
export async function readLaunch(suite: Suite, launch: Launch, context: ReadContext): Promise<SuiteRun> {
  const { result, failedBuild } = launch
  const { command } = suite.config
  const read = await readAll(suite, launch, context)
  if (isDiskFull(result) && read.reports.length === 0) throw diskFull(command)
  const reports = withConsole(suite, result, read.reports)
  return { ...read, failedBuild, ...withFailedBuild({ result, reports }, failedBuild) }
}

/** Fails the run after a failed build, whatever its tests report: they ran on stale output. */
function withFailedBuild(
  ran: Pick<SuiteRun, 'result' | 'reports'>,
  failedBuild: string | null,
): Pick<SuiteRun, 'result' | 'reports'> {
  if (failedBuild === null) return ran
  const { result, reports } = ran
  return {
    result: result.exitCode === 0 ? { ...result, exitCode: 1 } : result,
    reports: reports.map((report, n) =>
      n === 0 ? { ...report, runErrors: [...report.runErrors, failedBuild] } : report,
    ),
  }
}

async function readAll({ config, runner }: Suite, { result, ...launch }: Launch, context: ReadContext) {
  // Where all runs are kept ones, no report is read.
  const { coverageReader, testsReader } = await import('./reports/readers.ts')
  const fallback = runner?.format ?? null
  const tests = await readTests(launch.reports.files, {
    detect: testsReader({ fallback }),
    large: largeReader({ kind: 'tests', fallback }, context),
  })
  const coverage: NamedCoverage[] = []
  const coverageProblems = [...launch.coverage.problems]
  for (const file of launch.coverage.files) {
    const large = largeReader({ kind: 'coverage', fallback: null }, context)
    const { reports, problems } = await readFiles<Coverage>([file], { detect: coverageReader(), large })
    coverage.push(...reports.map((report) => ({ name: file.name, coverage: report })))
    coverageProblems.push(...problems)
  }
  const isConfigured = config.coverage.length > 0
  const isMissing = context.wantsCoverage && isConfigured && coverage.length + coverageProblems.length === 0
  const hasRun = result.exitCode === 0 && tests.reports.some(({ cases }) => cases.length > 0)
  const missing = isMissing && hasRun ? [missingCoverage(config.coverage)] : []
  return {
    reports: tests.reports,
    coverage,
    // The configuration names no file of this coverage: what cannot be read is not measured.
    problems: [...launch.reports.problems, ...tests.problems, ...(isConfigured ? coverageProblems : []), ...missing],
  }
}

function largeReader(request: Omit<ReadRequest, 'path' | 'port'>, { signal }: ReadContext) {
  const limits = WORKER_LIMITS
  return {
    above: LARGE_REPORT_BYTES,
    read: <T>(path: string): Promise<Read<T>> => readLargeReport(path, request, { limits, signal }),
  }
}

/** Checks only passing suites: many tools write no coverage for a failing one. */
function missingCoverage(globs: readonly string[]): Problem {
  return {
    code: 'no-report',
    message: runTexts.noCoverage(globs.join(', ')),
  }
}

/**
 * Adds console messages about files that did not load to the reports, which may omit them. When both name the same
 * file, the one that knows what is missing wins.
 */
function withConsole(
  { runner }: Suite,
  processResult: ProcessResult,
  reports: readonly TestReport[],
): readonly TestReport[] {
  if (runner === null || processResult.exitCode === 0) return reports
  const explained = new Set(reports.flatMap((report) => report.loadErrors.map(({ file, missing }) => missing && file)))
  const result = runner.consoleErrors?.(`${processResult.stdoutTail}\n${processResult.stderrTail}`) ?? []
  const errors = result.filter(({ file }) => file === null || !explained.has(file))
  if (errors.length === 0) return reports
  const loadErrors = errors.map((error) => ({
    ...error,
    ...classifyFailure({ message: error.message, element: 'error' }),
  }))
  const isReported = ({ file }: { readonly file: string | null }) => errors.some((error) => error.file === file)
  const silent = reports.map((report) => ({
    ...report,
    loadErrors: report.loadErrors.filter((error) => !isReported(error)),
  }))
  return [...silent, { ...EMPTY_RUN, format: `${runner.name} console`, loadErrors }]
}

interface ReportContext {
  readonly isTracked: (path: string) => boolean
  /** The files that ran, relative to the suite. */
  readonly ran: readonly string[]
  /** Absolute paths of the checkout, which names of tests may hold. */
  readonly places: readonly string[]
}

/** Converts the suite's relative paths to paths of the tree. Prefixes names when there are several suites. */
export function fromSuite(
  { config, runner }: Suite,
  report: TestReport,
  { isTracked, ran, places }: ReportContext,
): TestReport {
  const getFile = (file: string | null) => {
    const path = file === null ? '' : posix.join(config.directory, file)
    return file !== null && !posix.isAbsolute(file) && isTracked(path) ? path : file
  }
  const getVariant = (variant: string | null) => [config.name, variant].filter((part) => part).join('/') || null
  const clean = (text: string) => (places.some((place) => text.includes(place)) ? withoutPlaces(text, places) : text)
  const change = (test: ParsedCase) => {
    const located = runner?.locate?.(test, ran) ?? test
    const [name = '', ...suites] = [located.name, ...located.suite].map(clean)
    return { ...located, name, suite: suites, file: getFile(located.file), variant: getVariant(located.variant) }
  }
  return {
    ...report,
    cases: report.cases.map(change),
    loadErrors: report.loadErrors.map((error) => ({ ...error, file: getFile(error.file) })),
    hookFailures: report.hookFailures.map((hook) => ({ ...hook, file: getFile(hook.file) })),
    emptyFiles: report.emptyFiles.map((file) => getFile(file) ?? file),
  }
}
