/** A comment of the App that somebody edited: the webhook tells it, also where GitHub's clock is too coarse for a look to see. */
import type { Hint, RepositoryRef } from '../../core/model/event.ts'
import { readOwnComment } from '../../github/own-comment.ts'
import { getName } from '../../github/read/pull-request/pull-request.ts'
import { type GitHub, getLogin } from '../../github/routes.ts'
import { restoreComments } from '../../github/write/comment.ts'
import { COMMENT_MARKER, EDITED_COMMENT } from '../../render/gate-report/comment.ts'
import type { GateContext } from './context.ts'

/**
 * Whatever stands there, unless it looks like the one that a look writes again.
 * @returns the look that follows @throws GateError as GitHub's refusal
 */
export async function takeBackComment(
  github: GitHub,
  repository: RepositoryRef,
  { number, isPull, commentId }: Extract<Hint, { readonly kind: 'edited-comment' }>,
  { app }: Pick<GateContext, 'app'>,
): Promise<readonly Hint[]> {
  const name = getName(repository)
  const own = await readOwnComment(github, name, { id: Number(commentId), author: getLogin(app) })
  const isForged = own !== null && !own.body.startsWith(COMMENT_MARKER)
  if (isForged) await restoreComments(github, name, [own], EDITED_COMMENT)
  return isPull ? [{ kind: 'pull-request', number }] : []
}
