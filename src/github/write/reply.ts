/** Answers a comment: once, however often it is handled, and by a reaction on the comment itself. */
import { GateError } from '../../core/model/errors.ts'
import { lastUnedited, type OwnComment } from '../own-comment.ts'
import { findPaged, PAGE } from '../pages.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../routes.ts'
import { orNull } from '../status.ts'
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

/** How every answer begins. */
export const REPLY_MARKER = '<!-- tdd-gate:reply '

/** GitHub knows eight; these say: seen, done, not done, some of it. */
export type Reaction = 'eyes' | '+1' | '-1' | 'confused'

const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const REACT = 'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
const REACTIONS = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
/** Each person has eight: a comment that so many people signed is looked at no further. */
const MAX_REACTION_PAGES = 10
/** Those that say that all of it was done; `eyes` only says that it began. */
const SIGNS: readonly string[] = ['+1', '-1', 'confused'] satisfies readonly Reaction[]

/**
 * Anybody who writes may edit it: it shows what was said, and is no proof that anything was done.
 * @returns what the App answered last, and nobody has edited since; null when there is none
 * @throws GateError as GitHub's refusal
 */
export async function findReply(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  { number, key, since }: Asked,
): Promise<OwnComment | null> {
  const asked = { number, since, author: getLogin(app), marker: getMarker(key) }
  return lastUnedited(github, repository, asked)
}

/**
 * An answer is never edited, so that whatever is edited is known to be somebody else's words.
 * @param earlier the answer that is there @throws GateError as GitHub's refusal
 */
export async function writeReply(
  github: GitHub,
  repository: RepositoryName,
  { number, key }: Asked,
  { text, earlier }: { readonly text: string; readonly earlier: OwnComment | null },
): Promise<'created' | 'unchanged'> {
  const body = `${getMarker(key)}\n${text}`
  if (earlier !== null && isSameText(earlier.body, body)) return 'unchanged'
  await github.request(CREATE, { ...repository, issue_number: number, body })
  return 'created'
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

/**
 * Only the App can put its own reaction there or take it away.
 * @returns whether it says that the comment was dealt with; false where the comment is gone
 * @throws GateError as GitHub's refusal
 */
export async function hasReacted(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  commentId: string,
): Promise<boolean> {
  const asked = { ...repository, comment_id: Number(commentId), per_page: PAGE }
  const read = async (page: number) => (await orNull(github.request(REACTIONS, { ...asked, page })))?.data ?? []
  const isSign = ({ user, content }: { readonly user: { readonly login: string } | null; readonly content: string }) =>
    user?.login === getLogin(app) && SIGNS.includes(content)
  const sign = await findPaged(read, isSign, MAX_REACTION_PAGES)
  // Better done twice than not at all: what is decided is kept once.
  return sign !== null && sign !== 'too-many'
}

function getMarker(key: string): string {
  return `${REPLY_MARKER}${key.replace(/[^\w:-]/g, '')} -->`
}
