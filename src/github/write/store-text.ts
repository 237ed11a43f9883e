/** Keeps a text on a commit, where only the App can write: in a check run that judges nothing, and that nothing requires. */
import type { Sha } from '../../core/model/commit.ts'
import type { GitHub, RepositoryName } from '../routes.ts'

const CREATE = 'POST /repos/{owner}/{repo}/check-runs'

export interface KeptText {
  /** Of the check run. */
  readonly name: string
  readonly on: Sha
  /** Tells it from others of that name on that commit. */
  readonly externalId: string
  /** For people who come by. */
  readonly title: string
  readonly summary: string
  /** What is kept. */
  readonly text: string
}

/** Whether it is there already, the caller knows. @throws GateError as GitHub's refusal */
export async function keepText(
  github: GitHub,
  repository: RepositoryName,
  { name, on, externalId, title, summary, text }: KeptText,
): Promise<void> {
  await github.request(CREATE, {
    ...{ ...repository, name, head_sha: on, external_id: externalId },
    ...{ status: 'completed', conclusion: 'neutral', output: { title, summary, text } },
  })
}
