/** The facts of one run of the gate. Each rendering selects from them. */
import type { Sha } from '../../core/model/commit.ts'
import type { FailingTest } from '../../core/model/evidence.ts'
import type { Decision } from '../../core/model/finding.ts'
import type { Sequence } from '../../core/model/policy.ts'
import type { StatusReason } from '../../core/status/waiting.ts'
import type { PatchedFile } from '../../core/text/patch.ts'
import type { ErrorJson } from '../text/error.ts'

/** The note on a head whose success may still stand in a merge group. */
export const GROUPS_UNSEEN =
  'The App could not check every merge group. Make sure that none merges this commit, which lost its green.'

export interface RunReport {
  /** Null when nothing could be judged: `error` then has the reason. */
  readonly decision: Decision | null
  readonly error: ErrorJson['error'] | null
  /** The reason why nothing was judged, or why it passed without judgement; absent otherwise. */
  readonly notice?: StatusReason | null
  readonly base: Sha | null
  readonly head: Sha | null
  readonly sequence: Sequence
  /** The step's input, an id or a document; null: no task was named. */
  readonly task: string | null
  readonly notes: readonly string[]
  readonly repository: string
  /** The address of the repository without a trailing slash; empty where it is unknown. */
  readonly repositoryUrl: string
  readonly pullRequest: number | null
  readonly baseBranch: string
  readonly headBranch: string
  /** `attested`, `verified-run` or `self-published` with an explanation; null where nothing was judged. */
  readonly trust: { readonly level: string; readonly about: string } | null
  readonly run: { readonly id: string; readonly attempt: number; readonly url: string }
  /** ISO 8601. */
  readonly startedAt: string
  /** By commit: the earlier run whose measurement was reused. */
  readonly reused: ReadonlyMap<Sha, { readonly runId: string; readonly url: string }>
  /** By commit: the failing tests with messages and places. A decision contains only their names. */
  readonly failing?: ReadonlyMap<Sha, readonly FailingTest[]>
  /** By commit: its changed files of which some lines are known to be held, or not. Absent where no code is at hand. */
  readonly patches?: ReadonlyMap<Sha, readonly PatchedFile[]>
}
