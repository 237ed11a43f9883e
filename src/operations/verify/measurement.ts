/** One commit's evidence with what it was made from, measured now or found again. */

import type { Phase } from '../../core/evaluate/phase.ts'
import type { Commit, Sha } from '../../core/model/commit.ts'
import type { Evidence } from '../../core/model/evidence.ts'
import { isUnmeasured } from '../../core/model/evidence.ts'
import type { TestRun } from '../../core/model/test-run.ts'
import type { EvidenceDocument } from '../../evidence/document.ts'
import type { Session } from './session.ts'

export interface Measurement {
  readonly commit: Commit
  /** `start` for the base. */
  readonly phase: Phase
  readonly key: string
  readonly evidence: Evidence
  /** In order; the first is what later commits are compared with. None where the evidence was found again. */
  readonly runs: readonly TestRun[]
  /** The document of an equal measurement, bound to this commit anew; null where it was measured now. */
  readonly reused: EvidenceDocument | null
}

/**
 * Evidence of an equal measurement. What is worth nothing is never used again: measuring may go better now.
 * @param comparedWith the settled commit, whatever it was called then
 */
export function findMeasurement(
  { store, terms, isOurs }: Session,
  wanted: Pick<Measurement, 'commit' | 'phase' | 'key'>,
  comparedWith: Sha,
): Measurement | null {
  const { key, commit } = wanted
  const document = store.find(key)
  if (document === null || document.key !== key || isUnmeasured(document.evidence)) return null
  const isBound = [document, document.evidence].every(
    ({ tree, policyDigest }) => tree === commit.tree && policyDigest === terms.policyDigest,
  )
  if (!isBound) return null
  const evidence = bindAnew(document.evidence, commit, comparedWith, isOurs)
  return { ...wanted, evidence, runs: [], reused: document }
}

/** Names of commits, and what belongs to the project: a later commit may have brought what was missing. */
function bindAnew(evidence: Evidence, { sha }: Commit, comparedWith: Sha, isOurs: Session['isOurs']): Evidence {
  const own = <T extends Evidence['failing'][number] | Evidence['loadFailures'][number]>(failure: T): T =>
    failure.missing === null ? failure : { ...failure, isMissingOurs: isOurs(failure.missing, failure.file) }
  return {
    ...evidence,
    commit: sha,
    comparedWith,
    failing: evidence.failing.map(own),
    loadFailures: evidence.loadFailures.map(own),
  }
}
