/** Defines one commit's evidence with its runs, measured now or reused. */

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
  /** In order; later commits are compared with the first. Empty when the evidence was reused. */
  readonly runs: readonly TestRun[]
  /** The document of an equal measurement, rebound to this commit; null when measured now. */
  readonly reused: EvidenceDocument | null
}

/**
 * Finds evidence of an equal measurement. Never reuses worthless evidence: a new measurement may succeed.
 * @param comparedWith the baseline commit, whatever its name was then
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

/** Rebinds names of commits, and the project's own names: a later commit may have added what was missing. */
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
