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
export function toPercent({ covered, total }: Ratio): number | null {
  return total === 0 ? null : Math.floor((covered / total) * 1000) / 10
}

/** What a file is known by: its lines, else what its format counts instead; null where there is nothing to cover. */
export function coveredBy({ lines, statements, functions, branches }: CoverageTotals): Ratio | null {
  return [lines, statements, functions, branches].find((ratio) => ratio !== undefined && ratio.total > 0) ?? null
}

/** The least covered first; of as much, the one that lacks most. Those with nothing to cover are the last. */
export function leastCovered(files: readonly FileCoverage[]): readonly FileCoverage[] {
  const known = files.map((file) => {
    const { covered, total } = coveredBy(file) ?? NOTHING
    return { file, part: total === 0 ? Infinity : covered / total, lacks: total - covered }
  })
  known.sort((a, b) => order(a.part, b.part) || order(b.lacks, a.lacks) || order(a.file.path, b.file.path))
  return known.map(({ file }) => file)
}

const NOTHING: Ratio = { covered: 0, total: 0 }
const order = <T extends number | string>(a: T, b: T): number => (a < b ? -1 : Number(a > b))
