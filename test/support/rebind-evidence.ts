/** Evidence as a judge would leave it for the same commits in another repository: only what it is bound to is another one. */
import { canonical } from '../../src/core/util/canonical.ts'
import { toDigest } from '../../src/evidence/digest.ts'
import type { EvidenceDocument, EvidenceIndex, RunOrigin } from '../../src/evidence/document.ts'

export type EvidenceFolder = Readonly<Record<string, string>>

export interface Binding {
  readonly repository: { readonly id: string; readonly name: string }
  readonly pullRequest: number
  readonly run: RunOrigin
  /** The run of a commit there, for the one that measured it here. */
  readonly measuredBy: (run: string) => string
}

const INDEX = 'evidence/index.json'
const BRANCH = 'evidence/branch.json'

/** @param files of a folder whose documents were measured for real; what is no evidence is left out */
export function rebind(files: EvidenceFolder, { measuredBy, ...bound }: Binding): EvidenceFolder {
  const index: EvidenceIndex = JSON.parse(files[INDEX] ?? '')
  const documents = index.documents.map(({ commit }): EvidenceDocument => {
    const document: EvidenceDocument = JSON.parse(files[`evidence/${commit}.json`] ?? '')
    return { ...document, ...bound, measured: { ...document.measured, id: measuredBy(document.measured.id) } }
  })
  const listed = documents.map((document) => ({ commit: document.commit, digest: toDigest(document) }))
  return {
    ...Object.fromEntries(documents.map((document) => [`evidence/${document.commit}.json`, canonical(document)])),
    [BRANCH]: files[BRANCH] ?? '',
    [INDEX]: canonical({ ...index, ...bound, documents: listed }),
  }
}
