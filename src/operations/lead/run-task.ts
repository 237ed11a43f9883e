/** Runs a whole task: its branch, the loop with the agent, the push and the pull request. What others see is confirmed first. */
import { noPersonToAsk, notConfirmed } from '../../core/errors/people.ts'
import { branchOfOtherTask, notExpanded } from '../../core/errors/tasks.ts'
import { onlyAtBeginning } from '../../core/errors/usage.ts'
import type { Plan } from '../../core/model/plan.ts'
import { list, shellWords } from '../../core/rules/text.ts'
import { taskOfBranch } from '../../core/task/task-branch.ts'
import { getCurrentBranch } from '../../git/local-refs/head.ts'
import { getStartBase, isDefaultBranch, nameOfRef } from '../../git/range.ts'
import { findPushRemote } from '../../git/remote.ts'
import { openRepository, type Repository, uncommittedPaths } from '../../git/repository.ts'
import { findWorktree, hasBranch, stashPaths, switchTo } from '../../git/write.ts'
import { readRemote } from '../../github/servers.ts'
import type { Published } from '../../render/run/answer.ts'
import { toPullText } from '../../render/run/files.ts'
import { isWholeTask } from '../../tasks/parse-plan.ts'
import { refuseUncommitted } from '../clean-tree.ts'
import { toBranch } from '../plan.ts'
import { keepAttemptLimit } from '../runs/attempt-limit.ts'
import { beginTask, prepareStart, type StartOptions } from '../start.ts'
import { isStartOf, readBranchStart } from '../tasks/starts.ts'
import type { Hooks } from '../verify/progress.ts'
import { expandTask, findExpandable } from './expand.ts'
import { publishBranch } from './publish.ts'
import { type AgentRun, type AgentRunOptions, run } from './run.ts'
import { leadTexts } from './texts.ts'

interface TaskRunOptions extends AgentRunOptions {
  /** False: no question is asked. */
  readonly confirm: boolean
  readonly push: boolean
  readonly pr: boolean
  /** The issue below which the App starts the task; null: the task is started here. */
  readonly issue: number | null
  /** True: the agent writes the subtasks of a task that has none. */
  readonly expands: boolean
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
  const { confirm, push, pr, issue, task, expands, beginning, ...options } = given
  const repository = hooks.repository ?? (await openRepository(options.repo))
  const isStart = task !== undefined && (await isOnDefaultBranch(repository))
  if ((given.isInteractive || (confirm && isStart)) && !hooks.ask) throw noPersonToAsk(toCommand(given))
  if (!isStart && task !== undefined) await refuseOtherTask(repository, { ...options, task }, hooks)
  if (!isStart && expands) throw onlyAtBeginning('--expand', await getDefaultBranch(repository))
  if (!isStart) await applyToBranch(repository, beginning)
  const opened = isStart ? await begin(repository, { ...given, task }, hooks) : null
  const done = await run({ ...options, ...(isStart || task === undefined ? {} : { task }) }, hooks)
  if (done.end !== 'done') return { ...done, published: null }
  const { base, remote } = await findPullBase(repository)
  const published = await publishBranch(repository, {
    remote,
    base,
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

function toCommand({ task, agent }: Pick<TaskRunOptions, 'task' | 'agent'>, options: readonly string[] = []): string {
  const words = task === undefined ? [] : [shellWords([task], '<task>')]
  return ['tdd-gate run', ...words, '--agent', shellWords([agent], '<command>'), ...options, '--no-confirm'].join(' ')
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

/** Finds the branch that pull requests go to, as it is called on its remote. */
async function findPullBase(repository: Repository) {
  const base = await getStartBase(repository)
  const remote = await findPushRemote(repository, base)
  return { base: toBranch(nameOfRef(base), remote?.name ?? ''), remote }
}

async function getDefaultBranch(repository: Repository): Promise<string> {
  const { base } = await findPullBase(repository)
  return base === 'HEAD' ? '<branch>' : base
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
  const asked = await prepareStart(repository, start, hooks)
  const expanded = asked.taken === null ? await expand(repository, options, asked.plan, hooks) : null
  const begun = expanded === null ? start : { ...start, task: expanded }
  const { branch, base: from, plan, taken } = expanded === null ? asked : await prepareStart(repository, begun, hooks)
  if (expanded !== null) for (const { id, title } of plan.subtasks) hooks.onProgress(toNote(`${id}  ${title}`))
  const name = `${plan.id}: ${plan.title}`
  const isContinued = taken?.isSame === true && (await findWorktree(repository, branch)) === null
  const question = isContinued ? leadTexts.continueOn(branch, name) : leadTexts.createBranch(branch, from, name)
  if (taken !== null && !isContinued) throw taken.error
  if (confirm && !(await hooks.ask?.(question))) throw notConfirmed(question)
  if (isContinued) await continueOn(repository, branch, beginning)
  else await beginTask(begun, hooks)
  if (expanded !== null) await putAside(repository, plan, hooks)
  return null
}

const toNote = (text: string) => ({ kind: 'note', text }) as const

/** @returns the expanded task, as `start` takes it; null where it has subtasks, or where none are wanted */
async function expand(
  repository: Repository,
  options: TaskRunOptions & { readonly task: string },
  plan: Plan,
  hooks: Hooks,
): Promise<string | null> {
  const { agent, confirm, expands, task } = options
  const { top } = repository
  if (!isWholeTask(plan)) {
    if (expands) hooks.onProgress(toNote(leadTexts.nothingToExpand(plan.id)))
    return null
  }
  const found = top === null ? null : await findExpandable(top, task, plan)
  if (found === null) {
    if (expands) throw notExpanded(plan.id, task, leadTexts.wrong.document)
    return null
  }
  const isWanted = expands || (confirm && (await hooks.ask?.(leadTexts.expand(plan.id, found.shown))) === true)
  if (isWanted) return expandTask(repository, { agent, signal: hooks.signal }, found)
  hooks.onProgress(toNote(leadTexts.expandBy(plan.id, toCommand(options, ['--expand']))))
  return null
}

/** The first commit carries the plan. A changed list belongs to no step, so it leaves the working tree, and no agent commits it. */
async function putAside(repository: Repository, { id }: Plan, hooks: Hooks): Promise<void> {
  const paths = await uncommittedPaths(repository)
  if (paths.length === 0) return
  await stashPaths(repository, paths, leadTexts.stashed(id))
  hooks.onProgress(toNote(leadTexts.putAside(list(paths))))
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
  const { remote } = await findPullBase(repository)
  const place = readRemote(remote?.url ?? '')
  return place === null
    ? `#${pullRequest}`
    : `https://${place.host}/${place.repository.owner}/${place.repository.repo}/pull/${pullRequest}`
}
