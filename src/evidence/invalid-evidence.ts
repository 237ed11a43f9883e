/** Creates the error for invalid evidence. It is separate from the schemas, so that callers need not load them. */
import { GateError } from '../core/model/errors.ts'

const MEASURE_AGAIN = 'Measure again: run the workflow once more, or `tdd-gate verify` here.'

/** Creates the error for evidence that cannot be used. Its suggestion is always to measure again. */
export function invalidEvidence(message: string, cause?: unknown): GateError {
  return new GateError('bad-evidence', message, MEASURE_AGAIN, cause)
}
