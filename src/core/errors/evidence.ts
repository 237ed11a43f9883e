/** Errors of evidence and of the artifacts that contain it. */
import { GateError } from '../model/errors.ts'

export function invalidEvidence(message: string, cause?: unknown): GateError {
  const next = 'Measure again: run the workflow once more, or `tdd-gate verify` here.'
  return new GateError('bad-evidence', message, next, cause)
}

export function evidenceTooLarge(commit: string, characters: number, max: number): GateError {
  return new GateError(
    'limit-exceeded',
    `The evidence of ${commit} has ${characters} characters, more than the limit of ${max}`,
    'Split the commit, then `tdd-gate verify`.',
  )
}
