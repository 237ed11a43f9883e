/** Runs `plan`: shows what a task would take, and what is in the way. Writes nothing and runs no test. */
import { join } from 'node:path'
import { SET_IDENTITY } from '../core/errors/git.ts'
import type { Plan } from '../core/model/plan.ts'
import { advise, type Precondition, suggest, toPrecondition } from '../core/model/suggestion.ts'
import { type PlannedStep, toFinish, toSteps } from '../core/task/steps.ts'
import { nameOfRef } from '../git/range.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { getCurrentBranch, hasBranch, hasUser } from '../git/write.ts'
import { findUncommitted } from './clean-tree.ts'
import { openBranch } from './next.ts'
import { prepareStart, type StartOptions } from './start.ts'
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
  readonly steps: readonly PlannedStep[]
  /** What is measured when every subtask is done. */
  readonly finish: readonly string[]
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
  } = await prepareStart(repository, { ...options, task }, known)
  const preconditions = [
    await checkTree(repository, uncommitted, task),
    toPrecondition('branch-free', !(await hasBranch(repository, branch)), branch, advise('', `git switch ${branch}`)),
    await checkUser(repository),
  ]
  const finish = toFinish(policy, suites)
  return { plan: found, branch, base, notes, preconditions, steps: toSteps(found, policy), finish }
}

async function planOfBranch(
  repository: Repository,
  options: Omit<OutlookOptions, 'task'>,
  hooks: Hooks,
): Promise<TaskOutlook> {
  await using session = await openBranch(options, hooks)
  const { criteria, notes, range, config, uncommitted, suites } = session
  const steps = criteria.plan === null ? [] : toSteps(criteria.plan, config.policy)
  const beginning = criteria.plan === null ? await findBeginning(session) : null
  const document = beginning?.document && join(repository.top ?? '', beginning.document)
  return {
    plan: criteria.plan,
    branch: (await getCurrentBranch(repository)) ?? 'HEAD',
    base: nameOfRef(range.baseName),
    notes,
    preconditions: [
      await checkTree(repository, uncommitted, document ?? undefined),
      toPrecondition('plan', beginning === null, 'a plan in the first commit', beginning?.suggestion ?? suggest('')),
      await checkUser(repository),
    ],
    steps,
    finish: toFinish(config.policy, suites),
  }
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
