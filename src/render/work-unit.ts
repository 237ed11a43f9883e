/** Renders the next work unit for an agent: as JSON, as text, and as a prompt that needs no other text. */
import type { FailingTest } from '../core/model/evidence.ts'
import type { Conclusion, Decision, SubtaskState, WorkUnit } from '../core/model/finding.ts'
import type { Plan } from '../core/model/plan.ts'
import { toTable } from './text/table.ts'
import { plain } from './text/text.ts'
import { formatNext } from './text/words.ts'

export interface NextInput {
  readonly decision: Decision
  readonly plan: Pick<Plan, 'id' | 'title'> | null
  readonly driverFailures: readonly FailingTest[]
  readonly notes: readonly string[]
}

export interface TaskProgress {
  readonly completed: number
  readonly total: number
  /** From 0 to 100, rounded down: 100 only when everything is done. */
  readonly percentage: number
  /** The subtask of the next step; null without one. */
  readonly current: string | null
}

export interface DriverFailure {
  readonly id: string
  readonly kind: string
  readonly message: string
  readonly file: string | null
  readonly line?: number
}

export interface NextUnit extends WorkUnit {
  /** `1.2:green:2`: subtask, phase and number of the attempt. */
  readonly id: string
  readonly driverFailures: readonly DriverFailure[]
  /** Files that the commit must leave as they are. */
  readonly frozen: readonly string[]
  /** Everything above as one text. */
  readonly prompt: string
}

/** The output of `next --json`, with schema version 1. */
export interface NextJson {
  readonly schemaVersion: 1
  readonly conclusion: Conclusion
  readonly task: Pick<Plan, 'id' | 'title'> | null
  readonly progress: TaskProgress
  readonly subtasks: readonly SubtaskState[]
  /** Null when nothing is left to do. */
  readonly next: NextUnit | null
  readonly notes: readonly string[]
}

const MAX_FAILURES = 20
const MAX_MESSAGE = 600
const MAX_LISTED = 50

export function toNextJson({ decision, plan, driverFailures, notes }: NextInput): NextJson {
  const { conclusion, subtasks, next } = decision
  return {
    schemaVersion: 1,
    conclusion,
    task: plan && { id: plan.id, title: plan.title },
    progress: toProgress(decision),
    subtasks,
    next: next && toUnit(next, plan, driverFailures),
    notes,
  }
}

/** Counts the subtasks. Skipped ones count as completed, because nothing is left to do for them. */
export function toProgress({ subtasks, next }: Pick<Decision, 'subtasks' | 'next'>): TaskProgress {
  const total = subtasks.length
  const completed = subtasks.filter(({ status, skipped }) => status === 'done' || skipped).length
  const percentage = total === 0 ? 0 : Math.floor((completed / total) * 100)
  return { completed, total, percentage, current: next?.subtask ?? null }
}

function toUnit(unit: WorkUnit, plan: NextInput['plan'], failures: readonly FailingTest[]): NextUnit {
  const driverFailures = failures.slice(0, MAX_FAILURES).map(toDriverFailure)
  const parts = {
    id: [unit.subtask ?? '-', unit.phase, unit.limits.attempts + 1].join(':'),
    driverFailures,
    frozen: unit.action === 'make-tests-pass' ? unit.files : [],
  }
  const shown = { ...unit, ...parts, commands: unit.commands.map(toJudgedCommit) }
  return { ...shown, prompt: toPrompt(shown, plan) }
}

/** An agent that asks for the next step has a command that also adds the files, and judges them before. */
function toJudgedCommit(command: string, _: number, all: readonly string[]): string {
  const judge = all.at(-1) ?? ''
  return command.startsWith('git commit -m ') ? judge.replace(/^tdd-gate \w+/, 'tdd-gate commit') : command
}

function toDriverFailure({ id, kind, message, at, file, line }: FailingTest): DriverFailure {
  const place = { file: at ?? file, ...(line === undefined ? {} : { line }) }
  return { id: plain(id), kind, message: plain(message, MAX_MESSAGE), ...place }
}

/** Writes the step as one text. Every value from the repository stands on one line, so it cannot pose as an instruction line. */
export function toPrompt(unit: Omit<NextUnit, 'prompt'>, plan: NextInput['plan']): string {
  const blocks = [
    plan === null ? [] : [`Task ${plain(plan.id, 80)}: ${plain(plan.title)}`],
    [formatNext(unit), plain(unit.instructions, 4_000)],
    listed('Acceptance criteria', unit.acceptance),
    listed('Tests of this step', unit.drivers),
    listed('Why they fail', unit.driverFailures.map(formatFailure)),
    unit.frozen.length > 0
      ? listed('Leave these files as they are', unit.frozen)
      : listed('Files of this step', unit.files),
    listed('Then run', unit.commands, '$ '),
  ]
  const shown = blocks.filter((block) => block.length > 0)
  return `${shown.map((block) => block.join('\n')).join('\n\n')}\n`
}

function formatFailure({ id, kind, message, file, line }: DriverFailure): string {
  const place = file === null ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`
  return `${id}: ${kind}: ${message}${place}`
}

function listed(title: string, values: readonly string[], mark = '- '): readonly string[] {
  if (values.length === 0) return []
  const more = values.length > MAX_LISTED ? [`${mark}+${values.length - MAX_LISTED} more`] : []
  return [`${title}:`, ...values.slice(0, MAX_LISTED).map((value) => `${mark}${plain(value, 4_000)}`), ...more]
}

/** Renders the answer of `next` for people and for pipes: the prompt, or that nothing is left. */
export function toNextText(input: NextInput): string {
  const { next, progress, conclusion } = toNextJson(input)
  const counted = progress.total === 0 ? '' : `, ${progress.completed} of ${progress.total} subtasks done`
  const notes = input.notes.map((note) => `note: ${plain(note)}\n`).join('')
  const body = next === null ? 'Nothing is left to do.\n' : next.prompt
  return `${notes}${notes === '' ? '' : '\n'}${body}\ntdd-gate: ${conclusion}${counted}\n`
}

/** Renders the answer of `status`: the subtasks, how many are done, and the title of the next step. */
export function toStatusText({ decision, plan, notes }: NextInput): string {
  const { completed, total, percentage } = toProgress(decision)
  const rows = decision.subtasks.map(({ id, status, title, skipped }) => [
    plain(id, 20),
    skipped ? 'skipped' : status,
    plain(title),
  ])
  return [
    ...notes.map((note) => `note: ${plain(note)}`),
    ...(plan === null ? [] : [`Task ${plain(plan.id, 80)}: ${plain(plan.title)}`]),
    ...toTable(rows).map((line) => `  ${line}`),
    '',
    total === 0 ? 'No subtask has begun.' : `${completed} of ${total} subtasks done (${percentage}%)`,
    ...(decision.next === null ? ['Nothing is left to do.'] : [formatNext(decision.next), '  $ tdd-gate next']),
    '',
  ].join('\n')
}
