/**
 * Restores a comment of the App that a person edited. The webhook reports it even where GitHub's timestamps are too
 * coarse to show it.
 */
import type { Hint, RepositoryRef } from '../../core/model/event.ts'
import { readOwnComment } from '../../github/own-comment.ts'
import { type GitHub, getLogin, getName } from '../../github/routes.ts'
import { restoreComments } from '../../github/write/comment.ts'
import { orRefused } from '../../github/write/or-refused.ts'
import { COMMENT_MARKER, EDITED_COMMENT } from '../../render/gate-report/comment.ts'
import type { GateContext } from './context.ts'

/**
 * Restores the comment, unless it is the one that an evaluation updates. @returns the evaluation that must follow
 * @throws GateError `github-unavailable`, and for a refused reading
 */
export async function restoreComment(
  github: GitHub,
  repository: RepositoryRef,
  { number, isPull, commentId }: Extract<Hint, { readonly kind: 'edited-comment' }>,
  { app }: Pick<GateContext, 'app'>,
): Promise<readonly Hint[]> {
  const name = getName(repository)
  const own = await readOwnComment(github, name, { id: Number(commentId), author: getLogin(app) })
  const isForged = own !== null && !own.body.startsWith(COMMENT_MARKER)
  // The evaluation tries again, and its check says what GitHub refuses.
  if (isForged) await orRefused('the comment', () => restoreComments(github, name, [own], EDITED_COMMENT))
  return isPull ? [{ kind: 'pull-request', number }] : []
}
