/** Runs `run`: gives an agent one step after the other, judges its work, and commits what is accepted. */
import { spawn } from 'node:child_process'
import { agentFailed } from '../core/errors/usage.ts'
import { openRepository, type Repository, uncommittedPaths } from '../git/repository.ts'
import { toCommitText } from '../render/complete-text.ts'
import type { NextUnit } from '../render/next-unit.ts'
import { toPrompt } from '../render/work-prompt.ts'
import { toNextJson } from '../render/work-unit.ts'
import { refuseUncommitted } from './clean-tree.ts'
import { type CommitOptions, commit } from './commit.ts'
import { type NextStep, next } from './next.ts'
import { repeatCommand } from './repeat-command.ts'
import type { Hooks } from './verify/progress.ts'
import type { SessionOptions } from './verify/session.ts'

export interface AgentRunOptions extends Omit<SessionOptions, 'head' | 'isEmptyAllowed'> {
  /** A shell command; it reads its prompt on standard input and edits the working tree. */
  readonly agent: string
  /** Calls of the agent at most. */
  readonly maxSteps: number
}

/** Why the loop ended. `idle`: the agent changed nothing, twice in a row; `refused`: three changes in a row were refused. */
export type RunEnd = 'done' | 'paused' | 'idle' | 'refused' | 'out-of-steps'

export interface AgentRun extends NextStep {
  readonly end: RunEnd
  readonly steps: number
}

const MAX_IDLE = 2
const MAX_REFUSED = 3

/**
 * Asks for the next step, calls the agent, and commits, until nothing is left.
 * @throws GateError `agent-failed` when the command fails; those of `next` and `commit`
 */
export async function run({ agent, maxSteps, ...options }: AgentRunOptions, hooks: Hooks): Promise<AgentRun> {
  const repository = await openRepository(options.repo)
  await refuseUncommitted(repository)
  let feedback = ''
  const bad = { idle: 0, refused: 0 }
  for (let steps = 0; ; steps += 1) {
    hooks.signal.throwIfAborted()
    const step = await next(options, hooks)
    const end = getEnd(step, steps, maxSteps, bad)
    if (end !== null) return { ...step, end, steps }
    const { next: unit } = toNextJson(step)
    hooks.onProgress({ kind: 'note', text: `step ${steps + 1}: ${unit?.title ?? ''}` })
    const prompt = unit === null ? '' : toPrompt({ ...unit, commands: [] }, step.plan, step.context.prompts)
    await callAgent(agent, repository.top ?? '.', `${prompt}${feedback}`, hooks.signal)
    feedback = ''
    if ((await uncommittedPaths(repository)).length > 0) {
      const verify = repeatCommand('tdd-gate complete', options)
      const done = await commit({ ...options, ...toStated(unit), verify, takesAttempt: true }, hooks)
      for (const text of done.commit === null ? toCommitText(done).trimEnd().split('\n') : [])
        hooks.onProgress({ kind: 'note', text })
      bad.idle = 0
      bad.refused = done.commit === null ? bad.refused + 1 : 0
      if (done.commit === null) feedback = `\nYour last change was not committed:\n${toCommitText(done)}`
    } else bad.idle = (await getHead(repository)) === step.head ? bad.idle + 1 : 0
  }
}

interface InRow {
  readonly idle: number
  readonly refused: number
}

function getEnd({ decision }: NextStep, steps: number, maxSteps: number, bad: InRow): RunEnd | null {
  if (decision.next === null) return 'done'
  if (decision.next.action === 'wait') return 'paused'
  if (bad.idle >= MAX_IDLE) return 'idle'
  if (bad.refused >= MAX_REFUSED) return 'refused'
  return steps >= maxSteps ? 'out-of-steps' : null
}

/** The commit states the step that the agent was asked for. */
function toStated(unit: NextUnit | null): Pick<CommitOptions, 'phase' | 'subtask'> {
  if (unit === null || !['red', 'green', 'refactor'].includes(unit.phase)) return {}
  return { phase: unit.phase, ...(unit.subtask === null ? {} : { subtask: unit.subtask }) }
}

async function getHead(repository: Repository): Promise<string> {
  return (await repository.git(['rev-parse', 'HEAD'])).toString().trim()
}

/** Output of the agent goes to standard error: standard output is the answer of this command. */
function callAgent(command: string, cwd: string, prompt: string, signal: AbortSignal): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], { cwd, signal, stdio: ['pipe', process.stderr, process.stderr] })
  // An agent that reads no prompt closes its end early.
  child.stdin?.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') child.kill()
  })
  child.stdin?.end(prompt)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, by) => {
      if (code === 0) resolve()
      else reject(agentFailed(String(code ?? by)))
    })
  })
}
