/** Creates errors for reports that could not be read, one per file, with its name. */
import { emptyReport } from '../../core/errors/reports.ts'
import { GateError } from '../../core/model/errors.ts'
import type { TestRun } from '../../core/model/test-run.ts'
import { list } from '../../core/rules/text.ts'
import type { TestReport } from '../../reports/format.ts'

const MAX_NAMED = 5

/** Returns the result, or null after adding the error to the list. Rethrows unexpected errors. */
export async function orRefusal<T>(refusals: GateError[], work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    refusals.push(error)
    return null
  }
}

/** Refuses a run without tests and without a failure: it is never green. */
export function noTests(run: TestRun, names: readonly string[]): readonly GateError[] {
  const { cases, loadErrors, hookFailures, runErrors, isComplete } = run
  const isExplained = !isComplete || loadErrors.length + hookFailures.length + runErrors.length > 0
  if (names.length === 0 || cases.length > 0 || isExplained) return []
  return [emptyReport(list(names, MAX_NAMED))]
}

/** Adds the file name to the report's own messages, so that a reader can tell several reports apart. */
export function named(name: string, report: TestReport): TestReport {
  const say = (message: string) => `${name}: ${message}`
  const { loadErrors, hookFailures, runErrors, warnings } = report
  return {
    ...report,
    source: name,
    runErrors: runErrors.map(say),
    warnings: warnings.map(say),
    loadErrors: loadErrors.map((one) => (one.file === null ? { ...one, message: say(one.message) } : one)),
    hookFailures: hookFailures.map((one) =>
      one.file === null && one.suite.length === 0 ? { ...one, message: say(one.message) } : one,
    ),
  }
}
