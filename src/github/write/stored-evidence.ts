/** Keeps evidence in a check run of the App, once for every run that judged a head. */
import type { Sha } from '../../core/model/commit.ts'
import type { GitHub, RepositoryName } from '../routes.ts'
import { type Author, isApp } from './author.ts'
import type { ExistingCheck } from './check-run.ts'
import { keepText } from './store-text.ts'

export interface KeptEvidence {
  readonly name: string
  readonly head: Sha
  readonly externalId: string
  /** Asked only where it is not kept yet; null: it is more than a check run holds. */
  readonly toText: () => string | null
}

/** @returns `none` where it is too large @throws GateError as GitHub's refusal */
export async function keepEvidence(
  github: GitHub,
  repository: RepositoryName,
  { name, head, externalId, toText }: KeptEvidence,
  { existing, author }: { readonly existing: readonly ExistingCheck[]; readonly author: Author },
): Promise<'created' | 'unchanged' | 'none'> {
  const isKept = (check: ExistingCheck) =>
    isApp(author, check.app) && check.name === name && check.head_sha === head && check.external_id === externalId
  if (existing.some(isKept)) return 'unchanged'
  const text = toText()
  if (text === null) return 'none'
  await keepText(github, repository, {
    ...{ name, on: head, externalId, text, title: 'Evidence' },
    summary: 'What this head was judged by, compressed, for when the artifact is gone.',
  })
  return 'created'
}
