/** Checks what must hold before a work unit can be done. */
import type { Decision, WorkUnit } from '../model/finding.ts'
import type { Plan } from '../model/plan.ts'
import type { UnitPrecondition, WorkContext } from '../model/work-context.ts'

export interface PreconditionFacts extends Pick<WorkContext, 'branch' | 'defaultBranch'> {
  readonly unit: WorkUnit
  readonly subtasks: Decision['subtasks']
  readonly plan: Pick<Plan, 'id' | 'subtasks'> | null
}

export function getPreconditions(facts: PreconditionFacts): readonly UnitPrecondition[] {
  return [onTaskBranch(facts), isActive(facts), isAccepted(facts), areDependenciesDone(facts), areAttemptsLeft(facts)]
}

function onTaskBranch({ branch, defaultBranch, plan }: PreconditionFacts): UnitPrecondition {
  const ok = branch === null || (branch !== defaultBranch && !defaultBranch.endsWith(`/${branch}`))
  const task = plan?.id ?? '<task>'
  return ok
    ? { id: 'on-task-branch', ok, message: `HEAD is ${branch ?? 'detached'}`, fix: '' }
    : { id: 'on-task-branch', ok, message: `${branch} is the default branch`, fix: `tdd-gate start ${task}` }
}

function isActive({ unit }: PreconditionFacts): UnitPrecondition {
  const ok = unit.action !== 'wait'
  const message = ok ? 'the task is active' : unit.title
  return { id: 'task-is-active', ok, message, fix: ok ? '' : unit.instructions }
}

function isAccepted({ unit }: PreconditionFacts): UnitPrecondition {
  const ok = unit.action !== 'measure-again' && !(unit.action === 'mend' && unit.phase !== 'refactor')
  const fix = unit.commands[0] ?? unit.instructions
  return { id: 'branch-is-accepted', ok, message: ok ? 'every commit is accepted' : unit.title, fix: ok ? '' : fix }
}

function areDependenciesDone({ unit, plan, subtasks }: PreconditionFacts): UnitPrecondition {
  const needed = plan?.subtasks.find(({ id }) => id === unit.subtask)?.dependencies ?? []
  const open = needed.filter((id) => {
    const state = subtasks.find((subtask) => subtask.id === id)
    return state !== undefined && state.status !== 'done' && !state.skipped
  })
  const ok = open.length === 0
  const message = ok ? 'every subtask that it needs is done' : `it needs ${open.join(', ')} first`
  return { id: 'dependencies-are-done', ok, message, fix: ok ? '' : `Finish ${open[0]} first: tdd-gate status` }
}

function areAttemptsLeft({ unit: { limits, subtask } }: PreconditionFacts): UnitPrecondition {
  const ok = limits.maxAttempts === 0 || limits.attempts < limits.maxAttempts
  const message = `${limits.attempts} of ${limits.maxAttempts} attempts are used`
  const fix = `Write a smaller test for ${subtask ?? 'the subtask'}, or ask a maintainer.`
  return { id: 'attempts-are-left', ok, message, fix: ok ? '' : fix }
}
