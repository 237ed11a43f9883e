/** Offers `run`: leads an agent from step to step until nothing is left. */
import * as z from 'zod'
import type { WorkInProgress } from '../../core/errors/tasks.ts'
import { badUsage, notBesideApp } from '../../core/errors/usage.ts'
import type { RunEnd } from '../../core/evaluate/run-end.ts'
import { openRepository } from '../../git/repository.ts'
import { toNothingLeftText, toPauseLines, toRunText } from '../../render/run/answer.ts'
import { toStepJson } from '../../render/work-unit.ts'
import { define, EXIT, type OperationAnswer } from '../operation.ts'
import { getWorktreeFolder } from '../runs/place.ts'
import { getRunPath } from '../runs/task-run.ts'
import type { Hooks } from '../verify/progress.ts'
import type { SessionOptions } from '../verify/session.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text, withCommand } from './inputs.ts'
import { BEGINNING, BEGINNING_FLAGS, issueNumber, refuseBesideApp, showPlan, toBeginning } from './plan.ts'
import { runOf, toState } from './state.ts'

const DEFAULT_STEPS = 30
const NUMBER = 'needs a whole number from 1'
const whole = z.coerce.number(NUMBER).int(NUMBER).min(1, NUMBER)

const EXIT_OF = {
  done: EXIT.SUCCESS,
  paused: EXIT.UNFINISHED,
  idle: EXIT.UNFINISHED,
  refused: EXIT.BROKEN,
  'out-of-steps': EXIT.UNFINISHED,
  'out-of-commits': EXIT.UNFINISHED,
  'out-of-time': EXIT.UNFINISHED,
  declined: EXIT.UNFINISHED,
} as const satisfies Readonly<Record<RunEnd | 'declined', number>>

export const runOperation = define({
  input: Branch.extend({
    task: text.exactOptional().describe('the task: a document, or an id; on the default branch it is started first'),
    agent: text.exactOptional().describe('shell command that reads the prompt on standard input'),
    maxSteps: whole.default(DEFAULT_STEPS).describe('calls of the agent at most'),
    maxCommits: whole.exactOptional().describe('commits at most; the configuration may allow fewer'),
    maxMinutes: whole.exactOptional().describe('minutes at most; the configuration may allow fewer'),
    confirm: z
      .boolean()
      .default(true)
      .describe('ask for nothing: create the branch, push it and open the pull request'),
    push: z.boolean().default(true).describe('keep the branch here'),
    pr: z.boolean().default(true).describe('open no pull request'),
    interactive: z.boolean().default(false).describe('ask before each call of the agent, and before each commit'),
    issue: issueNumber.exactOptional().describe('let the App start the task below this issue'),
    next: z.boolean().default(false).describe('start the next task of the lists on the base branch'),
    expand: z.boolean().default(false).describe('let the agent write the subtasks of a task that has none'),
    ...BEGINNING,
    dryRun: z.boolean().default(false).describe('show the plan, and write nothing'),
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, end: z.string(), steps: z.int() }),
  flags: {
    ...FLAGS,
    task: '[task]',
    agent: '--agent <command>',
    confirm: '--no-confirm',
    push: '--no-push',
    pr: '--no-pr',
    issue: '--issue <number>',
    maxSteps: '--max-steps <number>',
    maxCommits: '--max-commits <number>',
    maxMinutes: '--max-minutes <number>',
    ...BEGINNING_FLAGS,
  },
  run: async ({ dryRun, next, ...asked }, hooks) => {
    const queue = next ? await askQueue(asked, dryRun, hooks) : null
    if (queue?.task === null) return toNothingLeft(queue)
    const { fresh, branch, maxAttempts, ...input } = queue === null ? asked : { ...asked, task: queue.task }
    const given = { fresh, ...(branch && { branch }), ...(maxAttempts && { maxAttempts }) }
    if (input.issue !== undefined) refuseBesideApp(given)
    if (input.issue !== undefined && input.expand) throw notBesideApp('--expand')
    const beginning = toBeginning(given)
    const { agent, maxSteps, maxCommits = null, maxMinutes = null, issue = null, interactive, expand, ...rest } = input
    const { confirm, push, pr, sequence: _, ...outlook } = rest
    if (dryRun) return showPlan({ ...outlook, ...beginning }, hooks)
    if (agent === undefined)
      throw badUsage('`--agent` is missing: the command that does the work.', "run --agent '<command>'")
    const { runTask } = await import('../lead/run-task.ts')
    const budget = { agent, maxSteps, maxCommits, maxMinutes }
    const led = { ...budget, issue, isInteractive: interactive, expands: expand, beginning }
    const done = await runTask({ ...withCommand(rest, 'next'), ...led }, hooks)
    const { end, steps, published } = done
    const isHere = push && published?.remote && !published.isPushed
    const ran = await runOf(done, hooks.repository, published?.pullRequest)
    const pause = end === 'paused' ? await describePause(ran, hooks) : []
    return {
      json: { ...toStepJson(done), end, steps, published },
      toText: () => toRunText(done, pause),
      state: toState(done),
      exit: isHere ? EXIT.UNFINISHED : EXIT_OF[end],
      ...ran,
    }
  },
})

interface Asked extends Pick<SessionOptions, 'repo' | 'base' | 'config' | 'cacheDir' | 'task'> {
  readonly issue?: number
}

/** @throws GateError `bad-usage` where the call names a task too; `task-waits` */
async function askQueue({ task, issue, repo, base, config, cacheDir }: Asked, isShown: boolean, hooks: Hooks) {
  const other = task === undefined ? issue && '`--issue`' : 'A task'
  if (other) throw badUsage(`${other} and \`--next\` exclude each other.`, "run --next --agent '<command>'")
  const [{ findNextTask }, { refuseNextElsewhere }] = await Promise.all([
    import('../tasks/queue.ts'),
    import('../lead/run-task.ts'),
  ])
  if (!isShown) await refuseNextElsewhere(hooks.repository ?? (await openRepository(repo)))
  return findNextTask({ repo, ...(base && { base }), ...(config && { config }), ...(cacheDir && { cacheDir }) }, hooks)
}

function toNothingLeft({ inWork }: { readonly inWork: readonly WorkInProgress[] }): OperationAnswer {
  const json = { schemaVersion: 1, end: 'nothing-left', steps: 0, inWork }
  return { json, toText: () => toNothingLeftText(inWork), exit: EXIT.SUCCESS }
}

/** The folder is written when the call ends. */
async function describePause({ run, toFiles }: Awaited<ReturnType<typeof runOf>>, { repository }: Hooks) {
  if (run === undefined || repository === undefined) return []
  const folder = getRunPath(getWorktreeFolder(repository, process.env), run.identity.runId)
  const results = (await toFiles?.())?.findLast(({ path }) => path.startsWith('test-results/'))
  return toPauseLines(folder, results?.path ?? null)
}
