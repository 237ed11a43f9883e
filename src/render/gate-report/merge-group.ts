/** Renders the check of a merge group. */
import { type Sha, short } from '../../core/model/commit.ts'
import type { GroupFacts, GroupStatus } from '../../core/status/status.ts'
import { code, prose } from '../text/markdown.ts'

const NEXT = 'Remove the failing pull requests from the queue. Add them again when their checks are green.'

export function toGroupSummary(
  head: Sha,
  { members, unknown }: GroupFacts,
  { conclusion, reason }: GroupStatus,
): string {
  const lines = [
    ...members.map(
      (one) => `- #${one.number} at ${code(short(one.head))}: ${one.conclusion ?? 'unknown'}, ${prose(one.title)}`,
    ),
    ...unknown.map((sha) => `- ${code(short(sha))} belongs to no known pull request`),
  ]
  const why = reason === null ? '' : `${prose(reason.message)} ${prose(reason.suggestion.text)}\n\n`
  const next = conclusion === 'failure' ? `\n\n${NEXT}` : ''
  return `${why}The group ends at ${code(short(head))}:\n\n${lines.join('\n')}${next}\n`
}
