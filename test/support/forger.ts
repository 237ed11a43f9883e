/** Forges the evidence of a run before the App reads it. */
import { canonical } from '../../src/core/util/canonical.ts'
import { toDigest } from '../../src/evidence/digest.ts'
import type { EvidenceDocument, EvidenceIndex } from '../../src/evidence/document.ts'
import { getAudience } from '../../src/evidence/set.ts'
import type { RunEnd } from './gated-branch.ts'
import type { RunRecord } from './github/state.ts'
import type { RunServer } from './run-server.ts'
import type { Signing } from './token-server.ts'
import { zip } from './zip.ts'

export interface Forger {
  readonly github: RunServer
  /** The run of the evidence. */
  readonly run: RunEnd
  /** Another honest run of the same branch that is no longer found. */
  readonly other: RunEnd
  /** The files of the upload. */
  readonly files: Record<string, string>
  readonly index: () => EvidenceIndex
  /** The base's first, then the commits'. */
  readonly documents: () => readonly EvidenceDocument[]
  /** Replaces documents by name; the index lists them as before. */
  readonly put: (documents: readonly EvidenceDocument[]) => void
  /** Replaces documents and index, all digests made anew; the token stays as it was. */
  readonly rewrite: (
    change: (document: EvidenceDocument) => EvidenceDocument,
    changeIndex?: (index: EvidenceIndex) => EvidenceIndex,
  ) => void
  /** A token for what the index says now; by the real issuer unless another key is given. */
  readonly sign: (claims?: Readonly<Record<string, unknown>>, signing?: Signing) => Promise<void>
  readonly setRecord: (change: Partial<RunRecord>) => void
}

export const INDEX = 'evidence/index.json'
export const TOKEN = 'evidence/token.jwt'
export const getName = ({ commit }: Pick<EvidenceDocument, 'commit'>) => `evidence/${commit}.json`

export function getForger(github: RunServer, run: RunEnd, other: RunEnd): Forger {
  const files = { ...run.files }
  const index = (): EvidenceIndex => JSON.parse(files[INDEX] ?? '')
  const documents = () => index().documents.map((listed): EvidenceDocument => JSON.parse(files[getName(listed)] ?? ''))
  const put = (given: readonly EvidenceDocument[]) => {
    for (const document of given) files[getName(document)] = canonical(document)
  }
  return {
    github,
    run,
    other,
    files,
    index,
    documents,
    put,
    rewrite: (change, changeIndex = (same) => same) => {
      const changed = documents().map(change)
      put(changed)
      const listed = changed.map((document) => ({ commit: document.commit, digest: toDigest(document) }))
      files[INDEX] = canonical(changeIndex({ ...index(), documents: listed }))
    },
    sign: async (claims = {}, signing = {}) => {
      files[TOKEN] = await github.sign(getAudience(index()), run.origin, claims, signing)
    },
    setRecord: (change) => {
      run.recorded.record = { ...run.recorded.record, ...change }
    },
  }
}

export async function upload({ run, files }: Forger): Promise<void> {
  if (run.recorded.artifact !== null) run.recorded.artifact.bytes = await zip(files)
}
