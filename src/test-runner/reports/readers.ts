/** Binds the readers of reports to the registries of `reports`, as the measurer needs them. */
import type { Coverage } from '../../core/model/coverage.ts'
import { mergeCoverage, resolveCoveragePaths } from '../../reports/coverage/coverage.ts'
import { detectCoverage, detectFormat } from '../../reports/detect.ts'
import type { CoverageFormat, ReportFormat } from '../../reports/format.ts'
import { treeOf } from '../../reports/identity.ts'
import { coverageFormats, reportFormats } from '../../reports/index.ts'
import { detectMutation } from '../../reports/mutation/index.ts'
import type { MutationFormat } from '../../reports/mutation/mutant.ts'

export interface Readers {
  readonly detectFormat: (head: string) => ReportFormat | null
  /** The format that a runner is known to write, for reports too short to be recognised. */
  readonly formatOf: (name: string) => ReportFormat | null
  readonly detectCoverage: (head: string) => CoverageFormat | null
  readonly detectMutation: (head: string) => MutationFormat | null
  /**
   * Merges coverage.
   * @param paths the tracked files, to which the reports' own paths are resolved
   */
  readonly mergeCoverage: (reports: readonly Coverage[], paths: Iterable<string>) => Coverage
}

/** The readers of every supported format. */
export const reportReaders: Readers = {
  detectFormat: (head) => {
    const name = detectFormat(head)
    return name === null ? null : (reportFormats[name as keyof typeof reportFormats] ?? null)
  },
  formatOf: (name) => Object.entries(reportFormats).find(([known]) => known === name)?.[1] ?? null,
  detectCoverage: (head) => {
    const name = detectCoverage(head)
    return name === null ? null : (coverageFormats[name as keyof typeof coverageFormats] ?? null)
  },
  detectMutation,
  mergeCoverage: (reports, paths) => resolveCoveragePaths(mergeCoverage(reports), treeOf(paths)),
}

/** How the format of one report is found, by name or by its head. */
interface FormatWish {
  /** Reads in this format without detection. */
  readonly format?: string
  /** The format of test reports whose format cannot be detected. */
  readonly fallback?: string | null
}

export function testsReader({ format, fallback = null }: FormatWish): Readers['detectFormat'] {
  const { detectFormat, formatOf } = reportReaders
  if (format !== undefined) return () => formatOf(format)
  return (head) => detectFormat(head) ?? (fallback === null ? null : formatOf(fallback))
}

export function coverageReader({ format }: FormatWish): Readers['detectCoverage'] {
  if (format === undefined) return reportReaders.detectCoverage
  return () => Object.entries(coverageFormats).find(([known]) => known === format)?.[1] ?? null
}
