/** Everything that readers of one run of the gate can be told; each rendering picks from it. */
import type { Sha } from '../../core/model/commit.ts'
import type { FailingTest } from '../../core/model/evidence.ts'
import type { Decision } from '../../core/model/finding.ts'
import type { Sequence } from '../../core/model/policy.ts'
import type { StatusReason } from '../../core/status/waiting.ts'
import type { ErrorJson } from '../text/error.ts'

export interface RunReport {
  /** Null when nothing could be judged: then `error` says why. */
  readonly decision: Decision | null
  readonly error: ErrorJson['error'] | null
  /** Why nothing was judged, or is let pass unjudged; left out where something was. */
  readonly notice?: StatusReason | null
  readonly base: Sha | null
  readonly head: Sha | null
  readonly sequence: Sequence
  /** What the step was given, an id or a document; null: no task was named. */
  readonly task: string | null
  readonly notes: readonly string[]
  readonly repository: string
  /** The page of it, without a slash at the end; empty where it is not known. */
  readonly repositoryUrl: string
  readonly pullRequest: number | null
  readonly baseBranch: string
  readonly headBranch: string
  /** `attested`, `verified-run` or `self-published`, and what that means in a sentence; null where nothing was judged. */
  readonly trust: { readonly level: string; readonly about: string } | null
  readonly run: { readonly id: string; readonly attempt: number; readonly url: string }
  /** ISO 8601. */
  readonly startedAt: string
  /** By commit: the earlier run whose measurement was used again. */
  readonly reused: ReadonlyMap<Sha, { readonly runId: string; readonly url: string }>
  /** By commit: the tests that failed there, with what they said and where; a decision has their names only. */
  readonly failing?: ReadonlyMap<Sha, readonly FailingTest[]>
}
