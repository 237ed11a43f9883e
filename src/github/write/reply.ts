/** Replies to a comment once, however often it is handled, and adds a reaction to it. */
import { findLastUnedited, type OwnComment } from '../own-comment.ts'
import { findPaged, PAGE } from '../pages.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../routes.ts'
import { orNull, orNullIfRefused } from '../status.ts'
import { isSameText } from './same.ts'

/** The comment that is answered. */
export interface ReplyPlace {
  /** The number of the issue or pull request. */
  readonly number: number
  /** Identifies the request: letters, digits, `:` and `-`. */
  readonly key: string
  /** The earliest possible time of a reply, ISO 8601; null where it is unknown. */
  readonly since: string | null
}

/** The beginning of every reply. */
export const REPLY_MARKER = '<!-- tdd-gate:reply '

/** Four of GitHub's eight reactions: seen, done, refused, partly done. */
export type Reaction = 'eyes' | '+1' | '-1' | 'confused'

const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const REACT = 'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
export const REACTIONS = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
/** Each person can add eight reactions. Further pages are not read. */
const MAX_REACTION_PAGES = 10
/** The reactions of a handled comment; `eyes` shows only that handling began. */
const SIGNS: readonly string[] = ['+1', '-1', 'confused'] satisfies readonly Reaction[]

/**
 * Finds the reply of the App. People with write access can edit it, so it proves nothing. @returns the newest unedited
 * reply; null when there is none @throws GateError for a refusal of GitHub
 */
export async function findReply(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  { number, key, since }: ReplyPlace,
): Promise<OwnComment | null> {
  const parameters = { number, since, author: getLogin(app), marker: getMarker(key) }
  return findLastUnedited(github, repository, parameters)
}

/**
 * Writes the reply. A reply is never edited, so every edited reply was edited by a person. @param earlier the existing
 * reply @throws GateError for a refusal of GitHub
 */
export async function writeReply(
  github: GitHub,
  repository: RepositoryName,
  { number, key }: ReplyPlace,
  { text, earlier }: { readonly text: string; readonly earlier: OwnComment | null },
): Promise<'created' | 'unchanged'> {
  const body = `${getMarker(key)}\n${text}`
  if (earlier !== null && isSameText(earlier.body, body)) return 'unchanged'
  await github.request(CREATE, { ...repository, issue_number: number, body })
  return 'created'
}

/**
 * Adds a reaction. Where the comment was deleted, or GitHub refuses, the reply is enough. @returns whether the reaction
 * exists @throws GateError `github-unavailable`
 */
export async function react(
  github: GitHub,
  repository: RepositoryName,
  commentId: string,
  content: Reaction,
): Promise<boolean> {
  const reacting = github.request(REACT, { ...repository, comment_id: Number(commentId), content })
  return (await orNullIfRefused(reacting)) !== null
}

/**
 * Returns whether the App's own reaction shows that the comment was handled; false where the comment was deleted. Other
 * accounts cannot add or remove it. @throws GateError for a refusal of GitHub
 */
export async function hasReacted(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  commentId: string,
): Promise<boolean> {
  return (await findSign(github, repository, app, commentId)) !== null
}

/**
 * Returns the App's own reaction to a handled comment; null without one. Other accounts cannot add or remove it.
 * @throws GateError for a refusal of GitHub
 */
export async function findSign(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  commentId: string,
): Promise<Reaction | null> {
  const parameters = { ...repository, comment_id: Number(commentId), per_page: PAGE }
  const read = async (page: number) => (await orNull(github.request(REACTIONS, { ...parameters, page })))?.data ?? []
  const isSign = ({ user, content }: { readonly user: { readonly login: string } | null; readonly content: string }) =>
    user?.login === getLogin(app) && SIGNS.includes(content)
  const sign = await findPaged(read, isSign, MAX_REACTION_PAGES)
  // Too many reactions count as not handled. A repeated decision is stored once.
  return sign === null || sign === 'too-many' ? null : (sign.content as Reaction)
}

function getMarker(key: string): string {
  return `${REPLY_MARKER}${key.replace(/[^\w:-]/g, '')} -->`
}
