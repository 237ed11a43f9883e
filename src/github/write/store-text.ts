/** Stores a text on a commit in a neutral check run, which only the App can write and no rule requires. */
import type { Sha } from '../../core/model/commit.ts'
import type { GitHub, RepositoryName } from '../routes.ts'

const CREATE = 'POST /repos/{owner}/{repo}/check-runs'

interface StoredText {
  /** The name of the check run. */
  readonly name: string
  readonly on: Sha
  /** Distinguishes check runs of the same name on a commit. */
  readonly externalId: string
  /** The title, for readers. */
  readonly title: string
  readonly summary: string
  /** The stored text. */
  readonly text: string
}

/** Stores the text. The caller checks that it is not stored yet. @throws GateError for a refusal of GitHub */
export async function storeText(
  github: GitHub,
  repository: RepositoryName,
  { name, on, externalId, title, summary, text }: StoredText,
): Promise<void> {
  await github.request(CREATE, {
    ...repository,
    name,
    head_sha: on,
    external_id: externalId,
    status: 'completed',
    conclusion: 'neutral',
    output: { title, summary, text },
  })
}
