/** The merge box as data: whether a pull request may come in, and why not, in GitHub's words. */
import { getRules, getStanding } from '../branch-rules.ts'
import { unmetRules } from '../merge.ts'
import { getPull } from '../shapes/pull.ts'
import type { CheckRun, Issue, Pull, Repository, RequiredCheck } from '../world.ts'
import { type CheckState, EXPECTED, getState, stateOfStatus, type Tone } from './check-words.ts'

export interface CheckRow {
  readonly name: string
  /** The App that reported it; without a report, the App that must report it. */
  readonly source: string
  readonly state: CheckState
  /** The title of its output. */
  readonly words: string
  readonly isRequired: boolean
  /** Null for what is no check run. */
  readonly runId: number | null
}

export interface MergeBox {
  readonly tone: Tone | 'merged'
  readonly title: string
  /** A sentence each. */
  readonly lines: readonly string[]
  readonly checks: readonly CheckRow[]
}

/** A check of any App. */
const ANY = -1
const WAITING = 'Waiting for status to be reported'

export interface Around {
  /** The name of an App by its id. */
  readonly appName: (id: number) => string
  /** Numbers of the pull requests in the merge queue, the first one in front. */
  readonly waiting: readonly number[]
}

export function mergeBox(repository: Repository, issue: Issue, { appName, waiting }: Around): MergeBox {
  const pull = getPull(issue)
  const checks = issue.state === 'open' ? checkRows(repository, pull, appName) : []
  return { ...getVerdict(repository, issue, pull, waiting), checks }
}

type Verdict = Omit<MergeBox, 'checks'>

function getVerdict(repository: Repository, issue: Issue, pull: Pull, waiting: readonly number[]): Verdict {
  const { baseBranch, headBranch } = pull
  if (pull.mergedAt !== null) {
    const lines = [`The branch ${headBranch} has been merged into ${baseBranch}.`]
    return { tone: 'merged', title: 'Pull request successfully merged and closed', lines }
  }
  if (issue.state === 'closed') {
    const lines = [`This pull request is closed, and the branch ${headBranch} has unmerged commits.`]
    return { tone: 'quiet', title: 'Closed with unmerged commits', lines }
  }
  const place = waiting.indexOf(issue.number) + 1
  if (place > 0)
    return {
      tone: 'waiting',
      title: 'Queued to merge',
      lines: [`It is number ${place} in the merge queue of ${baseBranch}.`],
    }
  const rules = getRules(repository, baseBranch)
  const whys = unmetRules(repository, pull, rules).map(({ why }) => (why.endsWith('.') ? why : `${why}.`))
  const hasConflict = pull.testMergeSha === null
  if (pull.isDraft) {
    const lines = ['Draft pull requests cannot be merged.', ...(hasConflict ? [conflict(pull)] : []), ...whys]
    return { tone: 'quiet', title: 'This pull request is still a work in progress', lines }
  }
  if (hasConflict)
    return { tone: 'bad', title: 'This branch has conflicts that must be resolved', lines: [conflict(pull), ...whys] }
  if (whys.length > 0) return { tone: 'bad', title: 'Merging is blocked', lines: whys }
  return { tone: 'good', title: 'No conflicts with base branch', lines: ['Merging can be performed automatically.'] }
}

const conflict = ({ baseBranch, headBranch }: Pull) =>
  `${headBranch} and ${baseBranch} changed the same lines: merge ${baseBranch} into ${headBranch} and resolve them.`

/** Of the head: what was reported, then what is required and was not. */
function checkRows(repository: Repository, pull: Pull, appName: (id: number) => string): CheckRow[] {
  const required = getRules(repository, pull.baseBranch).flatMap(({ checks }) => checks)
  const reported = [...runRows(repository, pull.headSha, required), ...statusRows(repository, pull.headSha, required)]
  const missing = required.filter((check) => getStanding(repository, check, pull.headSha) === 'expected')
  const isNew = (check: RequiredCheck, index: number) =>
    missing.findIndex((other) => other.context === check.context && other.appId === check.appId) === index
  const rows = missing.filter(isNew).map(({ context, appId }) => ({
    name: context,
    source: isAny(appId) ? 'anyone' : appName(appId),
    state: EXPECTED,
    words: WAITING,
    isRequired: true,
    runId: null,
  }))
  return [...reported, ...rows].toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

const isAny = (appId: number | null): appId is null => appId === null || appId === ANY

function runRows(repository: Repository, sha: string, required: readonly RequiredCheck[]): CheckRow[] {
  return latestRuns(repository, sha).map((run) => ({
    name: run.name,
    source: run.app.name,
    state: getState(run),
    words: run.output.title ?? '',
    isRequired: required.some(({ context, appId }) => context === run.name && (isAny(appId) || appId === run.app.id)),
    runId: run.id,
  }))
}

function statusRows({ statuses }: Repository, sha: string, required: readonly RequiredCheck[]): CheckRow[] {
  const own = statuses.filter((status) => status.sha === sha)
  const latest = own.filter((status) => own.findLast(({ context }) => context === status.context) === status)
  return latest.map((status) => ({
    name: status.context,
    source: status.author.login,
    state: stateOfStatus(status),
    words: '',
    isRequired: required.some(({ context, appId }) => context === status.context && isAny(appId)),
    runId: null,
  }))
}

/** Of runs with one name and App the newest counts. */
export function latestRuns({ checkRuns }: Repository, sha: string): CheckRun[] {
  const own = checkRuns.filter((run) => run.sha === sha)
  return own.filter((run) => own.findLast(({ name, app }) => name === run.name && app === run.app) === run)
}

/** Whether a check failed at a commit that had to pass; where none has to, any. A check that waits for a person refuses nothing. */
export function isRefused(repository: Repository, baseBranch: string, sha: string): boolean {
  const required = getRules(repository, baseBranch).flatMap(({ checks }) => checks)
  const counts = ({ name, app }: CheckRun) =>
    required.length === 0 ||
    required.some(({ context, appId }) => context === name && (isAny(appId) || appId === app.id))
  return latestRuns(repository, sha).some((run) => counts(run) && getState(run).tone === 'bad')
}
