/** Defines a task that the App started: the content of its first commit, and what only the App can attest. */
import type { Sha } from './commit.ts'
import type { Plan } from './plan.ts'

export interface TaskRecord {
  readonly schemaVersion: 1
  /** Written before the pull request is opened, so that no event finds one without it. */
  readonly branch: string
  /** The issue of the task; null when it came from a task document. */
  readonly issue: number | null
  /** The empty commit that opened the branch; it stores maintainers' decisions, whatever happens to the branch. */
  readonly start: Sha
  readonly plan: Plan
  /** The title of the pull request; absent in records of earlier versions. */
  readonly title?: string
  /** sha256 of the canonical JSON of the plan. */
  readonly planDigest: string
  /** sha256 of the canonical JSON of the base's policy at that time. */
  readonly policyDigest: string
}

/** The beginning of the hint in a body; the first commit follows. */
export const START_HINT = '<!-- tdd-gate:start '
