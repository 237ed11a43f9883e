/** Runs a whole task: its branch, the loop with the agent, the push and the pull request. What others see is confirmed first. */
import { nobodyToAsk, notConfirmed } from '../../core/errors/people.ts'
import { branchOfOtherTask } from '../../core/errors/tasks.ts'
import { onlyAtBeginning } from '../../core/errors/usage.ts'
import { shellWords } from '../../core/rules/text.ts'
import { taskOfBranch } from '../../core/task/task-branch.ts'
import { getStartBase, isDefaultBranch, nameOfRef } from '../../git/range.ts'
import { findPushRemote } from '../../git/remote.ts'
import { openRepository, type Repository } from '../../git/repository.ts'
import { findWorktree, getCurrentBranch, hasBranch, switchTo } from '../../git/write.ts'
import { readRemote } from '../../github/servers.ts'
import { toPullText } from '../../render/run/files.ts'
import { refuseUncommitted } from '../clean-tree.ts'
import { toBranch } from '../plan.ts'
import { keepAttemptLimit } from '../runs/attempt-limit.ts'
import { beginTask, prepareStart, type StartOptions } from '../start.ts'
import { isStartOf, readBranchStart } from '../tasks/starts.ts'
import type { Hooks } from '../verify/progress.ts'
import { type Published, publishBranch } from './publish.ts'
import { type AgentRun, type AgentRunOptions, run } from './run.ts'
import { leadTexts } from './texts.ts'

interface TaskRunOptions extends AgentRunOptions {
  /** False: nobody is asked. */
  readonly confirm: boolean
  readonly push: boolean
  readonly pr: boolean
  /** The issue below which the App starts the task; null: the task is started here. */
  readonly issue: number | null
  /** Of a new branch. */
  readonly beginning: Pick<StartOptions, 'branch' | 'isFresh' | 'maxAttempts'>
}

type StartPlace = Pick<StartOptions, 'repo' | 'task' | 'base' | 'config' | 'cacheDir'>

interface TaskRun extends AgentRun {
  /** Null while something is left to do. */
  readonly published: Published | null
}

/**
 * Starts the task where the default branch is checked out, and goes on with it elsewhere.
 * @throws GateError `not-confirmed`; those of `start` and `run`
 */
export async function runTask(given: TaskRunOptions, hooks: Hooks): Promise<TaskRun> {
  const { confirm, push, pr, issue, task, beginning, ...options } = given
  const repository = hooks.repository ?? (await openRepository(options.repo))
  if ((given.isInteractive || (confirm && task !== undefined && (await isOnDefaultBranch(repository)))) && !hooks.ask)
    throw nobodyToAsk(toCommand(given))
  const isStart = task !== undefined && (await isOnDefaultBranch(repository))
  if (!isStart && task !== undefined) await refuseOtherTask(repository, { ...options, task }, hooks)
  if (!isStart) await applyToBranch(repository, beginning)
  const opened = isStart ? await begin(repository, { ...given, task }, hooks) : null
  const done = await run({ ...options, ...(isStart || task === undefined ? {} : { task }) }, hooks)
  if (done.end !== 'done') return { ...done, published: null }
  const base = await getStartBase(repository)
  const remote = await findPushRemote(repository, base)
  const published = await publishBranch(repository, {
    base: toBranch(nameOfRef(base), remote?.name ?? ''),
    title: done.pullTitle ?? done.context.branch ?? 'Changes',
    body: toPullText(done.decision, done),
    pushes: push,
    opens: pr,
    isConfirmed: !confirm,
    ask: hooks.ask,
    ...(opened === null ? {} : { opened }),
  })
  return { ...done, published }
}

function toCommand({ task, agent }: TaskRunOptions): string {
  const words = task === undefined ? [] : [shellWords([task], '<task>')]
  return ['tdd-gate run', ...words, '--agent', shellWords([agent], '<command>'), '--no-confirm'].join(' ')
}

/** @throws GateError `bad-usage` where another branch than the default one is checked out */
export async function refuseNextElsewhere(repository: Repository): Promise<void> {
  if (!(await isOnDefaultBranch(repository))) throw onlyAtBeginning('--next', await getDefaultBranch(repository))
}

/** A branch that has begun may have fewer attempts. @throws GateError `bad-usage` for what only a new one may have */
async function applyToBranch(
  repository: Repository,
  { branch, isFresh, maxAttempts }: TaskRunOptions['beginning'],
): Promise<void> {
  if (branch !== undefined || isFresh)
    throw onlyAtBeginning(isFresh ? '--fresh' : '--branch', await getDefaultBranch(repository))
  const current = await getCurrentBranch(repository)
  if (maxAttempts !== undefined && current !== null) await keepAttemptLimit(repository, current, maxAttempts)
}

/** @throws GateError `bad-usage` on a branch that began with another task, or whose name has another one */
async function refuseOtherTask(
  repository: Repository,
  { repo, task, base, config, cacheDir }: StartPlace,
  hooks: Hooks,
): Promise<void> {
  const current = await getCurrentBranch(repository)
  if (current === null) return
  const options = { repo, task, ...(base && { base }), ...(config && { config }), ...(cacheDir && { cacheDir }) }
  const { plan, branch, parent, branchPattern } = await prepareStart(repository, options, hooks)
  const start = await readBranchStart(repository, current, parent)
  const own = start?.task ?? taskOfBranch(branchPattern, current) ?? plan.id
  if (start === null ? own === plan.id : isStartOf(start, plan)) return
  const target = (await hasBranch(repository, branch)) ? branch : await getDefaultBranch(repository)
  throw branchOfOtherTask(current, own, plan.id, `git switch ${shellWords([target], "'<branch>'")}`)
}

async function getDefaultBranch(repository: Repository): Promise<string> {
  const base = await getStartBase(repository)
  const remote = await findPushRemote(repository, base)
  return toBranch(nameOfRef(base), remote?.name ?? '')
}

async function isOnDefaultBranch(repository: Repository): Promise<boolean> {
  const branch = await getCurrentBranch(repository)
  return branch !== null && (await isDefaultBranch(repository, branch))
}

/** @returns the address of the pull request that the App opened; null where the task is started here */
async function begin(
  repository: Repository,
  options: TaskRunOptions & { readonly task: string },
  hooks: Hooks,
): Promise<string | null> {
  const { task, repo, base, config, cacheDir, confirm, issue, beginning } = options
  const start = {
    ...beginning,
    repo,
    task,
    ...(base === undefined ? {} : { base }),
    ...(config === undefined ? {} : { config }),
    ...(cacheDir === undefined ? {} : { cacheDir }),
  }
  if (issue !== null) return startThere(repository, { repo, issue, task }, hooks)
  const { branch, base: from, plan, taken } = await prepareStart(repository, start, hooks)
  const name = `${plan.id}: ${plan.title}`
  const isContinued = taken?.isSame === true && (await findWorktree(repository, branch)) === null
  const question = isContinued ? leadTexts.continueOn(branch, name) : leadTexts.createBranch(branch, from, name)
  if (taken !== null && !isContinued) throw taken.error
  if (confirm && !(await hooks.ask?.(question))) throw notConfirmed(question)
  if (isContinued) await continueOn(repository, branch, beginning)
  else await beginTask(start, hooks)
  return null
}

/** What is not committed would come along. */
async function continueOn(repository: Repository, branch: string, { maxAttempts }: TaskRunOptions['beginning']) {
  await refuseUncommitted(repository)
  await switchTo(repository, branch)
  if (maxAttempts !== undefined) await keepAttemptLimit(repository, branch, maxAttempts)
}

/** The App opens the branch and its pull request. */
async function startThere(
  repository: Repository,
  { repo, issue, task }: { readonly repo: string; readonly issue: number; readonly task: string },
  hooks: Hooks,
): Promise<string> {
  const question = leadTexts.askApp(task, issue)
  if (hooks.ask !== undefined && !(await hooks.ask(question))) throw notConfirmed(question)
  const { startFromClone } = await import('../github-start.ts')
  const { pullRequest } = await startFromClone(repo, { issue, task: task === `#${issue}` ? null : task }, hooks.signal)
  const remote = await findPushRemote(repository, await getStartBase(repository))
  const place = readRemote(remote?.url ?? '')
  return place === null
    ? `#${pullRequest}`
    : `https://${place.host}/${place.repository.owner}/${place.repository.repo}/pull/${pullRequest}`
}
