/** Chooses what the App writes after an evaluation. */
import type { HeadFacts, HeadStatus } from './status.ts'

export interface Writing {
  /** `bypassed-merge`: a comment, if the merge bypassed the check; `check`: only the check. */
  readonly kind: 'everything' | 'check' | 'bypassed-merge' | 'nothing'
  /** The check of the head was green and will not be: groups of the merge queue that contain it fail first. */
  readonly isRevoking: boolean
}

type Facts = Pick<HeadFacts, 'isOpen' | 'isStopped' | 'isInBase' | 'before'>

export function chooseWriting(head: HeadStatus, facts: Facts): Writing {
  if (needsNoStatus(facts)) return { kind: 'bypassed-merge', isRevoking: false }
  if (keepsResult(head, facts)) return { kind: 'nothing', isRevoking: false }
  const isRevoking = facts.before.isGreen && head.worst.status.conclusion !== 'success'
  return { kind: facts.isOpen ? 'everything' : isRevoking ? 'check' : 'nothing', isRevoking }
}

/** A closed pull request needs no status, except with a green head and a pause: after reopening it could be merged at once. */
export function needsNoStatus({ isOpen, isStopped, before }: Omit<Facts, 'isInBase'>): boolean {
  return !isOpen && !(before.isGreen && isStopped)
}

/**
 * A merged pull request cannot be judged, because its base contains the head. The head keeps its result, unless a pause
 * applies or another pull request with this head is not done.
 */
function keepsResult({ members }: HeadStatus, { isInBase, isStopped, before }: Facts): boolean {
  const [, ...others] = members
  return isInBase && before.exists && !isStopped && others.every(({ status }) => status.conclusion === 'success')
}
