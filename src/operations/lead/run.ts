/** Runs `run`: gives an agent one step after the other, judges its work, and commits what is accepted. */
import { spawn } from 'node:child_process'
import { agentFailed } from '../../core/errors/usage.ts'
import { getRunEnd, type RunEnd } from '../../core/evaluate/run-end.ts'
import type { RunConfig } from '../../core/model/config.ts'
import { findKeptRed } from '../../git/local-refs/kept-red.ts'
import { openRepository, type Repository, readHeadSha, uncommittedPaths } from '../../git/repository.ts'
import { toAddedLines, toCommitText } from '../../render/complete-text.ts'
import type { NextUnit } from '../../render/next-unit.ts'
import { toDiffText } from '../../render/text/diff.ts'
import { toPrompt } from '../../render/work-prompt.ts'
import { toNextJson } from '../../render/work-unit.ts'
import { readDiffSince } from '../catalog/step-diff.ts'
import { refuseUncommitted } from '../clean-tree.ts'
import { type CommitOptions, commit, isLastAttempt } from '../commit.ts'
import type { Completion } from '../complete.ts'
import { findNextStep, type NextStep } from '../next.ts'
import { repeatCommand } from '../repeat-command.ts'
import type { Ask, Hooks } from '../verify/progress.ts'
import type { SessionOptions } from '../verify/session.ts'

export interface AgentRunOptions extends Omit<SessionOptions, 'head' | 'isEmptyAllowed'> {
  /** A shell command; it reads its prompt on standard input and edits the working tree. */
  readonly agent: string
  /** Calls of the agent at most. */
  readonly maxSteps: number
  /** The budget of the caller, below that of the configuration; null without one. */
  readonly maxCommits: number | null
  readonly maxMinutes: number | null
  /** True: a person is asked before each call of the agent, and before each commit. */
  readonly isInteractive: boolean
}

export interface AgentRun extends NextStep {
  /** `declined`: a person said no. */
  readonly end: RunEnd | 'declined'
  readonly steps: number
}

/**
 * Asks for the next step, calls the agent, and commits, until nothing is left.
 * @throws GateError `agent-failed` when the command fails; those of `next` and `commit`
 */
export async function run(given: AgentRunOptions, hooks: Hooks): Promise<AgentRun> {
  const { agent, maxSteps, maxCommits, maxMinutes, isInteractive, ...options } = given
  const ask = isInteractive ? hooks.ask : undefined
  const repository = await openRepository(options.repo)
  await refuseUncommitted(repository)
  const started = performance.now()
  const budget = { maxCommits, maxMinutes }
  let feedback = ''
  let facts = { steps: 0, commits: 0, idle: 0, refused: 0, isUsedUp: false }
  for (;;) {
    hooks.signal.throwIfAborted()
    const step = await findNextStep(options, hooks)
    const limits = { ...step.guardrails, ...lowest(step.guardrails, budget), maxSteps }
    const minutes = (performance.now() - started) / MINUTE_MS
    const { steps } = facts
    const end = getRunEnd({ ...facts, minutes, next: step.decision.next }, limits)
    if (end !== null) return { ...step, end, steps }
    const { next: unit } = toNextJson(step)
    hooks.onProgress({ kind: 'note', text: `step ${steps + 1}: ${unit?.title ?? ''}` })
    const prompt = unit === null ? '' : toPrompt({ ...unit, commands: [] }, step.plan, step.context.prompts)
    if (ask && unit && !(await ask(`Call the agent? ${unit.title}`, prompt))) return { ...step, end: 'declined', steps }
    const left = limits.maxMinutes === null ? null : (limits.maxMinutes - minutes) * MINUTE_MS
    const isInTime = await callAgent(agent, repository.top ?? '.', `${prompt}${feedback}`, {
      signal: hooks.signal,
      left,
    })
    if (!isInTime) return { ...step, end: 'out-of-time', steps: steps + 1 }
    const took = await takeChange(repository, { ...options, ask }, { step, unit }, hooks)
    if (took.isDeclined) return { ...step, end: 'declined', steps: steps + 1 }
    feedback = took.feedback
    const isIdle = !took.isChanged
    facts = {
      steps: steps + 1,
      commits: facts.commits + took.commits,
      idle: isIdle ? facts.idle + 1 : 0,
      refused: took.feedback === '' ? (isIdle ? facts.refused : 0) : facts.refused + 1,
      isUsedUp: took.isUsedUp,
    }
  }
}

const MINUTE_MS = 60_000

type Budget = Pick<RunConfig, 'maxCommits' | 'maxMinutes'>

/** The caller may lower what the base branch allows, not raise it. */
function lowest(ours: Budget, theirs: Budget): Budget {
  const least = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))
  return {
    maxCommits: least(ours.maxCommits, theirs.maxCommits),
    maxMinutes: least(ours.maxMinutes, theirs.maxMinutes),
  }
}

interface TakenChange {
  readonly isChanged: boolean
  readonly commits: number
  /** What the agent must hear about its last change; empty where that is committed. */
  readonly feedback: string
  readonly isUsedUp: boolean
  readonly isDeclined?: true
}

type OfLoop = 'agent' | 'maxSteps' | 'maxCommits' | 'maxMinutes' | 'isInteractive'

interface ChangeOptions extends Omit<AgentRunOptions, OfLoop> {
  readonly ask: Ask | undefined
}

/** Commits what the agent changed, or says why not. */
async function takeChange(
  repository: Repository,
  { ask, ...options }: ChangeOptions,
  { step, unit }: { readonly step: NextStep; readonly unit: NextUnit | null },
  hooks: Hooks,
): Promise<TakenChange> {
  if ((await uncommittedPaths(repository)).length === 0) {
    const isChanged = (await readHeadSha(repository)) !== step.head
    return { isChanged, commits: isChanged ? 1 : 0, feedback: '', isUsedUp: false }
  }
  const verify = repeatCommand('complete', options)
  // The agent called `complete` itself: what it added since then is the next phase.
  const stated = (await findKeptRed(repository)) === null ? toStated(unit) : {}
  const wanted = { ...options, ...stated, verify, takesAttempt: true, takesAll: true } as const
  const done = await commit(ask ? { ...wanted, confirm: toQuestion(repository, ask) } : wanted, hooks)
  if (done.isDeclined) return { isChanged: true, commits: 0, feedback: '', isUsedUp: false, isDeclined: true }
  if (done.commit !== null) for (const text of toAddedLines(done)) hooks.onProgress({ kind: 'note', text })
  if (done.commit !== null) return { isChanged: true, commits: countCommits(done), feedback: '', isUsedUp: false }
  const text = toCommitText(done)
  for (const line of text.trimEnd().split('\n')) hooks.onProgress({ kind: 'note', text: line })
  const feedback = `\nYour last change was not committed:\n${text}`
  return { isChanged: true, commits: 0, feedback, isUsedUp: isLastAttempt(done.judged) }
}

const countCommits = ({ commit: last, redCommit, reverted }: Awaited<ReturnType<typeof commit>>) =>
  [last, redCommit, reverted].filter((sha) => sha !== null).length

/** Shows what the commit would hold: another change until then is refused. */
function toQuestion(repository: Repository, ask: Ask) {
  return async ({ subject }: Completion) =>
    ask(`Commit this? ${subject}`, toDiffText(await readDiffSince(repository, 'HEAD')))
}

/** The commit states the step that the agent was asked for. */
function toStated(unit: NextUnit | null): Pick<CommitOptions, 'phase' | 'subtask'> {
  if (unit === null || !['red', 'green', 'refactor'].includes(unit.phase)) return {}
  return { phase: unit.phase, ...(unit.subtask === null ? {} : { subtask: unit.subtask }) }
}

/**
 * Output of the agent goes to standard error: standard output is the answer of this command.
 * @param limit `left`: milliseconds of the budget; null without one
 * @returns false when the budget ended first
 */
export async function callAgent(
  command: string,
  cwd: string,
  prompt: string,
  { signal, left }: { readonly signal: AbortSignal; readonly left: number | null },
): Promise<boolean> {
  const budget = left === null ? null : AbortSignal.timeout(Math.max(1, Math.ceil(left)))
  const either = budget === null ? signal : AbortSignal.any([signal, budget])
  const stdio: ['pipe', NodeJS.WriteStream, NodeJS.WriteStream] = ['pipe', process.stderr, process.stderr]
  const child = spawn('/bin/sh', ['-c', command], { cwd, signal: either, stdio })
  // An agent that reads no prompt closes its end early.
  child.stdin?.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') child.kill()
  })
  child.stdin?.end(prompt)
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  child.on('error', (error) => (budget?.aborted && !signal.aborted ? resolve(false) : reject(error)))
  child.on('close', (code, by) => (code === 0 ? resolve(true) : reject(agentFailed(String(code ?? by)))))
  return promise
}
