/** The interface of a report format: one file that converts a report into cases and recognises the format. */
import type { Coverage, CoverageMetric } from '../core/model/coverage.ts'
import type { Failure, TestCase, TestRun } from '../core/model/test-run.ts'

/** A case as the report has it. `identity.ts` resolves `file` and other paths. */
export type ParsedCase = Omit<TestCase, 'id' | 'nth' | 'isVolatile' | 'failure' | 'attempts'> & {
  readonly failure: Omit<Failure, 'at'> | null
  readonly attempts: readonly Omit<Failure, 'at'>[]
  /** Dotted class or package name for reports without a file. It is resolved against the tree. */
  readonly className?: string
}

export interface ParsedReport extends Omit<TestRun, 'cases'> {
  readonly cases: readonly ParsedCase[]
}

/** A report, and the name of its file for messages; absent: unknown. */
export interface TestReport extends ParsedReport {
  readonly source?: string
}

/**
 * The bytes of one report, in order, in chunks of any size. A chunk may reuse the buffer of the one before, so copy
 * what is kept. Readers never open files.
 */
export type Bytes = Iterable<Uint8Array>

export interface ReportFormat {
  /** One sentence for docs/reference/formats.md: the tools that write it. */
  readonly about: string
  /** What describes the format: the address of a page, or the name of a document. */
  readonly source: string
  /**
   * Recognises the format by content, never by file name. `head` is the first HEAD_CHARACTERS of the report, decoded.
   */
  readonly looksLike: (head: string) => boolean
  /** Parses the report. @throws ReportError when the structure is unreadable or a limit is passed. */
  readonly parse: (bytes: Bytes) => ParsedReport
  /** Facts that no report of this format contains, or that have another meaning; absent when there are none. */
  readonly limits?: string
}

/** A fact of a coverage format: counts of a metric, or the lines that ran. */
export type CoverageFact = CoverageMetric | 'hits'

export interface CoverageFormat {
  readonly about: string
  /** What describes the format: the address of a page, or the name of a document. */
  readonly source: string
  readonly looksLike: (head: string) => boolean
  /** Paths are kept as the report writes them. */
  readonly parse: (bytes: Bytes) => Coverage
}

/** A format of the registry, with its description in docs/reference. */
export interface DescribedCoverageFormat extends CoverageFormat {
  readonly says: readonly CoverageFact[]
  /** Facts that no report of this format contains, or that have another meaning. Empty when there are none. */
  readonly limits: string
}

export const HEAD_CHARACTERS = 65_536

/** Bounds on one report. Each refusal names its limit. */
export const LIMITS = {
  /** 128 MiB: a report is held as one text. */
  fileBytes: 134_217_728,
  depth: 256,
  attributes: 1_000,
  tests: 200_000,
  lineBytes: 16_777_216,
  /** Failure text of one report, messages and stacks together. Beyond it failures keep their first line only. */
  keptText: 16_777_216,
  /** Text of failed attempts before a successful one, each with ATTEMPT_COST. Beyond it they are dropped. */
  keptAttempts: 4_194_304,
  /**
   * Bounds on one coverage report: files; lines, branches, functions and statements together (below the limit of one
   * Map).
   */
  coverageFiles: 1_000_000,
  coverageEntries: 16_000_000,
  /** Bound on a path and on the part of a name that distinguishes parts. No system allows longer paths. */
  pathCharacters: 4_096,
  /** Bound on the root folders of one report. */
  sources: 256,
  /** Bound on the lines that blocks and regions of a report span, each counted as often as it is spanned. */
  spannedLines: 8_000_000,
  /** Bound on line numbers. No source file has more lines. */
  sourceLine: 1_000_000,
} as const

/** A report that cannot be read: never green. The caller adds the file name. */
export class ReportError extends Error {
  readonly line: number | null
  /** The message without the line. */
  readonly reason: string
  constructor(reason: string, line: number | null = null) {
    super(line === null ? reason : `line ${line}: ${reason}`)
    this.name = 'ReportError'
    this.line = line
    this.reason = reason
  }
}

/** A report beyond a limit: smaller reports of the same tests can be read. */
export class LimitError extends ReportError {}

/** Returns the same error at another line. */
export function atLine(error: ReportError, line: number): ReportError {
  return new (error instanceof LimitError ? LimitError : ReportError)(error.reason, line)
}
