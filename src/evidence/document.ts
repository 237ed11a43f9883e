/** The evidence document: a measurement, with the commit, run, repository and policy that it belongs to. */
import type * as z from 'zod'
import type { Sha } from '../core/model/commit.ts'
import type { DeepReadonly } from './fields.ts'
import type { DocumentFile, IndexFile } from './schema.ts'

/**
 * The trust in evidence. `attested`: a token of the judging workflow vouches for it. `verified-run`: only GitHub's
 * record of the run does, since forks get no token. `self-published`: a workflow that the branch could change published
 * it.
 */
export type TrustLevel = 'attested' | 'verified-run' | 'self-published'

/** Weakest first. */
const TRUST_LEVELS: readonly TrustLevel[] = ['self-published', 'verified-run', 'attested']

/** Returns the weakest of the levels; the weakest possible for an empty list. */
export function findWeakestLevel(levels: readonly TrustLevel[]): TrustLevel {
  return TRUST_LEVELS.find((level) => levels.includes(level)) ?? 'self-published'
}

/** A workflow run, as GitHub numbers it. */
export interface RunId {
  /** Decimal digits: an id may exceed JavaScript's safe integers. */
  readonly id: string
  readonly attempt: number
}

/** The run that made a document. */
export interface RunOrigin extends RunId {
  readonly event: string
  /** The head that the run judged: never the merge commit of `pull_request`. */
  readonly head: Sha
}

/** The evidence of one commit. The judge publishes it, the App stores it, and later runs reuse it. */
export type EvidenceDocument = DeepReadonly<z.infer<typeof DocumentFile>>

export type ArchivedRun = EvidenceDocument['runs'][number]

/** The list of a run's documents. Its digest is the audience of the run's token, which therefore attests them. */
export type EvidenceIndex = DeepReadonly<z.infer<typeof IndexFile>>

/** Returns the document with its version and kind. */
export function makeDocument(parts: Omit<EvidenceDocument, 'schemaVersion' | 'kind'>): EvidenceDocument {
  return { schemaVersion: 1, kind: 'tdd-gate/evidence', ...parts }
}

/** Returns the index with its version and kind. */
export function makeIndex(parts: Omit<EvidenceIndex, 'schemaVersion' | 'kind'>): EvidenceIndex {
  return { schemaVersion: 1, kind: 'tdd-gate/evidence-index', ...parts }
}
