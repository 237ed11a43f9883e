/** Reads reports of tests and coverage from files, folders, globs or a pipe, as the gate does. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { combineErrors, formatNotDetected, perhapsNoReport, unreadableReport } from '../../core/errors/reports.ts'
import { badUsage, unknownFormat } from '../../core/errors/usage.ts'
import type { Coverage, CoverageReport } from '../../core/model/coverage.ts'
import type { GateError } from '../../core/model/errors.ts'
import { EMPTY_RUN, isFailing, type TestRun } from '../../core/model/test-run.ts'
import { list } from '../../core/rules/text.ts'
import { didYouMean } from '../../core/util/nearest.ts'
import type { TestReport } from '../../reports/format.ts'
import { type Read, readBeginning } from '../../test-runner/reports/read-report.ts'
import { EXIT, type ExitCode } from '../operation.ts'
import { findReports, type Pipe, savePipe } from './files.ts'
import { isNoReport } from './left-out.ts'
import { namedFiles } from './named-files.ts'
import { named, noTests, orRefusal } from './refusals.ts'

const MAX_NAMES = 10

export interface FoundFormat {
  readonly kind: 'tests' | 'coverage'
  readonly name: string
}

export interface ReadOptions {
  /** Detected by content when omitted. */
  readonly format?: string
  readonly signal?: AbortSignal
}

/** The functions of the readers: formats, detection, reading within limits, and identities. */
export interface ReportTools {
  readonly formats: Readonly<Record<FoundFormat['kind'], readonly string[]>>
  readonly detect: (head: string) => FoundFormat | null
  /** Reads a file. Bad content gives a reason, never an exception; errors of the system are thrown. */
  readonly readTests: (path: string, options: ReadOptions) => Promise<Read<TestReport>>
  readonly readCoverage: (path: string, options: ReadOptions) => Promise<Read<Coverage>>
  /** Resolves the reports' file names against paths. */
  readonly identify: (reports: readonly TestReport[], paths: readonly string[]) => TestRun
  /** Resolves the paths of each report, and merges them; files that are not tracked keep their reported path. */
  readonly mergeCoverage: (
    reports: readonly FoundCoverage[],
    tree: { readonly paths: readonly string[]; readonly cwd: string },
  ) => Promise<readonly [each: readonly Coverage[], all: Coverage]>
  /** Lists the tracked and trackable paths of the working tree around a folder; none outside of a repository. */
  readonly trackedPaths: (dir: string) => Promise<readonly string[]>
}

interface ReportOptions extends ReadOptions {
  /** Files, folders, globs, or `-`. */
  readonly inputs: readonly string[]
  readonly cwd: string
  readonly stdin: Pipe
}

export interface ReportAnswer {
  /** All test reports combined; of format `none` without a test report. */
  readonly run: TestRun
  /** Each coverage report on its own: producers count differently. */
  readonly coverage: readonly CoverageReport[]
  /** All coverage reports combined, as the gate counts them; null without one. */
  readonly merged: Coverage | null
  /** The files that could not be read: then the run is incomplete. */
  readonly refusals: readonly GateError[]
}

/** The content of a coverage report, and its absolute path. */
interface FoundCoverage {
  readonly coverage: Coverage
  readonly path: string
}

interface Input {
  readonly name: string
  readonly path: string
  readonly isNamed: boolean
}

/**
 * Reads all reports. A report that is missing, empty, broken, of no known format or too large becomes a refusal, and
 * reading continues. A file found by glob or folder that is of another kind becomes a warning.
 * @throws GateError when no report could be read
 */
export async function report(options: ReportOptions, tools: ReportTools): Promise<ReportAnswer> {
  const { inputs, cwd, format, stdin } = options
  if (inputs.length === 0) throw badUsage('no report named', 'report --help')
  checkFormat(format, tools)
  const paths = inputs.filter((input) => input !== '-')
  const refusals: GateError[] = []
  const refuse = (error: GateError) => void refusals.push(error)
  const files = findReports(paths, cwd, refuse).map((found) => ({ ...found, path: resolve(cwd, found.name) }))
  if (paths.length === inputs.length) return readAll(files, refusals, options, tools)
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-pipe-'))
  try {
    const path = join(folder, 'report')
    await savePipe(stdin, path, options.signal)
    return await readAll([{ name: '-', path, isNamed: true }, ...files], refusals, options, tools)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function readAll(
  inputs: readonly Input[],
  refusals: GateError[],
  options: ReportOptions,
  tools: ReportTools,
): Promise<ReportAnswer> {
  const reports: TestReport[] = []
  const names: string[] = []
  const coverage: (CoverageReport & FoundCoverage)[] = []
  const skipped: string[] = []
  const unknown: string[] = []
  for (const input of inputs) {
    const read = await orRefusal(refusals, () => readOne(input, options, tools))
    if (read === 'skipped') skipped.push(input.name)
    else if (read === 'unknown') unknown.push(input.name)
    else if (read !== null && 'coverage' in read) coverage.push(read)
    else if (read !== null) {
      reports.push(named(input.name, read))
      names.push(input.name)
    }
  }
  if (unknown.length > 0) refusals.push(perhapsNoReport(list(unknown, MAX_NAMES), allFormats(tools)))
  if (reports.length + coverage.length === 0) {
    const [first = formatNotDetected(skipped.join(', '), allFormats(tools)), ...more] = refusals
    throw combineErrors([first, ...more])
  }
  const paths = await tools.trackedPaths(options.cwd)
  const files = paths.length === 0 ? namedFiles(reports, options.cwd) : paths
  const [each, all] = await tools.mergeCoverage(coverage, { paths, cwd: options.cwd })
  const run = reports.length === 0 ? EMPTY_RUN : tools.identify(reports, files)
  return {
    run: {
      ...run,
      isComplete: run.isComplete && refusals.length === 0,
      warnings: [...run.warnings, ...skipped.map((name) => `${name} is of no known format and was left out`)],
    },
    coverage: coverage.map(({ name, format }, n) => ({ name, format, coverage: each[n] ?? all })),
    merged: coverage.length === 0 ? null : all,
    refusals: [...refusals, ...noTests(run, names)],
  }
}

/**
 * Reads one file.
 * @throws GateError for an unreadable file, and for a named file of no known format
 */
async function readOne(
  input: Input,
  options: ReportOptions,
  tools: ReportTools,
): Promise<TestReport | (CoverageReport & FoundCoverage) | 'skipped' | 'unknown'> {
  const found = await tellingErrors(input, () => getFormat(input, options, tools))
  if (found === null && !input.isNamed) return (await isLeftOut(input)) ? 'skipped' : 'unknown'
  if (found === null) throw formatNotDetected(input.name, allFormats(tools))
  if (found.kind === 'tests') return reading(input, tools.readTests, options)
  const { name, path } = input
  return { name, path, format: found.name, coverage: await reading(input, tools.readCoverage, options) }
}

const allFormats = ({ formats }: ReportTools) => [...formats.tests, ...formats.coverage]

function checkFormat(format: string | undefined, tools: ReportTools): void {
  const known = allFormats(tools)
  if (format === undefined || known.includes(format)) return
  const hint = didYouMean(format, known).replace(/^$/, '.')
  throw unknownFormat(format, hint, known)
}

/**
 * Detects the format.
 * @throws GateError for an empty file
 */
function getFormat({ name, path }: Input, { format }: ReportOptions, { formats, detect }: ReportTools) {
  const head = readBeginning(path)
  if (head === '') throw unreadableReport(name, { reason: 'the file is empty.' })
  if (format === undefined) return detect(head)
  return { kind: formats.coverage.includes(format) ? 'coverage' : 'tests', name: format } as const
}

const isLeftOut = (input: Input) =>
  tellingErrors(input, () => isNoReport({ ...input, head: readBeginning(input.path) }))

/** Opens a file through links: the user named it. */
async function reading<T>(
  input: Input,
  read: (path: string, options: ReadOptions) => Promise<Read<T>>,
  options: ReadOptions,
): Promise<T> {
  const { format, signal } = options
  const wish = { ...(format === undefined ? {} : { format }), ...(signal === undefined ? {} : { signal }) }
  const answer = await tellingErrors(input, () => read(realpathSync(input.path), wish))
  if ('report' in answer) return answer.report
  throw unreadableReport(input.name, answer)
}

/** Adds the file name to errors of the system, such as a missing permission. */
async function tellingErrors<T>({ name }: Input, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw unreadableReport(name, { reason: error.message }, error)
  }
}

/** An incomplete report, or one without tests, proves nothing; coverage alone claims nothing. */
export function getReportExit({ run, coverage, refusals }: ReportAnswer): ExitCode {
  if (refusals.length > 0) return EXIT.UNMEASURED
  const isRed = run.cases.some(({ outcome }) => isFailing(outcome))
  if (isRed || run.loadErrors.length + run.hookFailures.length > 0) return EXIT.BROKEN
  if (!run.isComplete) return EXIT.UNMEASURED
  if (run.runErrors.length > 0) return EXIT.BROKEN
  const isOnlyCoverage = run.format === EMPTY_RUN.format && coverage.length > 0
  return run.cases.length > 0 || isOnlyCoverage ? EXIT.SUCCESS : EXIT.UNMEASURED
}
