/** Which pull requests a commit, a branch or a repository leads to. */
import type { Sha } from '../core/commit.ts'
import type { Answer, GitHub, RepositoryName } from '../github.ts'

const OF_COMMIT = 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls'
const LIST = 'GET /repos/{owner}/{repo}/pulls'
const PAGE = 100
/** More open pull requests than one sweep looks at. */
const MAX_PAGES = 30

export type OpenPull = Answer<typeof LIST>['data'][number]

/** @returns numbers of the open pull requests whose head is this commit, in order. @throws GateError as GitHub's refusal */
export async function readHeads(github: GitHub, repository: RepositoryName, head: Sha): Promise<readonly number[]> {
  const found: Answer<typeof OF_COMMIT>['data'] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data } = await github.request(OF_COMMIT, { ...repository, commit_sha: head, per_page: PAGE, page })
    found.push(...data)
    if (data.length < PAGE) break
  }
  const open = found.filter((pull) => pull.state === 'open' && pull.head.sha === head)
  return open.map(({ number }) => number).toSorted((a, b) => a - b)
}

/** @param base only those into this branch; null: all */
export async function openPulls(
  github: GitHub,
  repository: RepositoryName,
  base: string | null,
): Promise<readonly OpenPull[]> {
  const found: OpenPull[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const asked = { ...repository, state: 'open' as const, per_page: PAGE, page, ...(base === null ? {} : { base }) }
    const { data } = await github.request(LIST, asked)
    found.push(...data)
    if (data.length < PAGE) break
  }
  return found
}
