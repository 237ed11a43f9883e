/** What an answer says at a glance, and what it says of words that nobody read. */
import { refused } from '../../core/commands/result.ts'
import type { Reply } from '../../core/model/effect.ts'
import { MAX_COMMENT_CHARACTERS } from '../../core/model/event.ts'
import type { Reaction } from '../../github/write/reply.ts'

/** To a comment that goes on behind what is read of it. */
export const UNREAD: Reply = refused(
  `A line behind the first ${MAX_COMMENT_CHARACTERS} characters of your comment begins with \`/tdd\`: it was not read. Say it in a comment of its own.`,
).reply

/** @returns whether all of it was done, nothing, or some */
export function getSign(replies: readonly Reply[]): Reaction {
  const done = replies.filter(({ isDone }) => isDone).length
  if (done === replies.length) return '+1'
  return done === 0 ? '-1' : 'confused'
}
