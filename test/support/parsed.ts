/** Builds cases and reports as a reader returns them, from their differences only. */
import { EMPTY_RUN } from '../../src/core/model/test-run.ts'
import type { ParsedCase, ParsedReport } from '../../src/reports/format.ts'

export function parsedCase(part: Partial<ParsedCase>): ParsedCase {
  return {
    file: null,
    suite: [],
    name: 'works',
    variant: null,
    outcome: 'passed',
    mark: null,
    failure: null,
    durationMs: null,
    retries: 0,
    attempts: [],
    ...part,
  }
}

export function parsedReport(
  cases: readonly Partial<ParsedCase>[],
  part: Partial<Omit<ParsedReport, 'cases'>> = {},
): ParsedReport {
  return { ...EMPTY_RUN, format: 'sample', cases: cases.map(parsedCase), ...part }
}
