/** Remembers that a commit lost its green while not all groups of the merge queue could be read. */
import type { HeadFacts, HeadMember, HeadStatus } from './status.ts'

/** Remembers it until the head is green again: a group that contains the commit may still be merged. */
export function applyUnseenGroups<Member extends HeadMember>(
  head: HeadStatus<Member>,
  { before, areGroupsUnseen }: HeadFacts,
): HeadStatus<Member> {
  const isGreen = head.worst.status.conclusion === 'success'
  return { ...head, areGroupsUnseen: areGroupsUnseen || (before.areGroupsUnseen && !isGreen) }
}
