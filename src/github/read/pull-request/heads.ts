/** Finds the pull requests of a commit, a branch or a repository. */
import type { Sha } from '../../../core/model/commit.ts'
import { allPaged, PAGE } from '../../pages.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'
import { NO_SUCH_COMMIT, orNull } from '../../status.ts'

const OF_COMMIT = 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls'
const LIST = 'GET /repos/{owner}/{repo}/pulls'
/** Bound on the pages of open pull requests in one sweep. */
const MAX_PAGES = 30

export type OpenPull = Answer<typeof LIST>['data'][number]

/**
 * Returns the numbers of the open pull requests whose head is this commit, in ascending order. @throws GateError for a
 * refusal of GitHub
 */
export async function readHeads(github: GitHub, repository: RepositoryName, head: Sha): Promise<readonly number[]> {
  const open = (await pullsWith(github, repository, head)).filter(({ state }) => state === 'open')
  return open.map(({ number }) => number).toSorted((a, b) => a - b)
}

/**
 * Finds an open pull request in the list of its head. @returns null where its head is another commit, or it is closed
 * @throws GateError for a refusal of GitHub
 */
export async function findAtHead(
  github: GitHub,
  repository: RepositoryName,
  number: number,
  head: Sha,
): Promise<OpenPull | null> {
  const pulls = (await orNull(pullsWith(github, repository, head), NO_SUCH_COMMIT)) ?? []
  return pulls.find((pull) => pull.number === number && pull.state === 'open') ?? null
}

/**
 * Returns whether several pull requests have this head now, or had it when they were closed. @throws GateError for a
 * refusal of GitHub
 */
export async function isShared(github: GitHub, repository: RepositoryName, head: Sha): Promise<boolean> {
  return (await pullsWith(github, repository, head)).length > 1
}

async function pullsWith(github: GitHub, repository: RepositoryName, head: Sha) {
  const parameters = { ...repository, commit_sha: head, per_page: PAGE }
  const read = async (page: number) => (await github.request(OF_COMMIT, { ...parameters, page })).data
  const { items } = await allPaged(read, MAX_PAGES)
  return items.filter((pull) => pull.head.sha === head)
}

/** Lists open pull requests. @param base only those into this branch; null: all */
export async function listOpenPulls(
  github: GitHub,
  repository: RepositoryName,
  base: string | null,
): Promise<readonly OpenPull[]> {
  const parameters = { ...repository, state: 'open' as const, per_page: PAGE, ...(base === null ? {} : { base }) }
  const read = async (page: number) => (await github.request(LIST, { ...parameters, page })).data
  return (await allPaged(read, MAX_PAGES)).items
}
