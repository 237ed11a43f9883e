/** The one refusal of evidence; apart from the schemas, so that whoever only refuses loads none of them. */
import { GateError } from '../core/model/errors.ts'

const MEASURE_AGAIN = 'Measure again: run the workflow once more, or `tdd-gate verify` here.'

/** Evidence that cannot be used, as people are told: measuring again is always the way out. */
export function badEvidence(message: string, cause?: unknown): GateError {
  return new GateError('bad-evidence', message, MEASURE_AGAIN, cause)
}
