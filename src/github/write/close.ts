/** Closes a pull request; its branch stays. */
import type { GitHub, RepositoryName } from '../routes.ts'

const UPDATE = 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}'

/** Closing what is closed changes nothing. @throws GateError as GitHub's refusal */
export async function closePull(github: GitHub, repository: RepositoryName, number: number): Promise<void> {
  await github.request(UPDATE, { ...repository, pull_number: number, state: 'closed' })
}
