/** Lists, in order, the steps between a judgement and what GitHub shows. */
import type { PullRequestFacts } from '../model/pull-request.ts'
import { applyBase, applyGroupBase } from './base.ts'
import { judgeGroup, judgePullRequest } from './judgement.ts'
import { applyPeople } from './people.ts'
import { applyUnseenGroups, chooseWorst, explainOthers, limitMembers, startHead } from './shared-head.ts'
import type { GateStatus, GroupFacts, GroupStatus, HeadFacts, HeadMember, HeadStatus } from './status.ts'

/** Every adjustment after the judgement, in order: of a pull request, of the head that it shares, of a merge group. */
const STEPS = {
  pullRequest: [applyPeople, applyBase],
  head: [limitMembers, chooseWorst, explainOthers, applyUnseenGroups],
  group: [applyGroupBase],
} as const

/** Computes the status of a pull request for itself. */
export function computeStatus(pull: PullRequestFacts): GateStatus {
  return STEPS.pullRequest.reduce((status, step) => step(status, pull), judgePullRequest(pull))
}

/** Computes the status of a head. @param members the evaluated pull request first, then others with this head */
export function computeHeadStatus<Member extends HeadMember>(
  members: readonly [Member, ...Member[]],
  facts: HeadFacts,
): HeadStatus<Member> {
  return STEPS.head.reduce<HeadStatus<Member>>((status, step) => step(status, facts), startHead(members))
}

/** Computes the status of a merge group from the checks of its pull requests. */
export function computeGroupStatus(group: GroupFacts): GroupStatus {
  return STEPS.group.reduce((status, step) => step(status, group), judgeGroup(group))
}
