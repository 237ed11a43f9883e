/** Answers a comment: once, however often it is handled, and by a reaction on the comment itself. */
import { GateError } from '../core/errors.ts'
import { findPaged, PAGE } from '../github/pages.ts'
import type { Answer, AppIdentity, GitHub, RepositoryName } from '../github.ts'
import { isAuthor } from './author.ts'
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

export interface Reply {
  readonly id: number
  readonly body: string
}

/** GitHub knows eight; these say: seen, done, not done, some of it. */
export type Reaction = 'eyes' | '+1' | '-1' | 'confused'

const LIST = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const UPDATE = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const REACT = 'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
const MAX_PAGES = 30

/** @returns what the App answered before; null when it did not @throws GateError as GitHub's refusal */
export async function findReply(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  { number, key, since }: Asked,
): Promise<Reply | null> {
  const asked = { ...repository, issue_number: number, per_page: PAGE, ...(since === null ? {} : { since }) }
  const read = async (page: number) => (await github.request(LIST, { ...asked, page })).data
  const own = await findPaged(read, (comment) => isOwn(comment, app, key), MAX_PAGES)
  // Better answered twice than not at all.
  return own === null || own === 'too-many' ? null : { id: Number(own.id), body: own.body ?? '' }
}

/** @param earlier the answer that is there: it says something else from now on @throws GateError as GitHub's refusal */
export async function writeReply(
  github: GitHub,
  repository: RepositoryName,
  { number, key }: Asked,
  { text, earlier }: { readonly text: string; readonly earlier: Reply | null },
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

function isOwn({ user, body }: Answer<typeof LIST>['data'][number], { id, slug }: AppIdentity, key: string): boolean {
  return isAuthor({ appId: id, slug }, user) && body?.startsWith(markerOf(key)) === true
}
