/** A start of the same task that was made before: a task is known by its number, whatever its title became since. */
import type { Sha } from '../../../core/model/commit.ts'
import type { TaskStart } from '../../../core/model/effect.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { Plan } from '../../../core/model/plan.ts'
import type { TaskRecord } from '../../../core/model/task-record.ts'
import { startMessage } from '../../../core/task/start.ts'
import { branchStem, isBranchOfTask } from '../../../core/task/task-branch.ts'
import { toDigest } from '../../../evidence/digest.ts'
import { readStartMessage } from '../../../evidence/start-message.ts'
import { MAX_OWN_CHECKS, ownChecks } from '../../own-checks.ts'
import { ownCommitMessage } from '../../own-commit.ts'
import { allPaged, PAGE } from '../../pages.ts'
import { type Answer, type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../../routes.ts'
import { NO_SUCH_COMMIT, orNull } from '../../status.ts'
import { taskIn } from '../pull-request/own-checks.ts'
import { hintsIn } from './task-record.ts'

const PULLS = 'GET /repos/{owner}/{repo}/pulls'
const REFS = 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}'
const HEADS = 'refs/heads/'
const MAX_PAGES = 30
/** Of one task; each costs requests. */
const MAX_BRANCHES = 10
/** Anybody may write them, and each costs a request. */
const MAX_HINTS = 2

type Pull = Answer<typeof PULLS>['data'][number]

export interface StartTerms {
  readonly app: AppIdentity
  /** What would be started now. */
  readonly start: TaskStart
  /** Of the base's configuration. */
  readonly branchPattern: string
}

export type EarlierStart =
  /** Under way. */
  | { readonly kind: 'open'; readonly pull: number; readonly branch: string }
  /** Cut off before its pull request was opened; it goes on with the plan that it began with. */
  | { readonly kind: 'unfinished'; readonly branch: string; readonly plan: Plan }
  /** A person has to decide first. */
  | { readonly kind: 'blocked'; readonly problem: string }
  /** Its pull request was closed, its branch is gone: it may begin anew, and nothing of then holds. */
  | { readonly kind: 'closed'; readonly pull: number }

interface Search extends StartTerms {
  readonly github: GitHub
  readonly repository: RepositoryName
}

/** @throws GateError `limit-exceeded` where an earlier start may stand behind what is read; else as GitHub's refusal */
export async function findEarlierStart(
  github: GitHub,
  repository: RepositoryName,
  terms: StartTerms,
): Promise<EarlierStart | null> {
  const search = { ...terms, github, repository }
  const open = await findOpen(search)
  if (open !== null) return { kind: 'open', pull: open.number, branch: open.head.ref }
  for (const { branch, tip } of await getBranches(search)) {
    const found = await evaluateBranch(search, branch, tip)
    if (found !== null) return found
  }
  const closed = (await closedPull(search, terms.start.branch)) ?? (await lastClosed(search))
  return closed === null || closed.merged_at !== null ? null : { kind: 'closed', pull: closed.number }
}

async function findOpen(search: Search): Promise<Pull | null> {
  const { github, repository } = search
  const read = async (page: number) =>
    (await github.request(PULLS, { ...repository, state: 'open', per_page: PAGE, page })).data
  const { items, isCut } = await allPaged(read, MAX_PAGES)
  const found = await firstOf(search, items)
  if (found === null && isCut) throw tooMany(`${MAX_PAGES * PAGE} open pull requests`, 'Close what is not needed')
  return found
}

/** The latest only: it is a word to people, by which nothing is decided. */
async function lastClosed(search: Search): Promise<Pull | null> {
  const { github, repository } = search
  const { data } = await github.request(PULLS, {
    ...repository,
    state: 'closed',
    sort: 'updated',
    direction: 'desc',
    per_page: PAGE,
  })
  return firstOf(search, data)
}

async function closedPull(search: Search, branch: string): Promise<Pull | null> {
  const { github, repository } = search
  const head = `${repository.owner}:${branch}`
  const { data } = await github.request(PULLS, { ...repository, state: 'closed', head, per_page: PAGE })
  return firstOf(
    search,
    data.filter((pull) => pull.head.ref === branch),
  )
}

/** Of these the App's own for this task. One without a record that says otherwise is: better too few starts than two. */
async function firstOf(search: Search, pulls: readonly Pull[]): Promise<Pull | null> {
  for (const pull of pulls) {
    const { head, base, user } = pull
    const isOwn = user?.login === getLogin(search.app) && (head.repo === null || head.repo.id === base.repo.id)
    if (!isOwn || !isNamed(search, head.ref)) continue
    const record = await recordAt(search, hintsIn(pull.body ?? '').slice(0, MAX_HINTS), head.ref)
    if (record === null || isSameTask(record, search.start)) return pull
  }
  return null
}

function isNamed({ start, branchPattern }: StartTerms, branch: string): boolean {
  return branch === start.branch || isBranchOfTask(branchPattern, start.plan.id, branch)
}

async function recordAt(
  { github, repository, app }: Search,
  places: readonly Sha[],
  branch: string,
): Promise<TaskRecord | null> {
  for (const place of places) {
    const found = await orNull(ownChecks(github, repository, place, app.id), NO_SUCH_COMMIT)
    const record = taskIn(found?.checks ?? [], branch)
    if (record !== null) return record
    if (found?.isCut) throw tooMany(`${MAX_OWN_CHECKS} check runs on ${place}`, `Delete the branch ${branch}`)
  }
  return null
}

/** An issue is a task of its own number; what it starts of another number is a document, whichever issue named it. */
function isSameTask(one: Pick<TaskRecord, 'plan' | 'issue'>, other: Pick<TaskRecord, 'plan' | 'issue'>): boolean {
  const isOfIssue = ({ plan, issue }: typeof one) => plan.id === String(issue)
  return one.plan.id === other.plan.id && isOfIssue(one) === isOfIssue(other)
}

interface Branch {
  readonly branch: string
  readonly tip: Sha
}

/** The one that would be made comes first. */
async function getBranches(search: Search): Promise<readonly Branch[]> {
  const { github, repository, start, branchPattern } = search
  const stem = branchStem(branchPattern, start.plan)
  const { data } = await github.request(REFS, { ...repository, ref: `heads/${stem}` })
  const all = data.map(({ ref, object }) => ({ branch: ref.slice(HEADS.length), tip: object.sha }))
  const own = all.filter(({ branch }) => isNamed(search, branch))
  if (own.length > MAX_BRANCHES) throw tooMany(`${MAX_BRANCHES} branches \`${stem}...\``, 'Delete what is not needed')
  const isWanted = ({ branch }: Branch) => branch === start.branch
  return [...own.filter(isWanted), ...own.filter((each) => !isWanted(each))]
}

/** @returns null for a branch that has nothing to do with a start, and is not in its way */
async function evaluateBranch(search: Search, branch: string, tip: Sha): Promise<EarlierStart | null> {
  const [begun, closed] = [await begunAt(search, branch, tip), await closedPull(search, branch)]
  if (begun !== null && closed?.head.sha !== tip) return begun
  if (closed !== null) return { kind: 'blocked', problem: closedWords(closed, branch) }
  return branch === search.start.branch ? { kind: 'blocked', problem: takenWords(branch) } : null
}

/** What was begun with this commit, should it be a start of the App's. */
async function begunAt(search: Search, branch: string, tip: Sha): Promise<EarlierStart | null> {
  const { github, repository, app, start } = search
  const message = await ownCommitMessage(github, repository, app, tip)
  if (!message?.startsWith(`chore(task-${start.plan.id}): start\n`)) return null
  const record = await recordAt(search, [tip], branch)
  if (record !== null) {
    return isSameTask(record, start) ? { kind: 'unfinished', branch, plan: record.plan } : null
  }
  // A message may carry less than the plan: only the one that makes this very message is the plan.
  const plan = [readStartMessage(message), start.plan].find(
    (each) => each !== null && startMessage(each, toDigest(each)).trimEnd() === message,
  )
  return plan ? { kind: 'unfinished', branch, plan } : { kind: 'blocked', problem: takenWords(branch) }
}

function closedWords({ number, merged_at }: Pull, branch: string): string {
  const anew = `delete the branch \`${branch}\` and comment \`/tdd start\` again: the plan is then what the issue says by then`
  if (merged_at !== null) return `the task was merged with pull request #${number}. For a new one, ${anew}`
  return [
    `pull request #${number} of this task was closed without a merge. Reopen it to go on, or ${anew},`,
    `and what people decided in #${number} (a pause, an end, what they skipped) no longer holds`,
  ].join(' ')
}

function takenWords(branch: string): string {
  return `the branch \`${branch}\` is there already, and no start of this task that can be gone on with. Delete it, then comment \`/tdd start\` again`
}

function tooMany(what: string, how: string): GateError {
  return new GateError(
    'limit-exceeded',
    `There are more than ${what}: whether the task was started before cannot be told.`,
    `${how}, then comment \`/tdd start\` again.`,
  )
}
