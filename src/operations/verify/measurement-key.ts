/** Computes the key of a measurement: a digest of everything that affects its evidence, without names of commits. */

import type { Basis } from '../../core/compare/compare.ts'
import type { MeasurementPlan } from '../../core/evaluate/measurement-plan.ts'
import type { Phase } from '../../core/evaluate/phase.ts'
import type { Commit, FileChange, Sha } from '../../core/model/commit.ts'
import type { Cycle, GateState } from '../../core/model/state.ts'
import { toDigest } from '../../evidence/digest.ts'

export interface MeasurementParts {
  readonly commit: Pick<Commit, 'tree' | 'changes'>
  /** Null for the base, which is not judged. */
  readonly parentTree: Sha | null
  /** The tree of the comparison; null for the base. */
  readonly settledTree: Sha | null
  readonly phase: Phase
  /** The changes that the commit answers for. */
  readonly changes: readonly FileChange[]
  readonly plan: MeasurementPlan
  readonly basis: Pick<Basis, 'openTests' | 'openFiles' | 'answered'>
  /** Open cycles: finished ones run again, and once more without the production change. */
  readonly cycles: readonly Pick<Cycle, 'tests' | 'files' | 'watch'>[]
  readonly policyDigest: string
  /** At the head: the tests that run there in their old form. */
  readonly held?: Pick<GateState, 'frozen' | 'demanded'>
  /** At the head of a branch with several suites: all of them run there. */
  readonly isWhole?: true
}

/**
 * Computes a sha256 in hexadecimal digits. Equal keys mean equal measurements, so that a rebase to equal trees reuses
 * its evidence. The machine is not part of the key: the judge works on another one than the measuring job.
 */
export function measurementKey(parts: MeasurementParts): string {
  const { commit, parentTree, settledTree, phase, changes, plan, basis, cycles, policyDigest } = parts
  return toDigest({
    kind: 'tdd-gate/measurement',
    policyDigest,
    phase,
    plan,
    tree: commit.tree,
    parentTree,
    settledTree,
    changes: commit.changes,
    answersFor: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    openTests: [...basis.openTests].toSorted(),
    openFiles: [...basis.openFiles].toSorted(),
    ...(basis.answered?.size ? { answered: [...basis.answered.values()] } : {}),
    ...(parts.held ? { held: getHeld(parts.held) } : {}),
    ...(parts.isWhole ? { isWhole: true } : {}),
    cycles: cycles.map(({ tests, files, watch }) => ({ tests, files, watch })),
  })
}

function getHeld({ frozen, demanded }: Pick<GateState, 'frozen' | 'demanded'>) {
  const forms = [...frozen.values()].map(({ drivers, changed }) => ({ drivers, changed: [...changed.values()] }))
  return { forms, demanded: [...demanded].toSorted() }
}
