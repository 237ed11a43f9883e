/** Finds the readers of reports in the registries of `reports`: by the name of a format, or by a report's head. */
import { detectCoverage, detectFormat } from '../../reports/detect.ts'
import type { CoverageFormat, ReportFormat } from '../../reports/format.ts'
import { coverageFormats, reportFormats } from '../../reports/index.ts'

/** How the format of one report is found. */
interface FormatWish {
  /** Reads in this format without detection. */
  readonly format?: string
  /** The format of test reports whose format cannot be detected. */
  readonly fallback?: string | null
}

export function testsReader({ format, fallback = null }: FormatWish = {}): (head: string) => ReportFormat | null {
  if (format !== undefined) return () => getFormat(reportFormats, format)
  return (head) => getFormat(reportFormats, detectFormat(head) ?? fallback)
}

export function coverageReader({ format }: FormatWish = {}): (head: string) => CoverageFormat | null {
  return (head) => getFormat(coverageFormats, format ?? detectCoverage(head))
}

function getFormat<T>(formats: Readonly<Record<string, T>>, name: string | null): T | null {
  return name !== null && Object.hasOwn(formats, name) ? (formats[name] ?? null) : null
}
