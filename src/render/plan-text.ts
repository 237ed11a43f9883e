/** Renders the answer of `plan`: what is in the way, the branch, the steps of each subtask, and the end. */
import type { ListedTask, Plan } from '../core/model/plan.ts'
import type { Precondition } from '../core/model/suggestion.ts'
import type { PlannedStep } from '../core/task/steps.ts'
import type { PlannedCommit } from './planned-commits.ts'
import { type PreconditionJson, toPreconditionJson } from './text/precondition.ts'
import { toTable } from './text/table.ts'
import { commandLine, plain } from './text/text.ts'

/** A step with the commits that are foreseen for it. */
export interface ShownStep extends PlannedStep {
  readonly planned: readonly PlannedCommit[]
}

/** The push and the pull request at the end of `run`. */
export interface Publication {
  readonly remote: string
  /** The branch that the pull request goes to. */
  readonly base: string
  readonly title: string
}

interface OutlookInput {
  readonly plan: Plan | null
  readonly branch: string
  readonly base: string
  readonly notes: readonly string[]
  readonly preconditions: readonly Precondition[]
  readonly steps: readonly ShownStep[]
  readonly finish: readonly string[]
  readonly publication: Publication | null
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

export function toPlanText(outlook: OutlookInput): string {
  const { plan, branch, base, notes, preconditions, steps, finish, publication } = outlook
  const checks = preconditions.flatMap(({ id, ok, message, suggestion }) => [
    `  ${ok ? '✓' : '✗'} ${id}  ${plain(message)}`,
    ...(suggestion === null ? [] : [commandLine(suggestion.text, '    ')]),
  ])
  return [
    ...notes.map((note) => `note: ${plain(note)}`),
    plan === null ? 'No plan.' : `Task ${plain(plan.id, 80)}: ${plain(plan.title)}`,
    `branch ${plain(branch, 300)} from ${plain(base, 300)}`,
    ...checks,
    '',
    ...steps.flatMap(toStepLines),
    `  end  ${finish.join('; ')}`,
    ...(plan === null ? [] : [`       ${toPublicationText(publication)}`]),
    '',
    'Each phase is one commit. Nothing was written.',
    '',
  ].join('\n')
}

function toStepLines({ subtask, title, dependencies, planned, isRefactorRequired }: ShownStep): readonly string[] {
  const after = dependencies.length === 0 ? '' : `, after ${plain(dependencies.join(', '), 80)}`
  const rows = planned.map(({ phase, files, subject }) => [
    phase === 'refactor' && !isRefactorRequired ? '(REFACTOR)' : phase.toUpperCase(),
    plain(files.join(', '), MAX_FILES),
    plain(subject),
  ])
  return [`  ${plain(subtask, 20)}  ${plain(title)}${after}`, ...toTable(rows).map((line) => `    ${line}`)]
}

const MAX_FILES = 120

function toPublicationText(publication: Publication | null): string {
  if (publication === null) return 'nothing to push to: this repository has no remote'
  const { remote, base, title } = publication
  return `\`run\` pushes to ${plain(remote, 80)} and opens "${plain(title)}" for ${plain(base, 200)}; it asks before each`
}

const MAX_ID = 80

/** Writes the tasks of a document: a line for each. */
export function toTaskListText(tasks: readonly ListedTask[]): string {
  const rows = tasks.map(({ tag, id, status, priority, ...task }) => [
    plain(`${tag}:${id}`, MAX_ID),
    plain(status ?? '-', MAX_ID),
    plain(priority ?? '-', MAX_ID),
    describe(task),
  ])
  const head =
    tasks.length === 0
      ? 'The document has no task.'
      : 'A status is what the document says. `plan --write-status` writes what is proved.'
  return `${[head, ...toTable(rows).map((line) => `  ${line}`)].join('\n')}\n`
}

function describe({ title, subtasks, dependencies }: Pick<ListedTask, 'title' | 'subtasks' | 'dependencies'>): string {
  const first = dependencies.length === 0 ? [] : [`after ${plain(dependencies.join(', '), MAX_ID)}`]
  const parts = [...(subtasks === 0 ? [] : [`${subtasks} ${subtasks === 1 ? 'subtask' : 'subtasks'}`]), ...first]
  return `${plain(title)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`
}
