/** Renders IMPL_PLAN.md and TODO_LIST.md of a task: what is planned, and how far each subtask is. */
import type { SubtaskState } from '../core/model/finding.ts'
import type { Plan, Subtask } from '../core/model/plan.ts'
import type { Policy } from '../core/model/policy.ts'
import { code, prose } from './text/markdown.ts'

interface PlanDocument {
  readonly path: string
  readonly text: string
}

interface PlanProgress {
  readonly plan: Plan
  readonly policy: Policy
  /** A subtask without a state is pending. */
  readonly subtasks: readonly SubtaskState[]
}

export const PLAN_MARK = '<!-- tdd-gate plan: written by `tdd-gate plan --write` -->'
const DONE = { pending: 0, red: 1, green: 2, done: 3 } as const
const MAX_PROSE = 2_000

export function toPlanDocuments(progress: PlanProgress): readonly PlanDocument[] {
  return [
    { path: 'IMPL_PLAN.md', text: toImplPlan(progress) },
    { path: 'TODO_LIST.md', text: toTodoList(progress) },
  ]
}

/** Renders the answer of `plan --write` and `plan --check`. */
export function toDocumentsText({
  stale,
  isWritten,
}: {
  readonly stale: readonly string[]
  readonly isWritten: boolean
}): string {
  if (stale.length === 0) return 'The documents of the plan are up to date.\n'
  if (isWritten) return stale.map((path) => `wrote ${path}\n`).join('')
  return `Out of date: ${stale.join(', ')}\n  $ tdd-gate plan --write\n`
}

function toImplPlan({ plan, policy }: PlanProgress): string {
  const thresholds = Object.entries(policy.coverage).flatMap(([metric, percent]) =>
    percent === null ? [] : [`${metric} ${percent}%`],
  )
  return page([
    '---',
    'workflow_type: "tdd"',
    'tdd_workflow: true',
    `feature_count: ${plan.subtasks.length}`,
    `task_breakdown: ${JSON.stringify(plan.subtasks.map(({ id }) => id))}`,
    '---',
    '',
    `# Plan of task ${code(plan.id, 80)}: ${prose(plan.title)}`,
    '',
    PLAN_MARK,
    '',
    ...(plan.description === '' ? [] : [prose(plan.description, MAX_PROSE), '']),
    '## Subtasks',
    '',
    `Each subtask is one cycle: RED, then GREEN${policy.refactor === 'off' ? '' : ', then REFACTOR where it helps'}.`,
    '',
    ...plan.subtasks.flatMap(toSection),
    '## When it is done',
    '',
    '- Every subtask is proved, and the whole suite passes at the head.',
    ...(thresholds.length > 0 ? [`- Coverage, where a report has it: ${thresholds.join(', ')}.`] : []),
    `- At most ${policy.green.maxAttempts} failed attempts at the tests of one RED.`,
  ])
}

function toSection({
  id,
  title,
  description,
  acceptance,
  dependencies,
  testStrategy,
  cycle,
}: Subtask): readonly string[] {
  const count = cycle?.tests ?? cycle?.names.length ?? 0
  return [
    `### ${code(id, 80)} ${prose(title)}`,
    '',
    ...(description === '' ? [] : [prose(description, MAX_PROSE), '']),
    ...(dependencies.length > 0 ? [`- after ${dependencies.map((other) => code(other, 80)).join(', ')}`] : []),
    ...acceptance.map((criterion) => `- to accept: ${prose(criterion)}`),
    ...(testStrategy === '' ? [] : [`- test strategy: ${prose(testStrategy, MAX_PROSE)}`]),
    ...(count > 0 ? [`- RED: ${count} ${count === 1 ? 'test' : 'tests'}`] : []),
    ...(cycle?.names ?? []).map((name) => `  - ${prose(name)}`),
    ...(cycle?.coverage ? [`- coverage: at least ${cycle.coverage}%`] : []),
    '',
  ]
}

function toTodoList({ plan, policy, subtasks }: PlanProgress): string {
  const states = new Map(subtasks.map((state) => [state.id, state]))
  const done = plan.subtasks.filter(({ id }) => isDone(states.get(id))).length
  return page([
    `# Task ${code(plan.id, 80)}: ${prose(plan.title)}`,
    '',
    PLAN_MARK,
    '',
    ...plan.subtasks.map(
      ({ id, title }) =>
        `- [${isDone(states.get(id)) ? 'x' : ' '}] **${code(id, 80)}** ${prose(title)} (${toMarks(states.get(id), policy)})`,
    ),
    '',
    `${done} of ${plan.subtasks.length} subtasks are done.`,
  ])
}

function isDone(state: SubtaskState | undefined): boolean {
  return state?.status === 'done' || state?.skipped !== undefined
}

/** `RED ✓, GREEN`: the phases that are proved have a mark. */
function toMarks(state: SubtaskState | undefined, { refactor }: Policy): string {
  if (state?.skipped) return 'skipped'
  const proved = DONE[state?.status ?? 'pending']
  const phases = ['RED', 'GREEN', ...(refactor === 'required' ? ['REFACTOR'] : [])]
  return phases.map((phase, index) => (index < proved ? `${phase} ✓` : phase)).join(', ')
}

function page(lines: readonly string[]): string {
  return `${lines.join('\n').trimEnd()}\n`
}
