/** `import { detectFormat, reportFormats } from 'tdd-gate/reports'`: the readers of reports as a library. */
export type { CoverageReport } from '../core/model/coverage.ts'
export { detectCoverage, detectFormat } from './detect.ts'
export {
  type DescribedCoverageFormat,
  type ParsedReport,
  ReportError,
  type ReportFormat,
  type TestReport,
} from './format.ts'
export { type CoverageName, coverageFormats, type FormatName, reportFormats } from './index.ts'
