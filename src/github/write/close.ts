/** Closes a pull request and keeps its branch. */
import type { GitHub, RepositoryName } from '../routes.ts'

const UPDATE = 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}'

/** Closes the pull request. A closed one stays unchanged. @throws GateError for a refusal of GitHub */
export async function closePull(github: GitHub, repository: RepositoryName, number: number): Promise<void> {
  await github.request(UPDATE, { ...repository, pull_number: number, state: 'closed' })
}
