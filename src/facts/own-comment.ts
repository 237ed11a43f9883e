/** The App's own comment under a pull request: found by who wrote it. Nothing is believed that stands in it. */
import type { Answer, GitHub, RepositoryName } from '../github.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const PAGE = 100
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
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const asked = { ...repository, issue_number: pullRequest, per_page: PAGE, page }
    const { data } = await github.request(ROUTE, asked)
    const own = data.find(isOwn)
    if (own !== undefined) return { id: Number(own.id), body: own.body ?? '' }
    if (data.length < PAGE) return null
  }
  return 'too-many'
}
