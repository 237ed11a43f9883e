/** Renders the answer of `plan`: what is in the way, the branch, the steps of each subtask, and the end. */
import type { Plan } from '../core/model/plan.ts'
import type { Precondition } from '../core/model/suggestion.ts'
import type { PlannedStep } from '../core/task/steps.ts'
import { type PreconditionJson, toPreconditionJson } from './text/precondition.ts'
import { toTable } from './text/table.ts'
import { commandLine, plain } from './text/text.ts'

interface OutlookInput {
  readonly plan: Plan | null
  readonly branch: string
  readonly base: string
  readonly notes: readonly string[]
  readonly preconditions: readonly Precondition[]
  readonly steps: readonly PlannedStep[]
  readonly finish: readonly string[]
}

/** The output of `plan --json` and of every dry run, with schema version 1. */
interface PlanJson extends Omit<OutlookInput, 'preconditions'> {
  readonly preconditions: readonly PreconditionJson[]
  readonly schemaVersion: 1
  readonly canProceed: boolean
  /** Nothing was written. */
  readonly commit: null
}

export function toPlanJson(outlook: OutlookInput): PlanJson {
  const preconditions = outlook.preconditions.map(toPreconditionJson)
  const canProceed = preconditions.every(({ ok }) => ok)
  return { schemaVersion: 1, ...outlook, preconditions, canProceed, commit: null }
}

export function toPlanText({ plan, branch, base, notes, preconditions, steps, finish }: OutlookInput): string {
  const checks = preconditions.flatMap(({ id, ok, message, suggestion }) => [
    `  ${ok ? '✓' : '✗'} ${id}  ${plain(message)}`,
    ...(suggestion === null ? [] : [commandLine(suggestion.text, '    ')]),
  ])
  const rows = steps.map(({ subtask, title, dependencies, commits, isRefactorRequired }) => [
    plain(subtask, 20),
    commits
      .map((phase) => (phase === 'refactor' && !isRefactorRequired ? '(REFACTOR)' : phase.toUpperCase()))
      .join(' '),
    plain(title) + (dependencies.length === 0 ? '' : `, after ${plain(dependencies.join(', '), 80)}`),
  ])
  return [
    ...notes.map((note) => `note: ${plain(note)}`),
    plan === null ? 'No plan.' : `Task ${plain(plan.id, 80)}: ${plain(plan.title)}`,
    `branch ${plain(branch, 300)} from ${plain(base, 300)}`,
    ...checks,
    '',
    ...toTable(rows).map((line) => `  ${line}`),
    `  end  ${finish.join('; ')}`,
    '',
    'Each phase is one commit. Nothing was written.',
    '',
  ].join('\n')
}
