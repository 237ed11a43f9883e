/** The readers of reports, as the measurer needs them: bound to the registries of `reports`. */
import type { Coverage } from '../core/coverage.ts'
import type { CoverageFormat, ReportFormat } from '../reports/format.ts'

export interface Readers {
  readonly detectFormat: (head: string) => ReportFormat | null
  /** The format a runner is known to write, for reports too short to be recognised. */
  readonly formatOf: (name: string) => ReportFormat | null
  readonly detectCoverage: (head: string) => CoverageFormat | null
  /** @param paths the tracked files, to which the reports' own words for paths are resolved */
  readonly mergeCoverage: (reports: readonly Coverage[], paths: Iterable<string>) => Coverage
}
