/** Why tests fail, as far as one measurement shows: what speaks for missing behaviour, and what only GREEN can prove. */
import type { FailingTest, LoadFailure } from '../model/evidence.ts'
import type { FailureKind } from '../model/test-run.ts'

/** The kind that a policy judges by: what is missing outside of the project is an error like others. */
export function getReason({ kind, isMissingOurs }: FailingTest | LoadFailure): FailureKind {
  return kind === 'missing-symbol' && !isMissingOurs ? 'error' : kind
}

export function isThrownByProduction(failure: FailingTest | LoadFailure): boolean {
  return 'atClass' in failure && failure.kind === 'error' && failure.atClass === 'production'
}

/** An assertion, something of the project that does not exist yet, or an exception of its production code. */
export function speaksForItself(failure: FailingTest | LoadFailure): boolean {
  const reason = getReason(failure)
  if (reason === 'assertion') return 'atClass' in failure
  return reason === 'missing-symbol' || isThrownByProduction(failure)
}
