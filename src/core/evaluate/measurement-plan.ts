/** Plans the executions that judging a commit needs, and no more. */
import { type ChangeSet, compose, getPaths } from '../compare/change-set.ts'
import { isCounterfactualFree, productionSince } from '../compare/counterfactual.ts'
import type { Blob, Commit, FileChange } from '../model/commit.ts'
import type { Scope } from '../model/evidence.ts'
import { type Cycle, type GateState, trackedFiles } from '../model/state.ts'
import { refusedBaseState } from './base-state.ts'
import type { Phase } from './phase.ts'

export interface MeasurementPlan {
  readonly scope: Scope
  /** Test files to run (scope `files`) or to track (scope `suite`). */
  readonly files: readonly string[]
  /** How often the files run in total. */
  readonly repeat: number
  /** The edits that remove this cycle's production change for one more run of the drivers; null: not needed. */
  readonly counterfactual: readonly TreeEdit[] | null
}

export interface TreeEdit {
  readonly path: string
  /** Null removes the path. */
  readonly blob: Blob | null
}

/** Returns the edits that give files what they were before changes. */
export const toOlder = (changes: readonly Pick<FileChange, 'path' | 'before'>[]): readonly TreeEdit[] =>
  changes.map(({ path, before }) => ({ path, blob: before }))

export const NOTHING_TO_RUN: MeasurementPlan = { scope: 'none', files: [], repeat: 0, counterfactual: null }

interface PlanningContext {
  readonly state: GateState
  readonly commit: Commit
  readonly phase: Phase
  /** The open cycle of the commit's subtask, if there is one. */
  readonly cycle: Cycle | null
  readonly reruns: number
  /** False when the policy accepts commits on top of rejected ones: then they are measured like others. */
  readonly skipsRefusedBase?: boolean
}

export function planMeasurement(context: PlanningContext): MeasurementPlan {
  const { phase, commit } = context
  if (context.skipsRefusedBase !== false && refusedBaseState(context).length > 0) return NOTHING_TO_RUN
  switch (phase) {
    case 'red':
      return planRed(context)
    case 'green':
      return planGreen(context)
    case 'refactor':
    case 'merge':
      return planSuite(context)
    case 'neutral':
    case 'start':
      return commit.changes.some((change) => change.class !== 'docs' || change.isRead)
        ? planSuite(context)
        : NOTHING_TO_RUN
    default:
      return phase satisfies never
  }
}

function planRed({ state, commit, cycle, reruns }: PlanningContext): MeasurementPlan {
  const files = redFiles(compose(state.unapproved, commit.changes), cycle)
  return files.length === 0 ? NOTHING_TO_RUN : { scope: 'files', files, repeat: reruns, counterfactual: null }
}

/**
 * Returns the test files a RED answers for: those it changed, and those of its own cycle from before. Removed ones
 * cannot run.
 */
export function redFiles(changes: ChangeSet, cycle: Cycle | null): string[] {
  const changed = getPaths(changes, 'test').filter((path) => changes.get(path)?.after !== null)
  const before = (cycle?.watch ?? []).filter((path) => !changes.has(path))
  return [...new Set([...changed, ...before])].toSorted()
}

/** Plans the suite once, and tracks the files of open cycles: only GREEN may turn their drivers. */
function planSuite({ state }: PlanningContext): MeasurementPlan {
  const files = trackedFiles(state.cycles.values())
  return { scope: 'suite', files, repeat: 1, counterfactual: null }
}

function planGreen(context: PlanningContext): MeasurementPlan {
  const plan = planSuite(context)
  const repeat = plan.files.length > 0 ? 2 : 1
  return { ...plan, repeat, counterfactual: planCounterfactual(context.state, context.commit) }
}

/** Returns null when reverting production gives, for every open cycle, the very tree on which its drivers failed. */
function planCounterfactual(state: GateState, commit: Commit): readonly TreeEdit[] | null {
  const open = [...state.cycles.values()]
  const production = productionSince(state, commit)
  if (production.size === 0 || open.every((cycle) => isCounterfactualFree(state, commit, cycle))) return null
  return toOlder([...production.values()])
}
