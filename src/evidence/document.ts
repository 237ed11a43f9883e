/** Evidence as it travels: bound to what was measured, and where and under which terms that was done. */
import type { Sha } from '../core/model/commit.ts'
import type { Evidence } from '../core/model/evidence.ts'

/** A check run's text on GitHub holds 65,535 characters; the rest is for the words around it. */
export const MAX_DOCUMENT_CHARACTERS = 60_000
/** What the evidence itself may take, so that the binding and the list of runs always find room. */
export const MAX_EVIDENCE_CHARACTERS = 54_000

/**
 * How far evidence can be trusted: `attested` by a token of the workflow that judged, `verified-run` by GitHub's record of
 * the run only (forks get no token), `self-published` by a workflow that the branch could change.
 */
export type TrustLevel = 'attested' | 'verified-run' | 'self-published'

/** Weakest first. */
const TRUST_LEVELS: readonly TrustLevel[] = ['self-published', 'verified-run', 'attested']

/** What holds of all of them; of none, the least. */
export function getWeakest(levels: readonly TrustLevel[]): TrustLevel {
  return TRUST_LEVELS.find((level) => levels.includes(level)) ?? 'self-published'
}

/** A run of a workflow, as GitHub numbers it. */
export interface RunId {
  /** Decimal digits: GitHub's ids are larger than JavaScript's safe integers may one day be. */
  readonly id: string
  readonly attempt: number
}

/** Where a document was made. */
export interface RunOrigin extends RunId {
  readonly event: string
  /** The head that the run was about: never the merge commit of `pull_request`. */
  readonly head: Sha
}

/** One commit's evidence: what leaves the judge, what the App stores, what a later run uses again. */
export interface EvidenceDocument {
  readonly schemaVersion: 1
  readonly kind: 'tdd-gate/evidence'
  /** sha256 over everything the measurement depended on: an equal key is an equal measurement, whatever the commit is called. */
  readonly key: string
  readonly repository: { readonly id: string; readonly name: string }
  readonly pullRequest: number | null
  readonly commit: Sha
  readonly tree: Sha
  /** Null for a commit without parent. */
  readonly parent: Sha | null
  readonly policyDigest: string
  readonly level: TrustLevel
  /** The run that wrote this document. */
  readonly run: RunOrigin
  /** The run whose test executions it tells of: an earlier one when it was used again. */
  readonly measured: RunId & { readonly commit: Sha }
  readonly evidence: Evidence
  /** The TestRuns it was made from, in order, as they lie in the artifact; the first is what later commits are compared with. */
  readonly runs: readonly ArchivedRun[]
}

export interface ArchivedRun {
  /** sha256 of the canonical JSON of the TestRun. */
  readonly digest: string
  readonly tests: number
}

/** @returns the document with its version and kind. */
export function makeDocument(parts: Omit<EvidenceDocument, 'schemaVersion' | 'kind'>): EvidenceDocument {
  return { schemaVersion: 1, kind: 'tdd-gate/evidence', ...parts }
}

/** @returns the index with its version and kind. */
export function makeIndex(parts: Omit<EvidenceIndex, 'schemaVersion' | 'kind'>): EvidenceIndex {
  return { schemaVersion: 1, kind: 'tdd-gate/evidence-index', ...parts }
}

/** What one run of the gate vouches for: its digest is the audience of the token. */
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
  /** Digest of the facts of the branch, `evidence/branch.json`; null where they were larger than anybody reads. */
  readonly branch: string | null
  /** The base's own evidence first, where it was measured; then the commits, oldest first. */
  readonly documents: readonly { readonly commit: Sha; readonly digest: string }[]
}
