/** Packs a report as JSON for the store. */
import type { RunReport } from '../gate-report/run-report.ts'

/** Counted up when a report has other keys. */
const VERSION = 2

export interface PackedReport {
  readonly version: typeof VERSION
  readonly report: RunReport
}

/** The commits that remain where the report of a long branch is too large. */
const MAX_COMMITS = 100
const MAX_BYTES = 2_000_000

export function packReport(report: RunReport): string {
  const packed = toText(report)
  if (packed.length <= MAX_BYTES) return packed
  const { decision } = report
  const commits = decision?.commits.slice(-MAX_COMMITS) ?? []
  return toText({ ...report, decision: decision && { ...decision, commits }, failing: new Map() })
}

/** The App stores no source code. */
function toText({ reused, failing, patches: _, ...report }: RunReport): string {
  return JSON.stringify({ version: VERSION, report, reused: [...reused], failing: [...(failing ?? [])] })
}

/** Null: another version of the App wrote it. Its next evaluation of the pull request replaces it. */
export function unpackReport(text: string): PackedReport | null {
  const { version, report, reused, failing } = JSON.parse(text)
  if (version !== VERSION) return null
  return { version, report: { ...report, reused: new Map(reused), failing: new Map(failing) } }
}
