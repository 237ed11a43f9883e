/** Defines one commit's evidence with its runs, measured now or reused, and the key that equal measurements share. */
import type { Basis } from '../../core/compare/compare.ts'
import type { TouchedTests } from '../../core/compare/frozen.ts'
import type { MeasurementPlan } from '../../core/evaluate/measurement-plan.ts'
import type { Phase } from '../../core/evaluate/phase.ts'
import type { Commit, FileChange, Sha } from '../../core/model/commit.ts'
import type { SurvivingMutant } from '../../core/model/counterfactuals.ts'
import type { Evidence } from '../../core/model/evidence.ts'
import { isUnmeasured } from '../../core/model/evidence.ts'
import type { Cycle, GateState } from '../../core/model/state.ts'
import type { TestRun } from '../../core/model/test-run.ts'
import { toDigest } from '../../evidence/digest.ts'
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
  { store, criteria, isOurs }: Session,
  wanted: Pick<Measurement, 'commit' | 'phase' | 'key'>,
  comparedWith: Sha,
): Measurement | null {
  const { key, commit } = wanted
  const document = store.find(key)
  if (document === null || document.key !== key || isUnmeasured(document.evidence)) return null
  const isBound = [document, document.evidence].every(
    ({ tree, policyDigest }) => tree === commit.tree && policyDigest === criteria.policyDigest,
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

interface HeldParts extends Pick<GateState, 'demanded'> {
  readonly touched: ReadonlyMap<Sha, TouchedTests>
}

export interface MeasurementParts {
  readonly commit: Pick<Commit, 'tree' | 'changes'>
  /** Null for the base, which is not judged. */
  readonly parentTree: Sha | null
  /** The tree of the comparison; null for the base. */
  readonly baselineTree: Sha | null
  readonly phase: Phase
  /** The changes that the commit answers for. */
  readonly changes: readonly FileChange[]
  readonly plan: MeasurementPlan
  readonly basis: Pick<Basis, 'openTests' | 'openFiles' | 'answered'>
  /** Open cycles: finished ones run again, and once more without the production change. */
  readonly cycles: readonly Pick<Cycle, 'tests' | 'files' | 'watch'>[]
  readonly policyDigest: string
  /** At the head: the tests that run there in their old form. */
  readonly held?: HeldParts
  /** At the head of a branch with several suites: all of them run there. */
  readonly isWhole?: true
  /** A RED that does not claim to fail: where its tests pass at once, it answers for the branch. */
  readonly mayPassAtOnce?: true
  /** Small changes of earlier commits that a RED is asked about. */
  readonly unnoticed?: readonly SurvivingMutant[]
}

/**
 * Computes a sha256 in hexadecimal digits. Equal keys mean equal measurements, so that a rebase to equal trees reuses
 * its evidence. The machine is not part of the key: the judge works on another one than the measuring job.
 */
export function measurementKey(parts: MeasurementParts): string {
  const { commit, parentTree, baselineTree, phase, changes, plan, basis, cycles, policyDigest } = parts
  return toDigest({
    kind: 'tdd-gate/measurement',
    policyDigest,
    phase,
    plan,
    tree: commit.tree,
    parentTree,
    settledTree: baselineTree,
    changes: commit.changes,
    answersFor: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    openTests: [...basis.openTests].toSorted(),
    openFiles: [...basis.openFiles].toSorted(),
    ...(basis.answered?.size ? { answered: [...basis.answered.values()] } : {}),
    ...(parts.held ? { held: getHeld(parts.held) } : {}),
    ...(parts.isWhole ? { isWhole: true } : {}),
    ...(parts.mayPassAtOnce ? { mayPassAtOnce: true } : {}),
    ...(parts.unnoticed?.length ? { unnoticed: parts.unnoticed } : {}),
    cycles: cycles.map(({ tests, files, watch }) => ({ tests, files, watch })),
  })
}

function getHeld({ touched, demanded }: HeldParts) {
  const forms = [...touched.values()].map(({ drivers, changed }) => ({ drivers, changed: [...changed.values()] }))
  return { forms, demanded: [...demanded].toSorted() }
}
