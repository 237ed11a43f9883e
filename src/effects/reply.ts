/** Answers a comment: once, however often it is handled, and by a reaction on the comment itself. */
import { GateError } from '../core/errors.ts'
import { findOwnComment, type OwnComment } from '../github/own-comment.ts'
import { type AppIdentity, type GitHub, loginOf, type RepositoryName } from '../github.ts'
import { isSameText } from './same.ts'

/** What is answered. */
export interface Asked {
  /** The issue or pull request. */
  readonly number: number
  /** What tells it from other requests: letters, digits, `:` and `-`. */
  readonly key: string
  /** Before which nothing can have been answered, ISO 8601; null where it may be any time. */
  readonly since: string | null
}

/** GitHub knows eight; these say: seen, done, not done, some of it. */
export type Reaction = 'eyes' | '+1' | '-1' | 'confused'

const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const UPDATE = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const REACT = 'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'

/** @returns what the App answered before; null when it did not @throws GateError as GitHub's refusal */
export async function findReply(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  { number, key, since }: Asked,
): Promise<OwnComment | null> {
  const asked = { number, since, author: loginOf(app), marker: markerOf(key) }
  const own = await findOwnComment(github, repository, asked)
  // Better answered twice than not at all.
  return own === 'too-many' ? null : own
}

/** @param earlier the answer that is there: it says something else from now on @throws GateError as GitHub's refusal */
export async function writeReply(
  github: GitHub,
  repository: RepositoryName,
  { number, key }: Asked,
  { text, earlier }: { readonly text: string; readonly earlier: OwnComment | null },
): Promise<'created' | 'updated' | 'unchanged'> {
  const body = `${markerOf(key)}\n${text}`
  if (earlier === null) {
    await github.request(CREATE, { ...repository, issue_number: number, body })
    return 'created'
  }
  if (isSameText(earlier.body, body)) return 'unchanged'
  await github.request(UPDATE, { ...repository, comment_id: earlier.id, body })
  return 'updated'
}

/**
 * A reaction is a sign and no more: where the comment is gone, or GitHub refuses it, the reply says everything.
 * @returns whether it is there @throws GateError `github-unavailable`
 */
export async function react(
  github: GitHub,
  repository: RepositoryName,
  commentId: string,
  content: Reaction,
): Promise<boolean> {
  try {
    await github.request(REACT, { ...repository, comment_id: Number(commentId), content })
    return true
  } catch (error) {
    if (error instanceof GateError && error.code === 'github-refused') return false
    throw error
  }
}

function markerOf(key: string): string {
  return `<!-- tdd-gate:reply ${key.replace(/[^\w:-]/g, '')} -->`
}
