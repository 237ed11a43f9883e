/** Decides the exit code of a report. */
import { EMPTY_RUN, isFailing } from '../../core/model/test-run.ts'
import { EXIT, type ExitCode } from '../operation.ts'
import type { ReportAnswer } from './report.ts'

/** An incomplete report, or one without tests, proves nothing; coverage alone claims nothing. */
export function getReportExit({ run, coverage, refusals }: ReportAnswer): ExitCode {
  if (refusals.length > 0) return EXIT.UNMEASURED
  const isRed = Iterator.from(run.cases).some(({ outcome }) => isFailing(outcome))
  if (isRed || run.loadErrors.length + run.hookFailures.length > 0) return EXIT.BROKEN
  if (!run.isComplete) return EXIT.UNMEASURED
  if (run.runErrors.length > 0) return EXIT.BROKEN
  const isOnlyCoverage = run.format === EMPTY_RUN.format && coverage.length > 0
  return run.cases.length > 0 || isOnlyCoverage ? EXIT.SUCCESS : EXIT.UNMEASURED
}
