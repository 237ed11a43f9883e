/** Reads comment webhooks: slash commands of people, and edits or deletions of the App's own comments. */
import type * as z from 'zod'
import { type Actor, type GateEvent, truncateComment } from '../core/model/event.ts'
import type { comment as schema } from './delivery.ts'

/** Matches a command line. As in Markdown, up to three spaces may come first. Quotes and code are excluded later. */
const COMMAND = /(?:^|[\r\n]) {0,3}\/tdd(?:\s|$)/i

/**
 * Reads the event of a comment. @param appId id of this App, which ignores commands in its own comments @returns null
 * when no action is needed
 */
export function readComment(action: string, payload: z.infer<typeof schema>, appId: number): GateEvent | null {
  const isOurs = payload.comment.performed_via_github_app?.id === appId
  if (action === 'created') return isOurs ? null : toCommentEvent(payload)
  const { number, pull_request: pull } = payload.issue
  const isByItself = payload.sender.id === payload.comment.user?.id
  if (!isOurs) return null
  if (action === 'deleted') return pull ? { kind: 'pull-request', number } : null
  if (action !== 'edited' || isByItself) return null
  return { kind: 'edited-comment', number, isPull: Boolean(pull), commentId: String(payload.comment.id) }
}

function toCommentEvent({ issue, comment, sender }: z.infer<typeof schema>): GateEvent | null {
  const { read: text, unread } = truncateComment(comment.body ?? '')
  const isTruncated = COMMAND.test(unread)
  if (!COMMAND.test(text) && !isTruncated) return null
  return {
    kind: 'comment',
    number: issue.number,
    commentId: String(comment.id),
    actor: getSpeaker(sender, comment.performed_via_github_app?.slug),
    text,
    ...(isTruncated ? { isTruncated } : {}),
    at: comment.created_at,
  }
}

/**
 * Returns who wrote the comment. An App that acts with a person's token counts as a program: programs cannot override
 * rules.
 */
function getSpeaker(sender: z.infer<typeof schema>['sender'], via: string | undefined): Actor {
  const actor = getActor(sender)
  return via === undefined || actor.isBot ? actor : { ...actor, isBot: true, via }
}

export function getActor({ login, id, type }: z.infer<typeof schema>['sender']): Actor {
  return { login, id: String(id), isBot: type !== 'User' }
}
