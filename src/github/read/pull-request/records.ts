/** What the App remembers of a pull request: its task, and what people decided. */

import { type Sha, short } from '../../../core/model/commit.ts'
import type { PullRequestFacts, RecordProblem } from '../../../core/model/pull-request.ts'
import type { TaskRecord } from '../../../core/model/task-record.ts'
import { TASK_CHECK } from '../../../core/status/checks.ts'
import { MAX_OWN_CHECKS, type OwnChecks, ownChecks } from '../../own-checks.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../../routes.ts'
import { NO_SUCH_COMMIT, orNull } from '../../status.ts'
import { hintsIn } from '../task/task-record.ts'
import type { Comparison } from './comparison.ts'
import { decisionsIn, taskIn } from './own-checks.ts'
import type { PullRequestPage } from './page.ts'

/** Anybody may write hints into a text, and each that lies costs a request. */
const MAX_HINTS = 2
const LOST: RecordProblem = {
  code: 'task-lost',
  title: 'The record of the task cannot be found',
  message: 'The App opened this pull request for a task, and finds its record nowhere.',
}
const UNREADABLE = { code: 'decision-unreadable', title: 'A decision cannot be read' } as const

function tooMany(on: Sha): RecordProblem {
  const message = `More than ${MAX_OWN_CHECKS} check runs of this App are on \`${short(on)}\`: which of them is somebody's last word is not known.`
  return { code: 'too-many-decisions', title: 'More was decided than is read', message }
}

interface RecordsAsk {
  readonly page: PullRequestPage
  /** Null where GitHub has nothing to compare with. */
  readonly comparison: Comparison | null
  /** On the head. */
  readonly ofHead: OwnChecks
  /** The App's own comment, which anybody may have edited. */
  readonly told: string
  readonly app: AppIdentity
}

export interface Records extends Pick<PullRequestFacts, 'decisions' | 'problem'> {
  readonly task: TaskRecord | null
  readonly anchor: Sha | null
  readonly notes: readonly string[]
}

/**
 * Text and comment only say where to look; what is found there, only the App can have written. Where it started a branch of
 * this name more than once, the newest record is the one of this pull request: texts may name any of them.
 * @throws GateError as GitHub's refusal
 */
export async function readRecords(
  github: GitHub,
  name: RepositoryName,
  { page, comparison, ofHead, told: result, app }: RecordsAsk,
): Promise<Records> {
  const first = comparison?.commits.slice(0, 1).map(({ sha }) => sha) ?? [page.head]
  const places = [...hintsIn(page.body).slice(0, MAX_HINTS), ...hintsIn(result).slice(0, 1), ...first]
  const checks = [...ofHead.checks]
  const cut: Sha[] = ofHead.isCut ? [page.head] : []
  const pinned: { readonly record: TaskRecord; readonly id: number }[] = []
  let used: Sha | null = null
  for (const place of new Set(places)) {
    // A place that somebody made up is no place: that is no reason not to look at the others.
    const isHead = place === page.head
    const asked = isHead ? ofHead : await orNull(ownChecks(github, name, place, app.id), NO_SUCH_COMMIT)
    const found = asked?.checks ?? []
    if (!isHead) checks.push(...found)
    if (!isHead && asked?.isCut) cut.push(place)
    if (found.length > 0) used ??= place
    const isBegin = place === first[0]
    const record = page.isFork || !(isBegin || isOpenedBy(app, page)) ? null : taskIn(found, page.headBranch)
    if (record !== null) pinned.push({ record, id: Number(found.find(({ name: kind }) => kind === TASK_CHECK)?.id) })
  }
  const task = pinned.toSorted((a, b) => b.id - a.id)[0]?.record ?? null
  const { decisions, notes } = decisionsIn(checks, page)
  const isLost = task === null && isOpenedBy(app, page)
  const known = notes.length > 0 ? { ...UNREADABLE, message: notes.join(' ') } : isLost ? LOST : null
  const problem = cut[0] === undefined ? known : tooMany(cut[0])
  return { task, anchor: task?.start ?? used ?? first[0] ?? null, decisions, notes, problem }
}

/**
 * The task of a pull request that was merged: its branch may be gone, and people ask what it was.
 * @throws GateError as GitHub's refusal
 */
export async function readPastTask(
  github: GitHub,
  name: RepositoryName,
  page: PullRequestPage,
  app: AppIdentity,
): Promise<TaskRecord | null> {
  if (page.isFork || !isOpenedBy(app, page)) return null
  for (const place of hintsIn(page.body).slice(0, MAX_HINTS)) {
    const found = await orNull(ownChecks(github, name, place, app.id, TASK_CHECK), NO_SUCH_COMMIT)
    const record = taskIn(found?.checks ?? [], page.headBranch)
    if (record !== null) return record
  }
  return null
}

/** Only of these the App knows that they are of a task; whatever others open is one by the commit that it begins with. */
function isOpenedBy(app: AppIdentity, { author }: PullRequestPage): boolean {
  return author === getLogin(app)
}
