/** What a report format is: one file that turns the bytes of a report into cases, and says how to recognise it. */
import type { Coverage, CoverageMetric } from '../core/model/coverage.ts'
import type { Failure, TestCase, TestRun } from '../core/model/test-run.ts'

/** A case as the report tells it: `file` and paths are still the report's own words; `identity.ts` resolves them. */
export type ParsedCase = Omit<TestCase, 'id' | 'nth' | 'isVolatile' | 'failure' | 'attempts'> & {
  readonly failure: Omit<Failure, 'at'> | null
  readonly attempts: readonly Omit<Failure, 'at'>[]
  /** Dotted class or package name where the report has one and no file: resolved against the tree. */
  readonly className?: string
}

export interface ParsedReport extends Omit<TestRun, 'cases'> {
  readonly cases: readonly ParsedCase[]
}

/** Tests in order, each made when it is its turn: there may be millions. A list is one. */
export interface CaseList extends Iterable<ParsedCase> {
  readonly length: number
  readonly map: <T>(make: (test: ParsedCase) => T) => T[]
}

/** A test without what its failures say, which takes longest to make. */
export type CaseOutline = Omit<ParsedCase, 'failure' | 'attempts'>

/** What a test failed with, in all its tries. */
export type CaseFailures = Pick<ParsedCase, 'failure' | 'attempts'>

/** Where tests stand: neighbours share it. */
export type CasePlace = Pick<ParsedCase, 'file' | 'suite' | 'variant' | 'className'>

/** Tests of which only what is asked for is made. */
export interface LargeCaseList extends CaseList {
  readonly outlines: () => Iterable<CaseOutline>
  /** Of the test of that number, counted from 0; quick for one after the other. */
  readonly failuresOf: (number: number) => CaseFailures
  readonly places: () => Iterable<CasePlace>
}

/** A report whose tests may be more than are held as objects. */
export interface TestReport extends Omit<ParsedReport, 'cases'> {
  readonly cases: CaseList
}

export interface LargeReport extends Omit<ParsedReport, 'cases'> {
  readonly cases: LargeCaseList
}

export const isLarge = (report: TestReport): report is LargeReport => 'outlines' in report.cases

/** A report that gives its tests one by one, and once. */
export interface DrainedReport extends Omit<ParsedReport, 'cases'> {
  readonly drain: (take: (test: ParsedCase) => void) => void
}

/**
 * The bytes of one report, in order; any chunk size. Each chunk may be written over the one before: copy what is kept.
 * Pure rooms are given them, they never open a file.
 */
export type Bytes = Iterable<Uint8Array>

export interface ReportFormat {
  /** One sentence for docs/reference/formats.md: who writes it. */
  readonly about: string
  /** `head` is the first HEAD_CHARACTERS of the report, decoded. By content, never by file name. */
  readonly looksLike: (head: string) => boolean
  /** @throws ReportError when the structure is broken beyond reading or a limit is passed. */
  readonly parse: (bytes: Bytes) => ParsedReport
  /** The same in little memory, for a report of millions of tests; absent where reading takes all of them at once. */
  readonly parseLarge?: (bytes: Bytes) => DrainedReport
  /** What no report of this format tells, or not as its words suggest; absent when there is nothing. */
  readonly cannotSay?: string
}

/** What a coverage format can tell: counts of a metric, or which lines ran. */
export type CoverageFact = CoverageMetric | 'hits'

export interface CoverageFormat {
  readonly about: string
  readonly looksLike: (head: string) => boolean
  /** Paths stay the report's own words. */
  readonly parse: (bytes: Bytes) => Coverage
}

/** A format of the registry, with what docs/reference says of it. */
export interface DescribedCoverageFormat extends CoverageFormat {
  readonly says: readonly CoverageFact[]
  /** What no report of this format tells, or not as its words suggest. Empty when there is nothing. */
  readonly cannotSay: string
}

export const HEAD_CHARACTERS = 65_536

/** Bounds of what is read. Each refusal names its limit. */
export const LIMITS = {
  fileBytes: 1_073_741_824,
  depth: 256,
  tokenBytes: 33_554_432,
  attributes: 1_000,
  tests: 2_000_000,
  jsonBytes: 67_108_864,
  lineBytes: 16_777_216,
  /** Kept failure text of one report, messages and stacks together; beyond it failures keep their first line only. */
  keptText: 16_777_216,
  /** The same of failed tries that a later one made good, each with ATTEMPT_COST; beyond it none is kept. */
  keptAttempts: 4_194_304,
  /** Of one coverage report: files; lines, branches, functions and statements together (below what one Map holds). */
  coverageFiles: 1_000_000,
  coverageEntries: 16_000_000,
  /** A path, and what of a name tells its parts apart: no system allows longer paths. */
  pathCharacters: 4_096,
  /** Folders that the files of one report may be under. */
  sources: 256,
  /** Lines that blocks and regions of a report span, each as often as it is spanned. */
  spannedLines: 8_000_000,
  /** No source file has more lines: a higher number is no line. */
  sourceLine: 1_000_000,
} as const

/** A report that cannot be read: never green. Pure rooms do not know file names; the reader adds it. */
export class ReportError extends Error {
  readonly line: number | null
  constructor(message: string, line: number | null = null) {
    super(line === null ? message : `line ${line}: ${message}`)
    this.name = 'ReportError'
    this.line = line
  }
}
