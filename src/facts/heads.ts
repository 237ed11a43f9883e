/** Which pull requests a commit, a branch or a repository leads to. */
import type { Sha } from '../core/commit.ts'
import { allPaged, PAGE } from '../github/pages.ts'
import type { Answer, GitHub, RepositoryName } from '../github.ts'

const OF_COMMIT = 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls'
const LIST = 'GET /repos/{owner}/{repo}/pulls'
/** More open pull requests than one sweep looks at. */
const MAX_PAGES = 30

export type OpenPull = Answer<typeof LIST>['data'][number]

/** @returns numbers of the open pull requests whose head is this commit, in order. @throws GateError as GitHub's refusal */
export async function readHeads(github: GitHub, repository: RepositoryName, head: Sha): Promise<readonly number[]> {
  const asked = { ...repository, commit_sha: head, per_page: PAGE }
  const read = async (page: number) => (await github.request(OF_COMMIT, { ...asked, page })).data
  const { items } = await allPaged(read, MAX_PAGES)
  const open = items.filter((pull) => pull.state === 'open' && pull.head.sha === head)
  return open.map(({ number }) => number).toSorted((a, b) => a - b)
}

/** @param base only those into this branch; null: all */
export async function openPulls(
  github: GitHub,
  repository: RepositoryName,
  base: string | null,
): Promise<readonly OpenPull[]> {
  const asked = { ...repository, state: 'open' as const, per_page: PAGE, ...(base === null ? {} : { base }) }
  const read = async (page: number) => (await github.request(LIST, { ...asked, page })).data
  return (await allPaged(read, MAX_PAGES)).items
}
