/** The App's own comment under a pull request: found by who wrote it. Nothing is believed that stands in it. */
import { findPaged, PAGE } from '../github/pages.ts'
import type { Answer, GitHub, RepositoryName } from '../github.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const MAX_PAGES = 30

export interface OwnComment {
  readonly id: number
  readonly body: string
}

type Listed = Answer<typeof ROUTE>['data'][number]

/**
 * @param author login of the App; no person's name has brackets
 * @param marker its first line
 * @returns `too-many` when there are more comments than are read: then none is written either
 */
export async function findOwnComment(
  github: GitHub,
  repository: RepositoryName,
  pullRequest: number,
  { author, marker }: { readonly author: string; readonly marker: string },
): Promise<OwnComment | null | 'too-many'> {
  const isOwn = ({ user, body }: Listed) =>
    user?.login === author && user.type === 'Bot' && body?.startsWith(marker) === true
  const asked = { ...repository, issue_number: pullRequest, per_page: PAGE }
  const read = async (page: number) => (await github.request(ROUTE, { ...asked, page })).data
  const own = await findPaged(read, isOwn, MAX_PAGES)
  return own === null || own === 'too-many' ? own : { id: Number(own.id), body: own.body ?? '' }
}
