/** Computes the next work unit: what to do now, in words and commands that need no other text. */
import { short } from '../model/commit.ts'
import type { Conclusion, JudgedCommit, Said, SubtaskState, WorkUnit } from '../model/finding.ts'
import type { Plan } from '../model/plan.ts'
import type { Policy } from '../model/policy.ts'
import { type Cycle, type GateState, getTries } from '../model/state.ts'
import { AMEND } from '../rules/correct.ts'
import { greenPassesDrivers } from '../rules/green-passes-drivers.ts'
import { stopAt, trailerOption, VERIFY } from '../rules/text.ts'
import { byWords } from './apply-decisions.ts'
import type { Phase } from './phase.ts'
import { nextSubtask } from './subtask.ts'

export interface NextContext {
  readonly conclusion: Conclusion
  readonly judged: readonly JudgedCommit[]
  /** The same commits with the advice of the rules as it is at each of them. */
  readonly advised: readonly JudgedCommit[]
  readonly subtasks: readonly SubtaskState[]
  readonly state: GateState
  readonly plan: Plan | null
  readonly policy: Policy
  /** The command that judges again. */
  readonly verify: string
}

/** Returns the first rejected or unmeasured commit that was not superseded: everything after it waits for it. */
export function firstBlocked(judged: readonly JudgedCommit[]): JudgedCommit | undefined {
  return judged.find(
    ({ verdict, isSuperseded }) => !isSuperseded && (verdict === 'rejected' || verdict === 'unmeasured'),
  )
}

/** Returns whether the task pauses because an open cycle has no attempts left. */
export function isPaused(state: GateState, policy: Policy): boolean {
  return pausedCycle(state, policy) !== undefined
}

function pausedCycle(state: GateState, policy: Policy): Cycle | undefined {
  return [...state.cycles.values()].find((cycle) => cycle.attempts >= getTries(state, cycle, policy))
}

const STOPPED = {
  pause: { word: 'Paused', how: 'Push nothing until a maintainer comments `/tdd resume`.' },
  abort: { word: 'Aborted', how: 'The task has ended; a maintainer can continue it with `/tdd resume`.' },
} as const

/** Returns the work unit of a stopped task: wait. */
export function waitFor(said: Said & { readonly kind: 'pause' | 'abort' }, next: WorkUnit | null): WorkUnit {
  const { word, how } = STOPPED[said.kind]
  return {
    phase: 'neutral',
    subtask: null,
    acceptance: [],
    drivers: [],
    files: [],
    commands: [VERIFY],
    limits: next?.limits ?? { attempts: 0, maxAttempts: 0 },
    action: 'wait',
    title: `${word} ${byWords(said)}`,
    instructions: how,
  }
}

export function nextWorkUnit(context: NextContext): WorkUnit | null {
  const { judged, state, subtasks, policy } = context
  const blocked = firstBlocked(judged)
  if (blocked) return fix(blocked, context)
  const paused = pausedCycle(state, policy)
  if (paused) return pause(paused, context)
  const skipped = subtasks.find((subtask) => subtask.skipped && subtask.status === 'red')
  if (skipped) return takeBack(skipped, context)
  if (state.reopened.size > 0) return writeTest(context)
  const cycle = [...state.cycles.values()].at(-1)
  if (cycle) return makePass(cycle, context)
  const waiting = subtasks.find(({ status }) => status === 'green')
  if (waiting) return refactor(waiting, context)
  return subtasks.some(({ status }) => status !== 'done') ? writeTest(context) : null
}

function fix(commit: JudgedCommit, context: NextContext): WorkUnit {
  const finding = commit.findings.find(({ level }) => level === 'error') ?? commit.findings[0]
  const where = `commit ${short(commit.sha)} (${commit.phase})`
  const isUnmeasured = commit.verdict === 'unmeasured'
  const ready = finding?.suggestion.commands ?? []
  const isReady = ready.length > 0
  return {
    ...blank(context, commit.subtask),
    action: isUnmeasured ? 'measure-again' : 'mend',
    phase: commit.phase,
    title: `${isUnmeasured ? 'Measure' : 'Fix'} ${where}`,
    instructions: finding
      ? `${where}: ${finding.message}. ${finding.suggestion.text}`
      : `${where} was not measured. Run \`${context.verify}\`.`,
    drivers: finding?.tests ?? [],
    files: finding?.paths ?? [],
    commands: [...(isReady ? ready : byHand(commit, finding?.rule, context)), context.verify],
  }
}

/** Returns the commands around a change that the author makes by hand: they go to its commit, amend it, and come back. */
function byHand(
  { sha }: JudgedCommit,
  rule: string | undefined,
  { judged, advised, policy }: NextContext,
): readonly string[] {
  const advice = advised
    .find((commit) => commit.sha === sha)
    ?.findings.find((finding) => finding.rule === rule)?.suggestion
  const at = advice?.needsCommit ?? (advice?.needsHead ? sha : undefined)
  if (at === undefined || policy.sequence === 'pull-request') return []
  const { stop, goOn } = stopAt(at)
  return at === judged.at(-1)?.sha ? [AMEND] : [stop, AMEND, goOn]
}

function makePass(cycle: Cycle, context: NextContext): WorkUnit {
  const planned = context.plan?.subtasks.find(({ id }) => id === cycle.subtask)
  return {
    ...blank(context, cycle.subtask),
    action: 'make-tests-pass',
    phase: 'green',
    title: `Make the failing tests of ${cycle.subtask} pass${planned ? `: ${planned.title}` : ''}`,
    instructions:
      'Change production code only, as little as makes the tests pass that RED brought, and keep all others green. ' +
      `Leave test and harness files exactly as they are, and commit with \`Task: ${cycle.subtask}\` and \`Phase: green\`.`,
    drivers: stillFailing(cycle, context.judged) ?? [...cycle.tests, ...cycle.files],
    files: cycle.watch,
    commands: commit('feat', cycle.subtask, 'green', context),
  }
}

/** Returns the drivers that the last attempt left failing; null without an attempt since RED. */
function stillFailing({ subtask, red }: Cycle, judged: readonly JudgedCommit[]): readonly string[] | null {
  const since = judged.slice(judged.findIndex(({ sha }) => sha === red) + 1)
  const attempt = since.findLast((commit) => commit.verdict === 'attempt' && commit.subtask === subtask)
  return attempt?.findings.find(({ rule }) => rule === greenPassesDrivers.code)?.tests ?? null
}

function pause(cycle: Cycle, context: NextContext): WorkUnit {
  const title = `Subtask ${cycle.subtask} is paused`
  const failed = `${cycle.attempts} ${cycle.attempts === 1 ? 'attempt has' : 'attempts have'} failed: the task is paused.`
  const { production, sinceRed } = context.state
  if (production.size + sinceRed.size === 0)
    return {
      ...blank(context, cycle.subtask),
      action: 'write-failing-test',
      phase: 'red',
      title,
      instructions: `${failed} Replace the test with a smaller one that has its own name, or ask a maintainer.`,
      files: cycle.watch,
      commands: commit('test', cycle.subtask, 'red', context),
    }
  return {
    ...makePass(cycle, context),
    title,
    instructions: `${failed} Go back to the RED commit and start with a smaller test of another name, or ask a maintainer.`,
    commands: [`git revert --no-edit ${cycle.red.slice(0, 12)}..HEAD`, context.verify],
  }
}

/** Plans the revert of a skipped subtask's failing tests. */
function takeBack({ id, drivers }: SubtaskState, context: NextContext): WorkUnit {
  const red = context.state.cycles.get(id)?.red ?? ''
  return {
    ...blank(context, id),
    action: 'mend',
    phase: 'neutral',
    title: `Revert the tests of skipped subtask ${id}`,
    instructions: `Subtask ${id} was skipped, but its tests still fail: revert its RED commit.`,
    drivers,
    commands: [`git revert --no-edit ${red.slice(0, 12)}`, context.verify],
  }
}

function commit(type: string, subtask: string, phase: Phase, { verify }: NextContext): string[] {
  return [`git commit -m "${type}: ..." ${trailerOption('Task', subtask)} ${trailerOption('Phase', phase)}`, verify]
}

function writeTest(context: NextContext): WorkUnit {
  const subtask = nextSubtask(context.state, context.plan)
  const planned = context.plan?.subtasks.find(({ id }) => id === subtask)
  const names = planned?.cycle?.names ?? []
  return {
    ...blank(context, subtask),
    action: 'write-failing-test',
    phase: 'red',
    title: `Write a failing test for ${planned ? `${subtask}: ${planned.title}` : `subtask ${subtask}`}`,
    instructions: [
      'Write a test for behaviour that does not exist yet, see it fail by its assertion, and commit the test files alone, ' +
        `with \`Task: ${subtask}\` and \`Phase: red\`.`,
      asSentences(planned?.description ?? ''),
      planned?.testStrategy ? `Test strategy: ${asSentences(planned.testStrategy)}` : '',
      names.length > 0 ? `Planned tests: ${names.join('; ')}.` : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
    commands: commit('test', subtask, 'red', context),
  }
}

/** Ends each line of a document as a sentence, because instructions stand on one line. */
export function asSentences(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line) => (line === '' ? [] : /[.!?:;,]$/.test(line) ? line : `${line}.`)).join(' ')
}

function refactor({ id, title, drivers }: SubtaskState, context: NextContext): WorkUnit {
  return {
    ...blank(context, id),
    action: 'mend',
    phase: 'refactor',
    title: `Refactor subtask ${id}: ${title}`,
    instructions: 'The policy demands a REFACTOR commit: improve the code, and keep every test unchanged and green.',
    drivers,
    commands: commit('refactor', id, 'refactor', context),
  }
}

function blank(
  { plan, policy, state, verify }: NextContext,
  subtask: string | null,
): Omit<WorkUnit, 'action' | 'phase' | 'title' | 'instructions'> {
  const cycle = state.cycles.get(subtask ?? '')
  return {
    subtask,
    acceptance: plan?.subtasks.find(({ id }) => id === subtask)?.acceptance ?? [],
    drivers: [],
    files: [],
    commands: [verify],
    limits: { attempts: cycle?.attempts ?? 0, maxAttempts: getTries(state, cycle, policy) },
  }
}
