/** Reads the App's records of a pull request: its task and people's decisions. */

import { type Sha, short } from '../../../core/model/commit.ts'
import type { PullRequestFacts, PullRequestProblem } from '../../../core/model/pull-request.ts'
import type { TaskRecord } from '../../../core/model/task-record.ts'
import { TASK_CHECK } from '../../../core/status/checks.ts'
import { ONBOARDING_BRANCH } from '../../../core/task/task-branch.ts'
import { MAX_OWN_CHECKS, type OwnChecks, readOwnChecks } from '../../own-checks.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../../routes.ts'
import { NO_SUCH_COMMIT, orNull } from '../../status.ts'
import { findHints } from '../task/task-record.ts'
import type { BranchComparison } from './comparison.ts'
import { readDecisions, readTaskRecord } from './own-checks.ts'
import type { PullRequestPage } from './page.ts'

/** Everyone can write hints into a text, and each wrong one costs a request. */
const MAX_HINTS = 2
const LOST: PullRequestProblem = {
  code: 'task-lost',
  title: 'The record of the task cannot be found',
  message: 'The App opened this pull request for a task, but cannot find its record.',
}
const UNREADABLE = { code: 'decision-unreadable', title: 'A decision cannot be read' } as const

function tooMany(on: Sha): PullRequestProblem {
  const message = `More than ${MAX_OWN_CHECKS} check runs of this App are on \`${short(on)}\`, so the latest decision is unknown.`
  return { code: 'too-many-decisions', title: 'There are more decisions than are read', message }
}

interface RecordsOptions {
  readonly page: PullRequestPage
  /** Null where GitHub has no comparison. */
  readonly comparison: BranchComparison | null
  /** The check runs on the head. */
  readonly ofHead: OwnChecks
  /** The text of the App's own comment, which other people may have edited. */
  readonly commentText: string
  readonly app: AppIdentity
}

export interface Records extends Pick<PullRequestFacts, 'decisions' | 'problem'> {
  readonly task: TaskRecord | null
  readonly storageCommit: Sha | null
  readonly notes: readonly string[]
}

/**
 * Reads the records. Text and comment are only hints to a commit; its records are written by the App alone. Where the
 * App started several branches of this name, the newest record counts. @throws GateError for a refusal of GitHub
 */
export async function readRecords(
  github: GitHub,
  name: RepositoryName,
  { page, comparison, ofHead, commentText: result, app }: RecordsOptions,
): Promise<Records> {
  const first = comparison?.commits.slice(0, 1).map(({ sha }) => sha) ?? [page.head]
  const places = [...findHints(page.body).slice(0, MAX_HINTS), ...findHints(result).slice(0, 1), ...first]
  const checks = [...ofHead.checks]
  const cut: Sha[] = ofHead.isTruncated ? [page.head] : []
  const pinned: { readonly record: TaskRecord; readonly id: number }[] = []
  let used: Sha | null = null
  for (const place of new Set(places)) {
    // A forged hint is ignored, and the others are still read.
    const isHead = place === page.head
    const ownChecks = isHead ? ofHead : await orNull(readOwnChecks(github, name, place, app.id), NO_SUCH_COMMIT)
    const found = ownChecks?.checks ?? []
    if (!isHead) checks.push(...found)
    if (!isHead && ownChecks?.isTruncated) cut.push(place)
    if (found.length > 0) used ??= place
    const isBegin = place === first[0]
    const record = page.isFork || !(isBegin || isOpenedBy(app, page)) ? null : readTaskRecord(found, page.headBranch)
    if (record !== null) pinned.push({ record, id: Number(found.find(({ name: kind }) => kind === TASK_CHECK)?.id) })
  }
  const task = pinned.toSorted((a, b) => b.id - a.id)[0]?.record ?? null
  const { decisions, notes } = readDecisions(checks, page)
  const isLost = task === null && isOpenedBy(app, page)
  const known = notes.length > 0 ? { ...UNREADABLE, message: notes.join(' ') } : isLost ? LOST : null
  const problem = cut[0] === undefined ? known : tooMany(cut[0])
  return { task, storageCommit: task?.start ?? used ?? first[0] ?? null, decisions, notes, problem }
}

/**
 * Reads the task of a merged pull request, whose branch may have been deleted. @throws GateError for a refusal of
 * GitHub
 */
export async function readPastTask(
  github: GitHub,
  name: RepositoryName,
  page: PullRequestPage,
  app: AppIdentity,
): Promise<TaskRecord | null> {
  if (page.isFork || !isOpenedBy(app, page)) return null
  for (const place of findHints(page.body).slice(0, MAX_HINTS)) {
    const found = await orNull(readOwnChecks(github, name, place, app.id, TASK_CHECK), NO_SUCH_COMMIT)
    const record = readTaskRecord(found?.checks ?? [], page.headBranch)
    if (record !== null) return record
  }
  return null
}

/**
 * Only pull requests of the App are known to belong to a task. Those of other people belong to one by their first
 * commit.
 */
function isOpenedBy(app: AppIdentity, { author, headBranch }: PullRequestPage): boolean {
  return author === getLogin(app) && headBranch !== ONBOARDING_BRANCH
}
