/** A bot's own comment under an issue or pull request: found by who wrote it. Nothing is believed that stands in it. */

import { allPaged, findPaged, PAGE } from './pages.ts'
import type { Answer, GitHub, RepositoryName } from './routes.ts'
import { orNull } from './status.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const COMMENT = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}'
const MAX_PAGES = 30
/** More comments than these are not read. */
export const MAX_COMMENTS = MAX_PAGES * PAGE

export interface OwnComment {
  readonly id: number
  readonly body: string
  /** By whoever may write, the bot itself among them. */
  readonly isEdited: boolean
}

export interface CommentQuestion {
  /** Of the issue or pull request. */
  readonly number: number
  /** Login of the App; no person's name has brackets. */
  readonly author: string
  /** Its first line, or the beginning of it. */
  readonly marker: string
  /** Only what was written or changed since then, ISO 8601; null, or left out: of any time. */
  readonly since?: string | null
}

type Listed = Answer<typeof ROUTE>['data'][number]

/**
 * What nobody edited comes first: anybody may have made another one of the same bot look like it.
 * @returns `too-many` when there are more comments than are read: nobody knows whether it is there
 * @throws GateError as GitHub's refusal
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

/** What a bot has written in one place. */
export interface OwnComments {
  /** The first that begins with the marker. */
  readonly kept: OwnComment | null | 'too-many'
  /** What is not as the bot left it: edited, or without any beginning of its own. The kept one is not among them. */
  readonly changed: readonly OwnComment[]
}

/**
 * @param question.marker of the one comment that its author writes again and again
 * @param answers how those begin that are written once
 * @returns the kept one, and of the same pages what is not the author's word any more
 * @throws GateError as GitHub's refusal
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
  const kept = await findPaged(read, isOwn(author, marker), MAX_PAGES)
  const others = seen.filter((comment) => comment !== kept && isOwn(author, '')(comment))
  const changed = others.filter((comment) => isEdited(comment) || comment.body?.startsWith(answers) !== true)
  return { kept: kept === null || kept === 'too-many' ? kept : toOwn(kept), changed: changed.map(toOwn) }
}

/**
 * Whoever may write may edit what a bot wrote, and GitHub goes on to name the bot as its author.
 * @returns the newest that nobody has edited; null where none was found
 * @throws GateError as GitHub's refusal
 */
export async function lastUnedited(
  github: GitHub,
  repository: RepositoryName,
  { number, author, marker, since = null }: CommentQuestion,
): Promise<OwnComment | null> {
  const { items } = await allPaged(getPages(github, repository, number, since), MAX_PAGES)
  const own = items.findLast((comment) => isOwn(author, marker)(comment) && !isEdited(comment))
  return own === undefined ? null : toOwn(own)
}

/** @returns null where it is gone, or is not the author's @throws GateError as GitHub's refusal */
export async function readOwnComment(
  github: GitHub,
  repository: RepositoryName,
  { id, author }: { readonly id: number; readonly author: string },
): Promise<OwnComment | null> {
  const found = await orNull(github.request(COMMENT, { ...repository, comment_id: id }))
  return found !== null && isOwn(author, '')(found.data) ? toOwn(found.data) : null
}

function getPages(github: GitHub, repository: RepositoryName, number: number, since: string | null) {
  const asked = { ...repository, issue_number: number, per_page: PAGE, ...(since === null ? {} : { since }) }
  return async (page: number) => (await github.request(ROUTE, { ...asked, page })).data
}

function isOwn(author: string, marker: string): (comment: Listed) => boolean {
  return ({ user, body }) => user?.login === author && user.type === 'Bot' && body?.startsWith(marker) === true
}

/** GitHub's clock has whole seconds: who edits in the very second of the writing is not seen here. */
function isEdited({ created_at, updated_at }: Listed): boolean {
  return updated_at !== created_at
}

function toOwn(comment: Listed): OwnComment {
  return { id: Number(comment.id), body: comment.body ?? '', isEdited: isEdited(comment) }
}
