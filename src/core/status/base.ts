/**
 * Decides whether a proof for a base may be green: a check belongs to the commit, and a pull request's base can change.
 */
import type { PullRequestFacts } from '../model/pull-request.ts'
import { suggest } from '../model/suggestion.ts'
import { GATE_CHECK } from './checks.ts'
import type { Base } from './protection.ts'
import type { GateStatus, GroupFacts, GroupStatus } from './status.ts'
import { statusTexts } from './texts.ts'
import type { StatusReason } from './waiting.ts'

/** A green check counts for every base of the commit: it is green only where its own base requires it. */
export function applyBase(status: GateStatus, { base }: Pick<PullRequestFacts, 'base'>): GateStatus {
  if (status.conclusion !== 'success') return status
  const isOverridden = !status.decision || status.decision.overridden !== undefined
  const notice = baseReason(base, isOverridden ? 'It is overridden' : 'Everything is proved')
  return notice === null ? status : { ...status, conclusion: 'action_required', notice }
}

/** A queue whose branch does not require the check may belong to another tool. */
export function applyGroupBase(status: GroupStatus, { base }: Pick<GroupFacts, 'base'>): GroupStatus {
  const reason = status.conclusion === 'success' ? baseReason(base, status.title) : null
  return reason === null ? status : { conclusion: 'action_required', title: reason.title, reason }
}

/**
 * Demands nothing of the default branch: a team adopts the gate before it requires it, and only administrators choose
 * another.
 * @param passed the reason for green: `All checks passed`
 * @returns null when it may be green
 */
function baseReason(base: Base, passed: string): StatusReason | null {
  const { branch } = base
  switch (base.kind) {
    case 'default':
    case 'required':
      return null
    case 'open':
      return {
        code: 'base-not-protected',
        isFailure: false,
        title: statusTexts.notRequiredTitle(passed, branch, GATE_CHECK),
        message: statusTexts.notRequired(passed, branch, GATE_CHECK, WHY),
        suggestion: suggest(statusTexts.protectBase(GATE_CHECK)),
      }
    case 'unknown':
      return {
        code: 'base-unknown',
        isFailure: false,
        title: statusTexts.requirementUnknownTitle(passed, branch, GATE_CHECK),
        message: statusTexts.requirementUnknown(passed, branch, base.reason, WHY),
        suggestion: suggest(statusTexts.letAppRead),
      }
    default:
      return base satisfies never
  }
}

const WHY = statusTexts.whyNotGreen
