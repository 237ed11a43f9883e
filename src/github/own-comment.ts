/** Finds a bot's own comments on an issue or pull request by their author. Their text is never trusted. */

import { allPaged, findPaged, PAGE } from './pages.ts'
import type { Answer, GitHub, RepositoryName } from './routes.ts'
import { orNull } from './status.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const COMMENT = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}'
const MAX_PAGES = 30
/** Further comments are not read. */
export const MAX_COMMENTS = MAX_PAGES * PAGE

export interface OwnComment {
  readonly id: number
  readonly body: string
}

interface CommentQuestion {
  /** The number of the issue or pull request. */
  readonly number: number
  /** Login of the App. Logins of people cannot contain brackets. */
  readonly author: string
  /** The first line of the comment, or its beginning. */
  readonly marker: string
  /** Only comments created or changed since then, ISO 8601. Null or absent: all comments. */
  readonly since?: string | null
}

type Listed = Answer<typeof ROUTE>['data'][number]

/**
 * Finds a comment by its marker. Unedited comments come first, because an edit can forge the marker. @returns
 * `too-many` when there are more comments than are read, so that the result is unknown @throws GateError for a refusal
 * of GitHub
 */
export async function findOwnComment(
  github: GitHub,
  repository: RepositoryName,
  { number, author, marker, since = null }: CommentQuestion,
): Promise<OwnComment | null | 'too-many'> {
  const readPage = getPages(github, repository, number, since)
  const read = async (page: number) =>
    (await readPage(page)).toSorted((one, other) => Number(isEdited(one)) - Number(isEdited(other)))
  const own = await findPaged(read, isOwn(author, marker), MAX_PAGES)
  return own === null || own === 'too-many' ? own : toOwn(own)
}

/** The comments of a bot on one issue or pull request. */
export interface OwnComments {
  /** The first comment with the marker. */
  readonly kept: OwnComment | null | 'too-many'
  /** Edited comments, and those with an unknown beginning. The comment of `kept` is not among them. */
  readonly changed: readonly OwnComment[]
}

/**
 * Reads the bot's comments. @param question.marker the marker of the comment that the author updates @param answers the
 * beginnings of comments that are written once @returns the comment with the marker, and the edited comments of the
 * same pages @throws GateError for a refusal of GitHub
 */
export async function readOwnComments(
  github: GitHub,
  repository: RepositoryName,
  { number, author, marker, since = null }: CommentQuestion,
  answers: string,
): Promise<OwnComments> {
  const seen: Listed[] = []
  const readPage = getPages(github, repository, number, since)
  const read = async (page: number) => {
    const items = await readPage(page)
    seen.push(...items)
    return items
  }
  const current = await findPaged(read, isOwn(author, marker), MAX_PAGES)
  const others = seen.filter((comment) => comment !== current && isOwn(author, '')(comment))
  const changed = others.filter((comment) => isEdited(comment) || comment.body?.startsWith(answers) !== true)
  return { kept: current === null || current === 'too-many' ? current : toOwn(current), changed: changed.map(toOwn) }
}

/**
 * Finds the newest unedited comment with the marker. People with write access can edit a bot's comment, and GitHub
 * still names the bot as its author. @returns null where there is none @throws GateError for a refusal of GitHub
 */
export async function findLastUnedited(
  github: GitHub,
  repository: RepositoryName,
  { number, author, marker, since = null }: CommentQuestion,
): Promise<OwnComment | null> {
  const { items } = await allPaged(getPages(github, repository, number, since), MAX_PAGES)
  const own = items.findLast((comment) => isOwn(author, marker)(comment) && !isEdited(comment))
  return own === undefined ? null : toOwn(own)
}

/**
 * Reads a comment by its id. @returns null where it was deleted, or has another author @throws GateError for a refusal
 * of GitHub
 */
export async function readOwnComment(
  github: GitHub,
  repository: RepositoryName,
  { id, author }: { readonly id: number; readonly author: string },
): Promise<OwnComment | null> {
  const found = await orNull(github.request(COMMENT, { ...repository, comment_id: id }))
  return found !== null && isOwn(author, '')(found.data) ? toOwn(found.data) : null
}

function getPages(github: GitHub, repository: RepositoryName, number: number, since: string | null) {
  const parameters = { ...repository, issue_number: number, per_page: PAGE, ...(since === null ? {} : { since }) }
  return async (page: number) => (await github.request(ROUTE, { ...parameters, page })).data
}

function isOwn(author: string, marker: string): (comment: Listed) => boolean {
  return ({ user, body }) => user?.login === author && user.type === 'Bot' && body?.startsWith(marker) === true
}

/** GitHub's timestamps have whole seconds, so an edit within the second of the creation is not detected. */
function isEdited({ created_at, updated_at }: Listed): boolean {
  return updated_at !== created_at
}

function toOwn(comment: Listed): OwnComment {
  return { id: Number(comment.id), body: comment.body ?? '' }
}
