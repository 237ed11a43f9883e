/** Runs `plan`: shows what a task would take, and what is in the way. Writes nothing and runs no test. */
import { join } from 'node:path'
import { SET_IDENTITY } from '../core/errors/git.ts'
import { suggestFirst } from '../core/errors/tasks.ts'
import type { Plan } from '../core/model/plan.ts'
import type { Policy } from '../core/model/policy.ts'
import { advise, type Precondition, suggest, toPrecondition } from '../core/model/suggestion.ts'
import { list } from '../core/rules/text.ts'
import { taskTitle } from '../core/task/start.ts'
import { toFinish, toSteps } from '../core/task/steps.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import { nameOfRef } from '../git/range.ts'
import { findPushRemote } from '../git/remote.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { hasUser } from '../git/write.ts'
import type { Publication, ShownStep } from '../render/plan-text.ts'
import { type ProjectLayout, toPlannedCommits } from '../render/planned-commits.ts'
import { findUncommitted } from './clean-tree.ts'
import { checkTools } from './lead/preflight.ts'
import { openBranch } from './next.ts'
import { prepareStart, type StartOptions, toFirst, toSubjects } from './start.ts'
import { findBeginning } from './tasks/first-task.ts'
import type { Hooks } from './verify/progress.ts'

export interface OutlookOptions extends Omit<StartOptions, 'task'> {
  /** By default the task of the present branch. */
  readonly task?: string
}

interface TaskOutlook {
  /** Null on a branch without a plan. */
  readonly plan: Plan | null
  readonly branch: string
  readonly base: string
  readonly notes: readonly string[]
  readonly preconditions: readonly Precondition[]
  readonly steps: readonly ShownStep[]
  /** What is measured when every subtask is done. */
  readonly finish: readonly string[]
  /** What `run` does then; null without a plan or a remote. */
  readonly publication: Publication | null
}

/**
 * Shows branch, subtasks with their steps, the end, and what is in the way.
 * @throws GateError `bad-plan` when the named task has no document
 */
export async function getTaskOutlook({ task, ...options }: OutlookOptions, hooks: Hooks): Promise<TaskOutlook> {
  const repository = hooks.repository ?? (await openRepository(options.repo))
  const known = { ...hooks, repository }
  if (task === undefined) return planOfBranch(repository, options, known)
  const {
    branch,
    base,
    notes,
    plan: found,
    policy,
    suites,
    uncommitted,
    waiting,
    taken,
    layout,
    remote,
    pullTitle,
  } = await prepareStart(repository, { ...options, task }, known)
  const preconditions = [
    await checkTree(repository, uncommitted, task),
    ...checkTools(repository.top ?? '.', suites, process.env),
    toPrecondition('branch-free', taken === null, branch, taken?.error.suggestion ?? suggest('')),
    ...checkOrder(found.id, waiting, { ...options, task }),
    await checkUser(repository),
  ]
  const finish = toFinish(policy, suites)
  const publication = remote && { remote: remote.name, base: toBranch(base, remote.name), title: pullTitle }
  const steps = toShownSteps(found, policy, layout)
  return { plan: found, branch, base, notes, preconditions, steps, finish, publication }
}

/** `origin/main` is `main` there. */
export function toBranch(base: string, remote: string): string {
  return base.startsWith(`${remote}/`) ? base.slice(remote.length + 1) : base
}

function toShownSteps(plan: Plan, policy: Policy, layout: ProjectLayout): readonly ShownStep[] {
  return toSteps(plan, policy).map((step) => ({
    ...step,
    planned: toPlannedCommits(plan, step.subtask, step.commits, layout),
  }))
}

async function planOfBranch(
  repository: Repository,
  options: Omit<OutlookOptions, 'task'>,
  hooks: Hooks,
): Promise<TaskOutlook> {
  await using session = await openBranch(options, hooks)
  const { criteria, notes, range, config, uncommitted, suites, scratch, classify } = session
  const { plan } = criteria
  const paths = [...(await scratch.listTree(range.headTree)).keys()]
  const steps = plan === null ? [] : toShownSteps(plan, config.policy, { paths, classify, ...toSubjects(config) })
  const base = nameOfRef(range.baseName)
  const remote = plan && (await findPushRemote(repository, range.baseName))
  const beginning = plan === null ? await findBeginning(session) : null
  const document = beginning?.document && join(repository.top ?? '', beginning.document)
  return {
    plan,
    branch: (await getCurrentBranch(repository)) ?? 'HEAD',
    base,
    notes,
    preconditions: [
      await checkTree(repository, uncommitted, document ?? undefined),
      ...checkTools(repository.top ?? '.', suites, process.env),
      toPrecondition('plan', beginning === null, 'a plan in the first commit', beginning?.suggestion ?? suggest('')),
      await checkUser(repository),
    ],
    steps,
    finish: toFinish(config.policy, suites),
    publication: plan &&
      remote && { remote: remote.name, base: toBranch(base, remote.name), title: taskTitle(plan, config.git.pr.title) },
  }
}

/** @param waiting ids of open tasks that come first */
function checkOrder(id: string, waiting: readonly string[], options: StartOptions): readonly Precondition[] {
  if (waiting.length === 0) return []
  const suggestion = suggestFirst(toFirst(waiting, options))
  return [toPrecondition('dependencies', false, `${id} waits for ${list(waiting)}`, suggestion)]
}

const MAX_NAMED = 5

async function checkTree(repository: Repository, known: readonly string[], allowed?: string): Promise<Precondition> {
  const paths = await findUncommitted(repository, allowed, known)
  const named = paths.slice(0, MAX_NAMED).join(', ')
  const stash = advise('', 'git stash --include-untracked')
  return toPrecondition('clean-tree', paths.length === 0, named || 'nothing is uncommitted', stash)
}

async function checkUser(repository: Repository): Promise<Precondition> {
  return toPrecondition('git-user', await hasUser(repository), 'name and e-mail', advise('', SET_IDENTITY))
}
