/** Defines the statuses of a pull request, of a head and of a merge group: plain data, before any text is rendered. */
import type { Sha } from '../model/commit.ts'
import type { Decision } from '../model/finding.ts'
import type { CheckBefore, GateConclusion } from './checks.ts'
import type { Base } from './protection.ts'
import type { StatusReason } from './waiting.ts'

/** The status of one pull request for itself. */
export interface GateStatus {
  readonly pullRequest: number
  readonly conclusion: GateConclusion
  /** Null when nothing was judged; then there is a notice. */
  readonly decision: Decision | null
  /** Why nothing was judged, or why the judgement is not green. */
  readonly notice: StatusReason | null
}

/** A pull request with the head. */
export interface HeadMember {
  readonly status: GateStatus
  /** The status in one line. */
  readonly title: string
  readonly headBranch: string
}

/** The facts about a head besides its pull requests. */
export interface HeadFacts {
  readonly head: Sha
  /** Whether the evaluated pull request is open. A closed one counts only where no open one has the head. */
  readonly isOpen: boolean
  /** A pause or an abort applies to the evaluated pull request. */
  readonly isStopped: boolean
  /** The base contains the head: then nothing is left to judge. */
  readonly isInBase: boolean
  /** More pull requests have the head than were read. */
  readonly areMore: boolean
  readonly before: CheckBefore
  /** The head loses its green now, and not all groups of the merge queue that may contain it could be read. */
  readonly areGroupsUnseen: boolean
}

/** The status of a head: a check belongs to a commit, so all pull requests with this head share it. */
export interface HeadStatus<Member extends HeadMember = HeadMember> {
  /** The evaluated pull request first. */
  readonly members: readonly [Member, ...Member[]]
  /** Those that the check covers, by number. */
  readonly covered: readonly Member[]
  /** The worst of them, which the check shows. */
  readonly worst: Member
  /** What the comment of the evaluated pull request shows: its own reason, or that of another one. */
  readonly notice: StatusReason | null
  /** The titles of the others, where the comment shows its own reason and they are not green either. */
  readonly notes: readonly string[]
  /** Some groups of the merge queue that may contain the head were not read when it lost its green. */
  readonly areGroupsUnseen: boolean
}

/** A pull request of a merge group, with the check of its head. */
export interface GroupMemberStatus {
  readonly number: number
  readonly head: Sha
  /** Null: no check of the gate. */
  readonly conclusion: string | null
  readonly title: string
}

export interface GroupFacts {
  readonly members: readonly GroupMemberStatus[]
  /** Commits of the group that belong to no known pull request. */
  readonly unknown: readonly Sha[]
  /** Why the App cannot know its pull requests; null: it can. */
  readonly obstacle: GroupObstacle | null
  readonly base: Base
}

/** Why the pull requests of a group cannot be known. */
export type GroupObstacle =
  | { readonly kind: 'too-many-commits'; readonly count: number; readonly most: number }
  /** Its queue rebases, or may do so, and no pull request of the queue has these commits. */
  | { readonly kind: 'rebased'; readonly isSure: boolean }

export interface GroupStatus {
  readonly conclusion: GateConclusion
  readonly title: string
  /** Why a group of green pull requests is not green. */
  readonly reason: StatusReason | null
}
