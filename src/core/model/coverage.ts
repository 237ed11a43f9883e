/** Defines the coverage of a test run, whatever the producer. Data that a producer does not report is absent. */

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
   * Hits by line number (from 1); absent where the format has counts only. A missing line was not measured. Formats
   * that only know whether a line ran use 1 and 0.
   */
  readonly hits?: ReadonlyMap<number, number>
  /**
   * Folders or modules that may contain the path, where the report names some; removed once the path is a tracked one.
   */
  readonly roots?: readonly string[]
  /** The folder of the report, where the tree does not have the path. */
  readonly at?: string
}

export interface Coverage {
  readonly totals: CoverageTotals
  readonly files: readonly FileCoverage[]
  /** Files that the tree does not have, without their lines: they count in the totals. Absent without any. */
  readonly untracked?: readonly FileCoverage[]
  /** Reported paths that may be several tracked files, which are not measured. Absent without any. */
  readonly ambiguous?: readonly string[]
  /** Messages for a reader: a header that contradicts its records, paths that lead nowhere. Absent without any. */
  readonly warnings?: readonly string[]
}

/** The content of one coverage report. */
export interface CoverageReport {
  /** The file's name as the caller wrote it. */
  readonly name: string
  /** Name of a coverage format. */
  readonly format: string
  readonly coverage: Coverage
}

/** Returns percent with one decimal, as people compare it; null when there is nothing to cover. */
export function toPercent({ covered, total }: Ratio): number | null {
  return total === 0 ? null : Math.floor((covered / total) * 1000) / 10
}

/** Returns percentages with one decimal by metric. Unmeasured and empty metrics are absent. */
export function toPercentages(coverage: { readonly totals: CoverageTotals; readonly patch: Ratio | null }): {
  readonly [M in CoverageMetric | 'patch']?: number
} {
  const { totals, patch } = coverage
  const ratios = [...COVERAGE_METRICS.map((metric) => [metric, totals[metric]] as const), ['patch', patch] as const]
  const measured = ratios.flatMap(([metric, ratio]) => {
    const percent = ratio ? toPercent(ratio) : null
    return percent === null ? [] : [[metric, percent]]
  })
  return Object.fromEntries(measured)
}

/** Returns a file's ratio: of its lines, else of what its format counts; null when there is nothing to cover. */
export function coveredBy({ lines, statements, functions, branches }: CoverageTotals): Ratio | null {
  return [lines, statements, functions, branches].find((ratio) => ratio !== undefined && ratio.total > 0) ?? null
}

/** Sorts by least coverage, then by most missing. Files with nothing to cover come last. */
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
