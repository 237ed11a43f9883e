/** Runs `start`: opens the branch of a task with the same first commit that the App makes. */
import { findScope } from '../config/scopes.ts'
import { branchExists, branchOfOthers, noTaskDocument, taskWaits } from '../core/errors/tasks.ts'
import { noBranchName } from '../core/errors/usage.ts'
import type { Sha } from '../core/model/commit.ts'
import type { Config, SuiteConfig } from '../core/model/config.ts'
import type { GateError } from '../core/model/errors.ts'
import type { Plan } from '../core/model/plan.ts'
import type { Policy } from '../core/model/policy.ts'
import { shellWords } from '../core/rules/text.ts'
import { getStart, taskTitle } from '../core/task/start.ts'
import { branchBeside } from '../core/task/task-branch.ts'
import { toDigest } from '../evidence/digest.ts'
import { dropDecisions } from '../git/local-refs/decisions.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import { getStartBase, nameOfRef } from '../git/range.ts'
import { findPushRemote, type PushRemote } from '../git/remote.ts'
import { openRepository, type Repository, uncommittedPaths } from '../git/repository.ts'
import { findWorktree, hasBranch, switchToNew, writeCommit } from '../git/write.ts'
import type { ProjectLayout } from '../render/planned-commits.ts'
import { attemptsStay, besideBranch } from '../render/start-text.ts'
import { keepTaskOut, refuseUncommitted } from './clean-tree.ts'
import { repeatCommand } from './repeat-command.ts'
import { keepAttemptLimit } from './runs/attempt-limit.ts'
import { findUnbegun } from './tasks/first-task.ts'
import { isStartOf, readBranchStart } from './tasks/starts.ts'
import type { Hooks } from './verify/progress.ts'
import { openSession, type SessionOptions } from './verify/session.ts'

export interface StartOptions extends Pick<SessionOptions, 'repo' | 'base' | 'config' | 'cacheDir'> {
  /** A task document, or the id of a task in the documents of the base. */
  readonly task: string
  /** The name of the branch; by default the pattern of the base gives it. */
  readonly branch?: string
  /** True: a branch that the task has already stays as it is, and the work begins beside it. */
  readonly isFresh?: boolean
  /** Attempts at a GREEN on this machine: fewer than the base allows. */
  readonly maxAttempts?: number
}

export interface StartedTask {
  readonly plan: Plan
  readonly branch: string
  readonly base: string
  /** The empty first commit. */
  readonly commit: string
  readonly notes: readonly string[]
  /** Of a GREEN, by the policy of the base. */
  readonly maxAttempts: number
}

/** What `start` would do. */
interface PreparedStart extends Omit<StartedTask, 'commit' | 'maxAttempts'> {
  readonly message: string
  readonly tree: Sha
  readonly parent: Sha
  readonly policy: Policy
  readonly suites: readonly SuiteConfig[]
  /** Tasks that come first, of which the base has no work. */
  readonly waiting: readonly string[]
  /** What is not committed. */
  readonly uncommitted: readonly string[]
  readonly layout: ProjectLayout
  readonly branchPattern: string
  /** Why its branch cannot be created; null where it can. */
  readonly taken: TakenBranch | null
  /** The branch of an earlier start that stays; null without one. */
  readonly beside: string | null
  /** The title of its pull request. */
  readonly pullTitle: string
  /** Where its branch is pushed; null without a remote. */
  readonly remote: PushRemote | null
}

interface TakenBranch {
  /** Whether it carries the plan of this start. */
  readonly isSame: boolean
  readonly error: GateError
}

/**
 * Reads the plan, and names branch and first commit. Writes nothing.
 * @throws GateError `bad-plan` without a plan
 */
export async function prepareStart(
  repository: Repository,
  options: StartOptions,
  hooks: Hooks,
): Promise<PreparedStart> {
  const base = options.base ?? (await getStartBase(repository))
  await using session = await openSession({ ...options, base, head: base, isEmptyAllowed: true }, hooks, { repository })
  const { config, origin, notes, criteria, suites, scratch, classify, waitsFor } = session
  const { plan } = criteria
  if (plan === null) throw noTaskDocument(options.task)
  const { branchPattern } = config.git
  const { branch: usual, message } = getStart({
    plan,
    issue: null,
    base: { branch: nameOfRef(base), sha: origin.sha, tree: origin.tree },
    policyDigest: toDigest(config.policy),
    planDigest: toDigest(plan),
    branchPattern,
  })
  const [first = ''] = usual.split('/')
  const patterned = (await hasBranch(repository, first)) ? branchBeside(branchPattern, plan, first) : usual
  const wanted = options.branch ?? patterned
  await refuseBadName(repository, wanted)
  const { policy } = config
  const { tree, sha: parent } = origin
  const isTaken = await hasBranch(repository, wanted)
  const isBeside = isTaken && options.isFresh === true
  const branch = isBeside ? await findBeside(repository, wanted) : wanted
  const start = { plan, base: parent, again: toStartCommand(options) }
  const taken = isTaken && !isBeside ? await describeTaken(repository, wanted, start) : null
  const [waiting, uncommitted, remote, files] = await Promise.all([
    findUnbegun(repository, origin.sha, waitsFor),
    uncommittedPaths(repository),
    findPushRemote(repository, base),
    scratch.listTree(tree),
  ])
  const layout = { paths: [...files.keys()], classify, ...toSubjects(config) }
  const pullTitle = taskTitle(plan, config.git.pr.title)
  const about = { plan, branch, branchPattern, base: nameOfRef(base), notes, policy, suites }
  const beside = isBeside ? wanted : null
  return { ...about, message, tree, parent, uncommitted, waiting, layout, taken, beside, pullTitle, remote }
}

/**
 * Creates the branch of the task and switches to it. Its first commit is empty and carries the plan, so that no later
 * command has to name the task.
 * @throws GateError `bad-plan` without a plan; `branch-taken`; `uncommitted-changes`
 */
export async function beginTask(options: StartOptions, hooks: Hooks): Promise<StartedTask> {
  const repository = await openRepository(options.repo)
  const prepared = await prepareStart(repository, options, hooks)
  const { plan, branch, base, message, tree, parent, policy, uncommitted, waiting, taken, beside } = prepared
  if (taken !== null) throw taken.error
  if (waiting.length > 0) throw taskWaits(plan.id, waiting, toFirst(waiting, options))
  await refuseUncommitted(repository, options.task, uncommitted)
  const commit = await writeCommit(repository, { tree, parents: [parent], message })
  await dropDecisions(repository, branch)
  await switchToNew(repository, branch, commit)
  hooks.onProgress({ kind: 'branch:created', branch, sha: commit })
  const keptOut = await keepTaskOut(repository, options.task, uncommitted)
  const { maxAttempts: allowed } = policy.green
  const { maxAttempts = allowed } = options
  if (maxAttempts < allowed) await keepAttemptLimit(repository, branch, maxAttempts)
  const notes = [
    ...prepared.notes,
    ...(keptOut === null ? [] : [keptOut]),
    ...(beside === null ? [] : [besideBranch(beside)]),
    ...(maxAttempts > allowed ? [attemptsStay(maxAttempts, allowed)] : []),
  ]
  return { plan, branch, base, notes, commit, maxAttempts: Math.min(maxAttempts, allowed) }
}

/** Git knows which names a branch may have. */
async function refuseBadName(repository: Repository, branch: string): Promise<void> {
  const { code } = await repository.run(['check-ref-format', '--branch', branch])
  if (code !== 0) throw noBranchName(branch)
}

/** Returns the first free name: `-2`, `-3` and so on after the name that is taken. */
async function findBeside(repository: Repository, taken: string): Promise<string> {
  let n = 2
  while (await hasBranch(repository, `${taken}-${n}`)) n += 1
  return `${taken}-${n}`
}

/** How subjects of commits are written. */
export function toSubjects({ commit: { template, scopes } }: Config) {
  return { template, scopeOf: (paths: readonly string[]) => findScope(scopes, paths) }
}

/** The names of the first task that comes before, and of the task, for a shell, with the options of the call. */
export function toFirst(
  [first = '']: readonly string[],
  options: StartOptions,
): { readonly first: string; readonly task: string } {
  const { base: _, ...others } = options
  return { first: toStartWords({ ...options, task: first }), task: toStartWords(others) }
}

const toStartCommand = (options: StartOptions) => `tdd-gate start ${toStartWords(options)}`

/** The branch, and whether it begins anew, differ from call to call. */
function toStartWords({ task, branch: _, isFresh: _isFresh, ...options }: StartOptions): string {
  return `${shellWords([task], '<task>')}${repeatCommand('start', { ...options }).options}`
}

/** A branch of the task is continued, or left as it is. One of another origin is left as it is. */
async function describeTaken(
  repository: Repository,
  branch: string,
  { plan, base, again }: { readonly plan: Plan; readonly base: Sha; readonly again: string },
): Promise<TakenBranch> {
  const start = await readBranchStart(repository, branch, base)
  if (start === null || !isStartOf(start, plan)) {
    const name = shellWords([await findBeside(repository, branch)], '<name>')
    return { isSame: false, error: branchOfOthers(branch, plan.id, `${again} --branch ${name}`) }
  }
  const isSame = start.planDigest === toDigest(plan)
  const goThere = await findWay(repository, branch)
  const about = { branch, otherPlanOf: isSame ? null : plan.id, goThere, anew: `${again} --fresh` }
  return { isSame, error: branchExists(about) }
}

/** Git checks a branch out once only: in another worktree, the way there is its folder. */
async function findWay(repository: Repository, branch: string): Promise<string> {
  if ((await getCurrentBranch(repository)) === branch) return 'tdd-gate next'
  const worktree = await findWorktree(repository, branch)
  if (worktree === null || worktree === repository.top) return `git switch ${shellWords([branch], "'<branch>'")}`
  return `cd ${shellWords([worktree], "'<folder>'")}`
}
