/** What a test run covered, whatever the producer. What a producer does not report stays absent. */

export interface Ratio {
  readonly covered: number
  readonly total: number
}

export const COVERAGE_METRICS = ['lines', 'branches', 'functions', 'statements'] as const
export type CoverageMetric = (typeof COVERAGE_METRICS)[number]

export type CoverageTotals = { readonly [M in CoverageMetric]?: Ratio }

export interface FileCoverage extends CoverageTotals {
  /** Tracked path, slashes, relative to the tree. */
  readonly path: string
  /**
   * Hits by line number (from 1); absent where the format has counts only. A line not in it was not measured. Formats that
   * know only whether a line ran say 1 or 0.
   */
  readonly hits?: ReadonlyMap<number, number>
  /** Folders or modules that the path may be under, where the report names some; gone once the path is a tracked one. */
  readonly roots?: readonly string[]
}

export interface Coverage {
  readonly totals: CoverageTotals
  readonly files: readonly FileCoverage[]
  /** What a reader should know: a header that contradicts its records, paths that lead nowhere. Absent when there is nothing. */
  readonly warnings?: readonly string[]
}

/** What one coverage report holds, for whoever asks about that file. */
export interface CoverageReport {
  /** As the asker called the file. */
  readonly name: string
  /** Name of a coverage format. */
  readonly format: string
  readonly coverage: Coverage
}

/** Percent with one decimal, as people compare it; null of nothing to cover: it is neither all covered nor none of it. */
export function percentOf({ covered, total }: Ratio): number | null {
  return total === 0 ? null : Math.floor((covered / total) * 1000) / 10
}
