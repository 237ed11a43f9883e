/** Chooses the reaction to a comment, and the reply for the part of a comment that was not read. */
import { refused } from '../../core/commands/result.ts'
import type { Reply } from '../../core/model/effect.ts'
import { MAX_COMMENT_CHARACTERS } from '../../core/model/event.ts'
import type { Reaction } from '../../github/write/reply.ts'

/** The reply to a comment with commands beyond the limit. */
export const UNREAD: Reply = refused(
  `A line behind the first ${MAX_COMMENT_CHARACTERS} characters of your comment begins with \`/tdd\`, but it was not read. Write it in a separate comment.`,
).reply

/** Returns the reaction for all, none or some commands done. */
export function chooseReaction(replies: readonly Reply[]): Reaction {
  const done = replies.filter(({ isDone }) => isDone).length
  if (done === replies.length) return '+1'
  return done === 0 ? '-1' : 'confused'
}
