/** Whose work is judged: names in commits are what their writers say, who pushed them is what GitHub saw. */
import type { Sha } from '../core/commit.ts'
import { PAGE } from '../github/pages.ts'
import type { GitHub, RepositoryName } from '../github.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/actions/runs'

export interface Work {
  readonly branch: string
  /** The judged ones. */
  readonly commits: readonly Sha[]
  /** Logins: who opened the pull request, and whom GitHub knows by the commits. */
  readonly named: readonly string[]
}

/**
 * Runs on `push` tell who pushed their head; runs on other events tell who did something else, and count nobody.
 * @returns logins, each once; more than the named ones where workflows run on push
 * @throws GateError as GitHub's refusal: who is not known cannot be told apart
 */
export async function authorsOf(
  github: GitHub,
  repository: RepositoryName,
  { branch, commits, named }: Work,
): Promise<readonly string[]> {
  const { data } = await github.request(ROUTE, { ...repository, branch, event: 'push', per_page: PAGE })
  const judged = new Set(commits)
  const pushers = data.workflow_runs
    .filter(({ event, head_sha }) => event === 'push' && judged.has(head_sha))
    .map(({ actor }) => actor?.login ?? '')
  return [...new Set([...named, ...pushers])].filter((login) => login !== '')
}
