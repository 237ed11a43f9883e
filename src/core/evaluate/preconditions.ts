/** Checks what must hold before a work unit can be done. */
import type { Decision, WorkUnit } from '../model/finding.ts'
import type { Plan } from '../model/plan.ts'
import { advise, type Precondition, type Suggestion, suggest, toPrecondition } from '../model/suggestion.ts'
import type { TreeRefusal, WorkContext } from '../model/work-context.ts'

interface PreconditionFacts extends Pick<WorkContext, 'branch' | 'defaultBranch' | 'refusal'> {
  readonly unit: WorkUnit
  readonly subtasks: Decision['subtasks']
  readonly plan: Pick<Plan, 'id' | 'subtasks'> | null
}

export function getPreconditions(facts: PreconditionFacts): readonly Precondition[] {
  return [
    onTaskBranch(facts),
    isActive(facts),
    isAccepted(facts),
    areDependenciesDone(facts),
    areAttemptsLeft(facts),
    ...(facts.refusal === undefined ? [] : [refusedTree(facts.refusal)]),
  ]
}

function onTaskBranch({ branch, defaultBranch, plan }: PreconditionFacts): Precondition {
  const ok = branch === null || (branch !== defaultBranch && !defaultBranch.endsWith(`/${branch}`))
  const message = ok ? `HEAD is ${branch ?? 'detached'}` : `${branch} is the default branch`
  return toPrecondition('on-task-branch', ok, message, advise('', `tdd-gate start ${plan?.id ?? '<task>'}`))
}

function isActive({ unit }: PreconditionFacts): Precondition {
  const ok = unit.action !== 'wait'
  return toPrecondition('task-is-active', ok, ok ? 'the task is active' : unit.title, unit.suggestion)
}

function isAccepted({ unit }: PreconditionFacts): Precondition {
  const ok = unit.action !== 'measure-again' && unit.action !== 'fix'
  const message = ok ? 'every commit is accepted' : unit.title
  return toPrecondition('branch-is-accepted', ok, message, firstCommand(unit.suggestion.commands) ?? unit.suggestion)
}

function areDependenciesDone({ unit, plan, subtasks }: PreconditionFacts): Precondition {
  const needed = plan?.subtasks.find(({ id }) => id === unit.subtask)?.dependencies ?? []
  const open = needed.filter((id) => {
    const state = subtasks.find((subtask) => subtask.id === id)
    return state !== undefined && state.status !== 'done' && !state.skipped
  })
  const ok = open.length === 0
  const message = ok ? 'every subtask that it needs is done' : `it needs ${open.join(', ')} first`
  return toPrecondition('dependencies-are-done', ok, message, advise(`Finish ${open[0]} first`, 'tdd-gate status'))
}

function areAttemptsLeft({ unit: { limits, subtask } }: PreconditionFacts): Precondition {
  const ok = limits.maxAttempts === 0 || limits.attempts < limits.maxAttempts
  const message = `${limits.attempts} of ${limits.maxAttempts} attempts are used`
  const next = suggest(`Write a smaller test for ${subtask ?? 'the subtask'}, or ask a maintainer.`)
  return toPrecondition('attempts-are-left', ok, message, next)
}

function refusedTree({ rule, message, commands }: TreeRefusal): Precondition {
  const refused = `the working tree is rejected, ${rule}: ${message}`
  return toPrecondition('working-tree-is-accepted', false, refused, firstCommand(commands) ?? suggest(''))
}

/** Suggests the first of several commands: the step itself shows them all. */
function firstCommand([command]: readonly string[]): Suggestion | undefined {
  return command === undefined ? undefined : suggest(command, command)
}
