/** Determines the subtask that a commit works on. */

import { isFinished } from '../compare/drivers.ts'
import { type Commit, trailer } from '../model/commit.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Plan } from '../model/plan.ts'
import type { GateState } from '../model/state.ts'
import type { PhaseStatement } from './phase.ts'

const MAX_SUBTASK_LENGTH = 64

/**
 * Uses the trailer, else the open cycle that the commit continues, else the next subtask. Characterizing proves no
 * subtask.
 */
export function getSubtask(
  commit: Commit,
  { phase, isCharacterization }: PhaseStatement,
  evidence: Evidence | null,
  state: GateState,
  plan: Plan | null,
): string | null {
  if (isCharacterization) return null
  const stated = trailer(commit, 'task')?.trim().slice(0, MAX_SUBTASK_LENGTH)
  if (stated && stated !== plan?.id) return stated
  if (phase !== 'red' && phase !== 'green') return null
  if (phase === 'red' && state.reopened.size > 0) return [...state.reopened].at(-1) ?? null
  const open = [...state.cycles.values()]
  const finished = evidence && phase === 'green' ? open.find((cycle) => isFinished(cycle, evidence)) : undefined
  return (finished ?? open.at(-1))?.subtask ?? nextSubtask(state, plan)
}

/**
 * Returns the subtask that a person reopened, else the first unproved one of the plan; without a plan, pairs are
 * numbered.
 */
export function nextSubtask(state: GateState, plan: Plan | null): string {
  const { proved, cycles, skipped } = state
  const reopened = [...state.reopened].at(-1)
  if (reopened !== undefined) return reopened
  const planned = plan?.subtasks.find(({ id }) => !proved.has(id) && !cycles.has(id) && !skipped.has(id))
  return planned?.id ?? plan?.subtasks.at(-1)?.id ?? String(state.proved.size + state.cycles.size + 1)
}
