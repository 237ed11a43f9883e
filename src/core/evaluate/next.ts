/** Computes the next work unit: what to do now, as a text and commands that need no other explanation. */
import { short } from '../model/commit.ts'
import type { JudgedCommit, SubtaskState, WorkUnit } from '../model/finding.ts'
import { formatCommand, type GateCommand, thenJudge } from '../model/gate-command.ts'
import type { Plan } from '../model/plan.ts'
import type { Policy } from '../model/policy.ts'
import { type Cycle, type GateState, getMaxAttempts } from '../model/state.ts'
import { greenPassesDrivers } from '../rules/green-passes-drivers.ts'
import { nextSubtask } from './subtask.ts'
import { nextTexts } from './texts.ts'

interface NextContext {
  readonly judged: readonly JudgedCommit[]
  readonly subtasks: readonly SubtaskState[]
  readonly state: GateState
  readonly plan: Plan | null
  readonly policy: Policy
  /** The command that judges again. */
  readonly verify: GateCommand
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
  return [...state.cycles.values()].find((cycle) => cycle.attempts >= getMaxAttempts(state, cycle, policy))
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
  const isWhole = context.policy.sequence === 'pull-request'
  const name = isWhole ? 'the pull request' : `commit ${short(commit.sha)}`
  const where = `${name} (${commit.phase})`
  const isUnmeasured = commit.verdict === 'unmeasured'
  const ready = finding?.suggestion.commands ?? []
  const verify = formatCommand(context.verify)
  return {
    ...blank(context, commit.subtask),
    action: isUnmeasured ? 'measure-again' : 'fix',
    phase: commit.phase,
    title: `${isUnmeasured ? 'Measure' : 'Fix'} ${where}`,
    suggestion: {
      text: finding
        ? `${where}: ${finding.message}. ${finding.suggestion.text}${isUnmeasured ? '' : ` ${nextTexts.triesRepairs(verify)}`}`
        : nextTexts.notMeasured(where, verify),
      commands: thenJudge(ready, verify),
    },
    ...(finding && { rule: finding.rule }),
    drivers: finding?.tests ?? [],
    files: finding?.paths ?? [],
  }
}

function makePass(cycle: Cycle, context: NextContext): WorkUnit {
  const planned = context.plan?.subtasks.find(({ id }) => id === cycle.subtask)
  return {
    ...blank(context, cycle.subtask),
    action: 'make-tests-pass',
    phase: 'green',
    title: `Make the failing tests of ${cycle.subtask} pass${planned ? `: ${planned.title}` : ''}`,
    ...thenCommit(nextTexts.makePass, context),
    drivers: stillFailing(cycle, context.judged) ?? [...cycle.tests, ...cycle.files],
    files: cycle.watch,
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
  const failed = nextTexts.failedAttempts(cycle.attempts, cycle.attempts === 1 ? 'attempt has' : 'attempts have')
  const { production, sinceRed } = context.state
  if (production.size + sinceRed.size === 0)
    return {
      ...blank(context, cycle.subtask),
      action: 'write-failing-test',
      phase: 'red',
      title,
      ...thenCommit(nextTexts.smallerTest(failed), context),
      files: cycle.watch,
    }
  return {
    ...makePass(cycle, context),
    title,
    suggestion: {
      text: nextTexts.backToRed(failed),
      commands: [],
    },
  }
}

/** Plans the revert of a skipped subtask's failing tests. */
function takeBack({ id, drivers }: SubtaskState, context: NextContext): WorkUnit {
  const red = context.state.cycles.get(id)?.red ?? ''
  return {
    ...blank(context, id),
    action: 'fix',
    phase: 'neutral',
    title: nextTexts.revertSkippedTitle(id),
    suggestion: {
      text: nextTexts.revertSkipped(id, red.slice(0, 12)),
      commands: [formatCommand(context.verify)],
    },
    drivers,
  }
}

/** The commit is judged before it is made. */
function thenCommit(text: string, { verify }: NextContext): Pick<WorkUnit, 'suggestion'> {
  // Where `commit` is what judges, it stands once.
  const commands = new Set([formatCommand({ ...verify, name: 'commit' }), formatCommand(verify)])
  return { suggestion: { text, commands: [...commands] } }
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
    ...thenCommit(
      [
        nextTexts.writeTest,
        asSentences(planned?.description ?? ''),
        planned?.testStrategy ? `Test strategy: ${asSentences(planned.testStrategy)}` : '',
        names.length > 0 ? `Planned tests: ${names.join('; ')}.` : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
      context,
    ),
  }
}

/** Ends each line of a document as a sentence, because instructions stand on one line. */
function asSentences(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line) => (line === '' ? [] : /[.!?:;,]$/.test(line) ? line : `${line}.`)).join(' ')
}

function refactor({ id, title, drivers }: SubtaskState, context: NextContext): WorkUnit {
  return {
    ...blank(context, id),
    action: 'refactor',
    phase: 'refactor',
    title: `Refactor subtask ${id}: ${title}`,
    ...thenCommit(nextTexts.refactor, context),
    drivers,
  }
}

function blank(
  { plan, policy, state }: NextContext,
  subtask: string | null,
): Omit<WorkUnit, 'action' | 'phase' | 'title' | 'suggestion'> {
  const cycle = state.cycles.get(subtask ?? '')
  return {
    subtask,
    acceptance: plan?.subtasks.find(({ id }) => id === subtask)?.acceptance ?? [],
    drivers: [],
    files: [],
    limits: { attempts: cycle?.attempts ?? 0, maxAttempts: getMaxAttempts(state, cycle, policy) },
    ...(policy.sequence === 'pull-request' ? { isWhole: true } : {}),
  }
}
