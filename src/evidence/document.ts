/** The evidence document: a measurement, with the commit, run, repository and policy that it belongs to. */
import type { Sha } from '../core/model/commit.ts'
import type { Evidence } from '../core/model/evidence.ts'
import { type Isolation, weakestIsolation } from '../core/model/isolation.ts'

/** GitHub limits the text of a check run to 65,535 characters. The remainder is for the text around the document. */
export const MAX_DOCUMENT_CHARACTERS = 60_000
/** Limit of the evidence itself, so that the binding and the list of runs always fit. */
export const MAX_EVIDENCE_CHARACTERS = 54_000

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
export interface EvidenceDocument {
  readonly schemaVersion: 1
  readonly kind: 'tdd-gate/evidence'
  /** The sha256 over all inputs of the measurement. Equal keys mean equal measurements, whatever the commit's id. */
  readonly key: string
  readonly repository: { readonly id: string; readonly name: string }
  readonly pullRequest: number | null
  readonly commit: Sha
  readonly tree: Sha
  /** Null for a root commit. */
  readonly parent: Sha | null
  readonly policyDigest: string
  readonly level: TrustLevel
  /** The run that wrote this document. */
  readonly run: RunOrigin
  /** The run that executed the tests: an earlier one when its measurement was reused. */
  readonly measured: RunId & { readonly commit: Sha }
  readonly evidence: Evidence
  /**
   * The TestRuns behind the evidence, in order, as archived in the artifact. Later commits are compared with the first.
   */
  readonly runs: readonly ArchivedRun[]
}

export interface ArchivedRun {
  /** The sha256 of the canonical JSON of the TestRun. */
  readonly digest: string
  readonly tests: number
}

/** Returns the document with its version and kind. */
export function makeDocument(parts: Omit<EvidenceDocument, 'schemaVersion' | 'kind'>): EvidenceDocument {
  return { schemaVersion: 1, kind: 'tdd-gate/evidence', ...parts }
}

/** Returns the index with its version and kind. */
export function makeIndex(parts: Omit<EvidenceIndex, 'schemaVersion' | 'kind'>): EvidenceIndex {
  return { schemaVersion: 1, kind: 'tdd-gate/evidence-index', ...parts }
}

/** The list of a run's documents. Its digest is the audience of the run's token, which therefore attests them. */
export interface EvidenceIndex {
  readonly schemaVersion: 1
  readonly kind: 'tdd-gate/evidence-index'
  readonly repository: { readonly id: string; readonly name: string }
  readonly pullRequest: number | null
  readonly base: Sha
  readonly head: Sha
  readonly policyDigest: string
  readonly level: TrustLevel
  readonly run: RunOrigin
  /** The digest of `evidence/branch.json`; null where the facts exceed the limit of their reader. */
  readonly branch: string | null
  /** The base's own evidence first, where it was measured; then that of the commits, oldest first. */
  readonly documents: readonly { readonly commit: Sha; readonly digest: string }[]
}

/** Returns the weakest isolation of all documents; null where none states it. */
export function findWeakestIsolation(documents: readonly Pick<EvidenceDocument, 'evidence'>[]): Isolation | null {
  return weakestIsolation(documents.flatMap(({ evidence }) => evidence.isolation ?? []))
}
