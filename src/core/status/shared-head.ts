/** Combines all pull requests with one head: a check belongs to a commit, so all of them must pass. */
import { short } from '../model/commit.ts'
import { suggest } from '../model/suggestion.ts'
import type { GateConclusion } from './checks.ts'
import type { GateStatus, HeadFacts, HeadMember, HeadStatus } from './status.ts'
import { statusTexts } from './texts.ts'
import type { StatusReason } from './waiting.ts'

/** The number of other pull requests with the same head that are judged. Real work has fewer. */
export const MAX_OTHERS = 4

const WORST_FIRST: readonly GateConclusion[] = ['failure', 'action_required', 'success']

/** Starts with the evaluated pull request alone. */
export function startHead<Member extends HeadMember>(members: readonly [Member, ...Member[]]): HeadStatus<Member> {
  const [own] = members
  return { members, covered: [own], worst: own, notice: own.status.notice, notes: [], areGroupsUnseen: false }
}

/** Adds a failure where more pull requests have the head than are judged. */
export function limitMembers<Member extends HeadMember>(
  head: HeadStatus<Member>,
  { head: sha, areMore }: HeadFacts,
): HeadStatus<Member> {
  if (!areMore) return head
  const [own, ...others] = head.members
  const notice: StatusReason = {
    code: 'too-many-pull-requests',
    isFailure: true,
    title: statusTexts.tooManyHeads(MAX_OTHERS + 1, short(sha)),
    message: statusTexts.allMustHold,
    suggestion: suggest(statusTexts.closeUnneeded),
  }
  const status: GateStatus = { ...own.status, conclusion: 'failure', decision: null, notice }
  return { ...head, members: [own, { ...own, status, title: notice.title }, ...others] }
}

/** Chooses the worst status of the head; of equals that of the lowest number. */
export function chooseWorst<Member extends HeadMember>(
  head: HeadStatus<Member>,
  { isOpen }: HeadFacts,
): HeadStatus<Member> {
  const [own, ...others] = head.members
  // Pull requests that are open apply the pauses of closed ones themselves.
  const counting = isOpen || others.length === 0 ? head.members : others
  const covered = counting.toSorted((a, b) => a.status.pullRequest - b.status.pullRequest)
  return { ...head, covered, worst: findWorst(covered) ?? own }
}

function findWorst<Member extends HeadMember>(members: readonly Member[]): Member | undefined {
  const rank = ({ status }: Member) => WORST_FIRST.indexOf(status.conclusion)
  return members.toSorted((a, b) => rank(a) - rank(b))[0]
}

/** Explains in the comment of the evaluated pull request which others keep the check from being green. */
export function explainOthers<Member extends HeadMember>(head: HeadStatus<Member>): HeadStatus<Member> {
  const [own, ...others] = head.members
  const open = others.filter(({ status }) => status.conclusion !== 'success')
  const worst = findWorst(open)
  if (worst === undefined) return head
  if (own.status.conclusion !== 'success') return { ...head, notes: open.map((other) => getTitle(other, own)) }
  return { ...head, notice: isSame(worst, own) ? worst.status.notice : getNotice(worst, own) }
}

/** The status "too many pull requests" belongs to none of them. */
function isSame(one: HeadMember, other: HeadMember): boolean {
  return one.status.pullRequest === other.status.pullRequest
}

function getTitle(other: HeadMember, own: HeadMember): string {
  return isSame(other, own) ? other.title : statusTexts.sharedHead(other.status.pullRequest, other.title)
}

function getNotice(other: HeadMember, { status, ...own }: HeadMember): StatusReason {
  const title = getTitle(other, { status, ...own })
  const isOverridden = !status.decision || status.decision.overridden !== undefined
  const way = other.headBranch === own.headBranch ? 'complete it too' : 'push a commit of your own'
  return {
    code: 'head-shared',
    isFailure: other.status.conclusion === 'failure',
    title,
    message: statusTexts.passedHere(isOverridden ? 'It is overridden' : 'Everything is proved', title),
    suggestion: suggest(statusTexts.closeOr(other.status.pullRequest, way)),
  }
}

/**
 * Remembers that the commit lost its green while the App could not read all groups of the merge queue. GitHub may still
 * merge a group that contains it, until it is green again.
 */
export function applyUnseenGroups<Member extends HeadMember>(
  head: HeadStatus<Member>,
  { before, areGroupsUnseen }: HeadFacts,
): HeadStatus<Member> {
  const isGreen = head.worst.status.conclusion === 'success'
  return { ...head, areGroupsUnseen: areGroupsUnseen || (before.areGroupsUnseen && !isGreen) }
}
