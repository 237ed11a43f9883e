/** Stores evidence in a check run of the App, once for every run that judged a head. */
import type { Sha } from '../../core/model/commit.ts'
import type { GitHub, RepositoryName } from '../routes.ts'
import { writeTexts } from '../texts.ts'
import { type Author, isApp } from './author.ts'
import type { ExistingCheck } from './check-run.ts'
import { storeText } from './store-text.ts'

interface PackedEvidence {
  readonly name: string
  readonly head: Sha
  readonly externalId: string
  /** Packs the evidence, if it is not stored yet; null: it exceeds the limit of a check run. */
  readonly toText: () => string | null
}

/** Stores the evidence. @returns `none` where it is too large @throws GateError for a refusal of GitHub */
export async function storeEvidence(
  github: GitHub,
  repository: RepositoryName,
  { name, head, externalId, toText }: PackedEvidence,
  { existing, author }: { readonly existing: readonly ExistingCheck[]; readonly author: Author },
): Promise<'created' | 'unchanged' | 'none'> {
  const isKept = (check: ExistingCheck) =>
    isApp(author, check.app) && check.name === name && check.head_sha === head && check.external_id === externalId
  if (existing.some(isKept)) return 'unchanged'
  const text = toText()
  if (text === null) return 'none'
  await storeText(github, repository, {
    name,
    on: head,
    externalId,
    text,
    title: 'Evidence',
    summary: writeTexts.evidenceRecord,
  })
  return 'created'
}
