/** Classifies failures: what shows missing behaviour, and what only GREEN can prove. */
import type { FailingTest, LoadFailure } from '../model/evidence.ts'
import type { FailureKind } from '../model/test-run.ts'

/** Returns the kind for the policy: a missing thing outside of the project is an ordinary error. */
export function getReason({ kind, isMissingOurs }: FailingTest | LoadFailure): FailureKind {
  return kind === 'missing-symbol' && !isMissingOurs ? 'error' : kind
}

export function isThrownByProduction(failure: FailingTest | LoadFailure): boolean {
  return 'atClass' in failure && failure.kind === 'error' && failure.atClass === 'production'
}

/** Accepts an assertion, a missing part of the project, or an exception of its production code. */
export function speaksForItself(failure: FailingTest | LoadFailure): boolean {
  const reason = getReason(failure)
  if (reason === 'assertion') return 'atClass' in failure
  return reason === 'missing-symbol' || isThrownByProduction(failure)
}
