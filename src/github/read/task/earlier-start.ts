/** Finds an earlier start of the same task. Tasks are compared by number, because titles change. */
import { tooManyToSearch } from '../../../core/errors/tasks.ts'
import type { Sha } from '../../../core/model/commit.ts'
import type { TaskStart } from '../../../core/model/effect.ts'
import type { Plan } from '../../../core/model/plan.ts'
import type { TaskRecord } from '../../../core/model/task-record.ts'
import { branchStem, isBranchOfTask } from '../../../core/task/task-branch.ts'
import { toDigest } from '../../../evidence/digest.ts'
import { readStartMessage, readStartTrailers } from '../../../evidence/start-message.ts'
import { MAX_OWN_CHECKS, readOwnChecks } from '../../own-checks.ts'
import { readOwnCommitMessage } from '../../own-commit.ts'
import { allPaged, PAGE } from '../../pages.ts'
import { type Answer, type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../../routes.ts'
import { NO_SUCH_COMMIT, orNull } from '../../status.ts'
import { taskTexts } from '../../texts.ts'
import { readTaskRecord } from '../pull-request/own-checks.ts'
import { findHints } from './task-record.ts'

const PULLS = 'GET /repos/{owner}/{repo}/pulls'
const REFS = 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}'
const HEADS = 'refs/heads/'
const MAX_PAGES = 30
/** Bound for one task, because each branch costs requests. */
const MAX_BRANCHES = 10
/** Everyone can write hints, and each costs a request. */
const MAX_HINTS = 2

type Pull = Answer<typeof PULLS>['data'][number]

interface EarlierStartQuery {
  readonly app: AppIdentity
  /** The start that would be made now. */
  readonly start: TaskStart
  /** The branch pattern of the base's configuration. */
  readonly branchPattern: string
}

export type EarlierStart =
  /** The task is in progress. */
  | { readonly kind: 'open'; readonly pull: number; readonly branch: string }
  /** The start was interrupted before the pull request was opened. It continues with its original plan. */
  | { readonly kind: 'unfinished'; readonly branch: string; readonly plan: Plan }
  /** A person must decide first. */
  | { readonly kind: 'blocked'; readonly problem: string }
  /**
   * The pull request was closed and its branch deleted. The task may start again, and earlier decisions no longer
   * apply.
   */
  | { readonly kind: 'closed'; readonly pull: number }

interface Search extends EarlierStartQuery {
  readonly github: GitHub
  readonly repository: RepositoryName
}

/**
 * Finds the start. @throws GateError `limit-exceeded` where it may be beyond the bounds of reading; others for a
 * refusal of GitHub
 */
export async function findEarlierStart(
  github: GitHub,
  repository: RepositoryName,
  query: EarlierStartQuery,
): Promise<EarlierStart | null> {
  const search = { ...query, github, repository }
  const open = await findOpen(search)
  if (open !== null) return { kind: 'open', pull: open.number, branch: open.head.ref }
  for (const { branch, tip } of await getBranches(search)) {
    const found = await evaluateBranch(search, branch, tip)
    if (found !== null) return found
  }
  const closed = (await closedPull(search, query.start.branch)) ?? (await findLastClosed(search))
  return closed === null || closed.merged_at !== null ? null : { kind: 'closed', pull: closed.number }
}

async function findOpen(search: Search): Promise<Pull | null> {
  const { github, repository } = search
  const read = async (page: number) =>
    (await github.request(PULLS, { ...repository, state: 'open', per_page: PAGE, page })).data
  const { items, isTruncated } = await allPaged(read, MAX_PAGES)
  const found = await findOwn(search, items)
  if (found === null && isTruncated)
    throw tooManyToSearch(`${MAX_PAGES * PAGE} open pull requests`, 'Close those that are not needed')
  return found
}

/** Finds only the latest closed pull request. It is information for people and decides nothing. */
async function findLastClosed(search: Search): Promise<Pull | null> {
  const { github, repository } = search
  const { data } = await github.request(PULLS, {
    ...repository,
    state: 'closed',
    sort: 'updated',
    direction: 'desc',
    per_page: PAGE,
  })
  return findOwn(search, data)
}

async function closedPull(search: Search, branch: string): Promise<Pull | null> {
  const { github, repository } = search
  const head = `${repository.owner}:${branch}`
  const { data } = await github.request(PULLS, { ...repository, state: 'closed', head, per_page: PAGE })
  return findOwn(
    search,
    data.filter((pull) => pull.head.ref === branch),
  )
}

/**
 * Returns the first pull request that the App opened for this task. One without a record counts too: a missing start is
 * better than two.
 */
async function findOwn(search: Search, pulls: readonly Pull[]): Promise<Pull | null> {
  for (const pull of pulls) {
    const { head, base, user } = pull
    const isOwn = user?.login === getLogin(search.app) && (head.repo === null || head.repo.id === base.repo.id)
    if (!isOwn || !isNamed(search, head.ref)) continue
    const record = await recordAt(search, findHints(pull.body ?? '').slice(0, MAX_HINTS), head.ref)
    if (record === null || isSameTask(record, search.start)) return pull
  }
  return null
}

function isNamed({ start, branchPattern }: EarlierStartQuery, branch: string): boolean {
  return branch === start.branch || isBranchOfTask(branchPattern, start.plan.id, branch)
}

async function recordAt(
  { github, repository, app }: Search,
  places: readonly Sha[],
  branch: string,
): Promise<TaskRecord | null> {
  for (const place of places) {
    const found = await orNull(readOwnChecks(github, repository, place, app.id), NO_SUCH_COMMIT)
    const record = readTaskRecord(found?.checks ?? [], branch)
    if (record !== null) return record
    if (found?.isTruncated)
      throw tooManyToSearch(`${MAX_OWN_CHECKS} check runs on ${place}`, `Delete the branch ${branch}`)
  }
  return null
}

/**
 * Compares tasks: an issue is a task with its own number. Tasks with other numbers come from a document, whichever
 * issue names it.
 */
function isSameTask(one: Pick<TaskRecord, 'plan' | 'issue'>, other: Pick<TaskRecord, 'plan' | 'issue'>): boolean {
  const isOfIssue = ({ plan, issue }: typeof one) => plan.id === String(issue)
  return one.plan.id === other.plan.id && isOfIssue(one) === isOfIssue(other)
}

interface Branch {
  readonly branch: string
  readonly tip: Sha
}

/** Lists the branches. The one that would be created comes first. */
async function getBranches(search: Search): Promise<readonly Branch[]> {
  const { github, repository, start, branchPattern } = search
  const stem = branchStem(branchPattern, start.plan, start.base.branch)
  const { data } = await github.request(REFS, { ...repository, ref: `heads/${stem}` })
  const all = data.map(({ ref, object }) => ({ branch: ref.slice(HEADS.length), tip: object.sha }))
  const own = all.filter(({ branch }) => isNamed(search, branch))
  if (own.length > MAX_BRANCHES)
    throw tooManyToSearch(`${MAX_BRANCHES} branches \`${stem}...\``, 'Delete those that are not needed')
  const isWanted = ({ branch }: Branch) => branch === start.branch
  return [...own.filter(isWanted), ...own.filter((each) => !isWanted(each))]
}

/** Returns null for a branch that belongs to no start and does not conflict with one. */
async function evaluateBranch(search: Search, branch: string, tip: Sha): Promise<EarlierStart | null> {
  const [begun, closed] = [await findStartAt(search, branch, tip), await closedPull(search, branch)]
  if (begun !== null && closed?.head.sha !== tip) return begun
  if (closed !== null) return { kind: 'blocked', problem: describeClosed(closed, branch) }
  return branch === search.start.branch ? { kind: 'blocked', problem: describeTaken(branch) } : null
}

/** Returns the start that this commit began, where the App made it. */
async function findStartAt(search: Search, branch: string, tip: Sha): Promise<EarlierStart | null> {
  const { github, repository, app, start } = search
  const message = await readOwnCommitMessage(github, repository, app, tip)
  const trailers = readStartTrailers(message ?? '')
  if (trailers?.task !== start.plan.id) return null
  const record = await recordAt(search, [tip], branch)
  if (record !== null) {
    return isSameTask(record, start) ? { kind: 'unfinished', branch, plan: record.plan } : null
  }
  // A message may contain only part of the plan: only its digest proves that it is whole.
  const plan = [readStartMessage(message ?? ''), start.plan].find(
    (each) => each !== null && toDigest(each) === trailers.planDigest,
  )
  return plan ? { kind: 'unfinished', branch, plan } : { kind: 'blocked', problem: describeTaken(branch) }
}

function describeClosed({ number, merged_at }: Pull, branch: string): string {
  const anew = taskTexts.startAnew(branch)
  if (merged_at !== null) return taskTexts.taskMerged(number, anew)
  return [taskTexts.pullClosed(number, anew), taskTexts.decisionsLost(number)].join(' ')
}

function describeTaken(branch: string): string {
  return taskTexts.branchTaken(branch)
}
