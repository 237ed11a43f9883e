/** Renders the next work unit for an agent: as JSON, and as text that needs no other text. */
import { getPreconditions } from '../core/evaluate/preconditions.ts'
import type { Decision, WorkUnit } from '../core/model/finding.ts'
import type { ShownFailure, TreeRefusal } from '../core/model/work-context.ts'
import { formatLines, shellWords, withoutStack } from '../core/rules/text.ts'
import { toCommitMessage } from './commit-message.ts'
import { toUnitJson } from './gate-report/verify-json.ts'
import type {
  DriverFailure,
  EarlierAttempt,
  NextInput,
  NextJson,
  NextUnit,
  StepJson,
  TaskProgress,
  UnitContext,
} from './next-unit.ts'
import { toFrameLines } from './text/code-frame.ts'
import { formatNext, getPhaseStyle, sayWarnings } from './text/format.ts'
import { toPreconditionJson } from './text/precondition.ts'
import { type Cell, noPaint, type Painted, toTable } from './text/table.ts'
import { commandLine, plain } from './text/text.ts'
import { getInstruction, toPrompt } from './work-prompt.ts'

const MAX_FAILURES = 20
const MAX_MESSAGE = 600
const MAX_UNRUN = 20

export function toNextJson(input: NextInput): NextJson {
  const { decision, plan, notes, settings = [], context } = input
  const { conclusion, subtasks, next } = decision
  return {
    schemaVersion: 1,
    conclusion,
    task: plan && { id: plan.id, title: plan.title },
    progress: toProgress(decision),
    subtasks,
    next: next && toUnit(next, input),
    finish: toFinish(input),
    notes,
    settings,
    uncommitted: context.uncommitted,
  }
}

/**
 * Returns the step as `next`, `status` and `run` print it, each fact once: no precondition that holds, and no note that
 * each call repeats.
 * @param hasPrompt true: the step as one text, too
 */
export function toStepJson(input: NextInput, hasPrompt = false): StepJson {
  const { settings, next, ...step } = toNextJson(input)
  const notes = step.notes.filter((note) => !settings.includes(note))
  if (next === null) return { ...step, notes, next }
  const { prompt, ...unit } = next
  const preconditions = unit.preconditions.filter(({ ok }) => !ok)
  return { ...step, notes, next: { ...unit, preconditions, ...(hasPrompt ? { prompt } : {}) } }
}

/** A rejected working tree is corrected first. */
function toFinish({ decision, context: { remote, refusal } }: NextInput): readonly string[] {
  if (decision.conclusion !== 'success' || remote === undefined || refusal !== undefined) return []
  return [`git push --set-upstream ${shellWords([remote], "'<remote>'")} HEAD`]
}

function toIdleText(finish: readonly string[], uncommitted: readonly string[]): string {
  const left = uncommitted.length === 0 ? '' : ' in the commits. `tdd-gate commit` judges what is not committed'
  const lines = finish.map((command) => `${commandLine(command)}\n`).join('')
  const push = finish.length === 0 ? '' : `Push the branch and open its pull request:\n${lines}`
  return `Nothing is left to do${left}.\n${push}`
}

/** Counts the subtasks. Skipped ones count as completed, because nothing is left to do for them. */
export function toProgress({ subtasks, next }: Pick<Decision, 'subtasks' | 'next'>): TaskProgress {
  const total = subtasks.length
  const completed = subtasks.filter(({ status, skipped }) => status === 'done' || skipped).length
  const skipped = subtasks.filter((subtask) => subtask.skipped).length
  const percentage = total === 0 ? 0 : Math.floor((completed / total) * 100)
  return { completed, total, percentage, skipped, current: next?.subtask ?? null }
}

function toUnit(unit: WorkUnit, { plan, driverFailures, context, decision }: NextInput): NextUnit {
  const preconditions = getPreconditions({ ...context, unit, plan, subtasks: decision.subtasks }).map(
    toPreconditionJson,
  )
  const errors = preconditions.filter(({ ok }) => !ok).map(({ message }) => message)
  const isGreen = unit.action === 'make-tests-pass'
  const parts = {
    id: [unit.subtask ?? '-', unit.phase, unit.limits.attempts + 1].join(':'),
    driverFailures: driverFailures.slice(0, MAX_FAILURES).map(toDriverFailure),
    frozen: isGreen ? unit.files : [],
    expectedFiles: isGreen || unit.files.length === 0 ? (context.plannedFiles ?? []) : unit.files,
    context: toContext(unit, { plan, context, decision }),
    preconditions,
    errors,
    canProceed: errors.length === 0,
    commitMessage: toCommitMessage(unit, plan, context.template),
    phaseInstruction: isCorrection(unit) ? '' : getInstruction(unit),
  }
  const commands = context.refusal?.commands ?? unit.suggestion.commands
  const shown = { ...toUnitJson(unit), ...parts, commands }
  return { ...shown, prompt: toPrompt(shown, plan, context.prompts) }
}

const EDITS: Readonly<Record<string, readonly [may: readonly string[], mustNot: readonly string[]]>> = {
  red: [
    ['test', 'docs'],
    ['production', 'harness'],
  ],
  green: [
    ['production', 'docs'],
    ['test', 'harness'],
  ],
  refactor: [['production', 'docs'], ['harness']],
}

/** A correction changes what its rule names, whatever its phase. */
function isCorrection({ action }: WorkUnit): boolean {
  return action === 'measure-again' || action === 'fix'
}

function toContext(
  unit: WorkUnit,
  { plan, context, decision }: Pick<NextInput, 'plan' | 'context' | 'decision'>,
): UnitContext {
  const planned = plan?.subtasks.find(({ id }) => id === unit.subtask)
  const [mayEdit, mustNotEdit] = (isCorrection(unit) ? undefined : EDITS[unit.phase]) ?? [[], []]
  const { testConvention, nearbyTests, testCommands } = context
  return {
    description: planned?.description ?? '',
    testStrategy: planned?.testStrategy ?? '',
    cycle: planned?.cycle ?? null,
    testConvention,
    nearbyTests: unit.phase === 'red' ? nearbyTests : [],
    leastCovered: (context.unrunLines ?? []).slice(0, MAX_UNRUN).map(formatLines),
    testCommands,
    mayEdit,
    mustNotEdit,
    earlierAttempts: unit.phase === 'green' ? toAttempts(decision, unit.subtask) : [],
  }
}

/** Returns the attempts since the last RED of the subtask. */
function toAttempts({ commits }: Decision, subtask: string | null): readonly EarlierAttempt[] {
  const red = commits.findLastIndex((commit) => commit.phase === 'red' && commit.subtask === subtask)
  return commits
    .slice(red + 1)
    .filter((commit) => commit.verdict === 'attempt' && commit.subtask === subtask)
    .map(({ sha, subject, findings }, index) => ({
      attempt: index + 1,
      commit: sha,
      subject,
      stillFailing: [...new Set(findings.flatMap(({ tests }) => tests))].slice(0, MAX_FAILURES),
    }))
}

function toDriverFailure({ id, kind, message, at, file, line, frame }: ShownFailure): DriverFailure {
  const place = { file: at ?? file, ...(line === undefined ? {} : { line }) }
  const code = frame === undefined ? {} : { frame: toFrameLines(frame) }
  return { id: plain(id), kind, message: plain(withoutStack(message), MAX_MESSAGE), ...place, ...code }
}

/** Renders the answer of `next` for people and for pipes: the prompt, or that nothing is left. */
export function toNextText(input: NextInput, page: Painted = {}): string {
  const { next, progress, conclusion, finish } = toNextJson(input)
  const { refusal } = input.context
  const counted = progress.total === 0 ? '' : `, ${countDone(progress)}`
  const notes = toNoteLines(input, page)
    .map((line) => `${line}\n`)
    .join('')
  const waits = next?.action === 'wait' ? `${formatNext(next)}. ${plain(next.instructions)}\n` : null
  const idle = refusal === undefined ? toIdleText(finish, input.context.uncommitted) : toRefusalText(refusal)
  const paused = waits === null ? '' : ', paused until a maintainer resumes it'
  const body = next === null ? idle : (waits ?? next.prompt)
  const warnings = conclusion === 'success' ? sayWarnings(input.decision) : ''
  const warned = warnings === '' ? '' : `${warnings}, which \`tdd-gate verify\` shows`
  return `${notes}${notes === '' ? '' : '\n'}${body}\ntdd-gate: ${conclusion}${warned}${paused}${counted}\n`
}

/** Renders the notes. Those about how tests run are known from `start`, `plan` and `verify`. */
export function toNoteLines({ notes, settings = [] }: NextInput, { isWhole = false }: Painted): readonly string[] {
  return notes.filter((note) => isWhole || !settings.includes(note)).map((note) => `note: ${plain(note)}`)
}

function toRefusalText({ rule, message, commands }: TreeRefusal): string {
  const lines = [
    `The working tree is rejected, ${plain(rule, 60)}: ${plain(message)}`,
    ...commands.map((one) => commandLine(one)),
  ]
  return `${lines.join('\n')}\n`
}

/** Formats `2 of 3 subtasks done, 1 of them skipped`. */
export function countDone({ completed, total, skipped }: TaskProgress): string {
  return `${completed} of ${total} subtasks done${skipped === 0 ? '' : `, ${skipped} of them skipped`}`
}

/** Renders the answer of `status`: the subtasks, how many are done, and the title of the next step. */
export function toStatusText(input: NextInput, page: Painted = {}): string {
  const { decision, plan } = input
  const { paint = noPaint } = page
  const progress = toProgress(decision)
  const rows = decision.subtasks.map(({ id, status, title, skipped }): Cell[] => [
    plain(id, 20),
    { text: skipped ? 'skipped' : status, style: skipped ? 'dim' : getPhaseStyle(status) },
    plain(title),
  ])
  return [
    ...toNoteLines(input, page),
    ...(plan === null ? [] : [`Task ${plain(plan.id, 80)}: ${plain(plan.title)}`]),
    ...toTable(rows, { paint }).map((line) => `  ${line}`),
    '',
    progress.total === 0 ? 'No subtask has begun.' : `${countDone(progress)} (${progress.percentage}%)`,
    decision.next === null
      ? toIdleText(toFinish(input), input.context.uncommitted)
      : `${formatNext(decision.next)}\n  $ tdd-gate next\n`,
  ].join('\n')
}
