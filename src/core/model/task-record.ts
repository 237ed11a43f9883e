/** A task that the App started: what its first commit carries, and what only the App can vouch for. */
import type { Sha } from './commit.ts'
import type { Plan } from './plan.ts'

export interface TaskRecord {
  readonly schemaVersion: 1
  /** Written before the pull request is opened, so that no event finds one without it. */
  readonly branch: string
  /** The issue that it was started from; null when from a task document. */
  readonly issue: number | null
  /** The empty commit that opened the branch; decisions of people hang on it, whatever becomes of the branch. */
  readonly start: Sha
  readonly plan: Plan
  /** sha256 of the canonical JSON of the plan. */
  readonly planDigest: string
  /** sha256 of the canonical JSON of the policy that the base had then. */
  readonly policyDigest: string
}

/** How the hint in a body begins; then comes the first commit. */
export const START_HINT = '<!-- tdd-gate:start '
