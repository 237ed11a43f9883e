/** A bot's own comment under an issue or pull request: found by who wrote it. Nothing is believed that stands in it. */
import type { Answer, GitHub, RepositoryName } from '../github.ts'
import { findPaged, PAGE } from './pages.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const MAX_PAGES = 30
/** More comments than these are not read. */
export const MAX_COMMENTS = MAX_PAGES * PAGE

export interface OwnComment {
  readonly id: number
  readonly body: string
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
 * @returns `too-many` when there are more comments than are read: nobody knows whether it is there
 * @throws GateError as GitHub's refusal
 */
export async function findOwnComment(
  github: GitHub,
  repository: RepositoryName,
  { number, author, marker, since = null }: CommentQuestion,
): Promise<OwnComment | null | 'too-many'> {
  const asked = { ...repository, issue_number: number, per_page: PAGE, ...(since === null ? {} : { since }) }
  const read = async (page: number) => (await github.request(ROUTE, { ...asked, page })).data
  const isOwn = ({ user, body }: Listed) =>
    user?.login === author && user.type === 'Bot' && body?.startsWith(marker) === true
  const own = await findPaged(read, isOwn, MAX_PAGES)
  return own === null || own === 'too-many' ? own : { id: Number(own.id), body: own.body ?? '' }
}
