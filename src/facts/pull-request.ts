/** Everything the gate knows of a pull request, read anew from GitHub: a webhook is never more than a reason to look. */

import { TASK_CHECK } from '../core/checks.ts'
import type { Sha } from '../core/commit.ts'
import type { RepositoryRef } from '../core/event.ts'
import type { PullRequestFacts, RecordProblem } from '../core/pull-request.ts'
import type { TaskRecord } from '../core/task-record.ts'
import { type OwnCheck, ownChecks } from '../github/own-checks.ts'
import { type OwnComment, type OwnComments, readOwnComments } from '../github/own-comment.ts'
import { NO_SUCH_COMMIT, orNull } from '../github/status.ts'
import { type Answer, type AppIdentity, type GitHub, loginOf, type RepositoryName } from '../github.ts'
import type { ReadBase } from './base.ts'
import { type Comparison, compare } from './comparison.ts'
import {
  type EvidenceSource,
  type HeadEvidence,
  type HeadQuestion,
  readHeadEvidence,
  readKeptEvidence,
  type Trust,
} from './head-evidence.ts'
import { keptEvidence } from './kept-evidence.ts'
import { decisionsIn, taskIn } from './own-checks.ts'
import { requireSame } from './same-repository.ts'
import { hintsIn } from './task-record.ts'

export interface Reading {
  readonly app: AppIdentity
  readonly trust: Trust
  /** The first line of the App's comment. */
  readonly marker: string
  readonly readBase: ReadBase
  /** How its answers begin. */
  readonly answers: string
}

/** What is read of a pull request besides what the gate decides from. */
export interface PullRequestPage {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly url: string
  /** Login; empty for somebody who is gone. */
  readonly author: string
  readonly labels: readonly string[]
  readonly baseBranch: string
  readonly headBranch: string
  readonly head: Sha
  readonly isOpen: boolean
  /** When, in ISO 8601, and by whom: a login, empty for somebody who is gone. Null: it is not merged. */
  readonly merged: { readonly at: string; readonly by: string } | null
  readonly isFork: boolean
}

export interface PullRequestTruth {
  readonly page: PullRequestPage
  readonly facts: PullRequestFacts
  /** Null for a pull request that is closed: nothing more is read of it. */
  readonly comparison: Comparison | null
  readonly source: EvidenceSource | null
  readonly task: TaskRecord | null
  /** The commit on which the App keeps what people decide; null where there is none. */
  readonly anchor: Sha | null
  /** The App's check runs on the head. */
  readonly headChecks: readonly OwnCheck[]
  readonly comment: OwnComments['kept']
  /** Under the App's name, and not its words any more. */
  readonly forged: readonly OwnComment[]
  readonly notes: readonly string[]
}

/** Anybody may write hints into a text, and each that lies costs a request. */
const MAX_HINTS = 2

const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
type Pull = Answer<typeof PULL>['data']

export function nameOf({ owner, repo }: RepositoryRef): RepositoryName {
  return { owner, repo }
}

/** @throws GateError as GitHub's refusal: what is not known is not guessed */
export async function readPullRequest(
  github: GitHub,
  repository: RepositoryRef,
  number: number,
  reading: Reading,
): Promise<PullRequestTruth> {
  const name = nameOf(repository)
  const { data: pull } = await github.request(PULL, { ...name, pull_number: number })
  requireSame(pull.base.repo.id, repository)
  const page = toPage(pull)
  if (!page.isOpen) return { ...NOTHING_READ, page, facts: factsOf(pull, page) }
  const asked = { number, author: loginOf(reading.app), marker: reading.marker }
  const [comparison, headChecks, { kept: comment, changed: forged }, base] = await Promise.all([
    compare(github, name, page.baseBranch, page.head),
    ownChecks(github, name, page.head, reading.app.id),
    readOwnComments(github, name, asked, reading.answers),
    reading.readBase(page.baseBranch, pull.base.repo.default_branch),
  ])
  const told = typeof comment === 'object' ? (comment?.body ?? '') : ''
  const question: HeadQuestion = {
    ...{ repository: { id: repository.id, name }, pullRequest: number, head: page.head, comparison },
    baseBranch: page.baseBranch,
    ...{ isFork: page.isFork, headRepositoryId: pull.head.repo === null ? null : String(pull.head.repo.id) },
  }
  const [records, found] = await Promise.all([
    readRecords(github, name, { page, comparison, headChecks, told, app: reading.app }),
    readEvidence(github, question, headChecks, reading.trust),
  ])
  const { task, anchor, notes, ...words } = records
  const { headMessage, touchesWorkflows } = comparison
  const seen = { headMessage, touchesWorkflows: touchesWorkflows === true }
  const facts = { ...factsOf(pull, page), ...words, ...planned(found, task), ...seen, base }
  return { page, facts, comparison, source: found.source, task, anchor, headChecks, comment, forged, notes }
}

/** What a run left; where that is gone, or is being made anew, what was kept of it. */
async function readEvidence(
  github: GitHub,
  question: HeadQuestion,
  headChecks: readonly OwnCheck[],
  trust: Trust,
): Promise<HeadEvidence> {
  const found = await readHeadEvidence(github, question, trust)
  if (found.evidence.kind !== 'none') return found
  const { repository, pullRequest } = question
  const kept = keptEvidence(headChecks, { repositoryId: repository.id, pullRequest })
  return kept === null ? found : { ...found, ...(await readKeptEvidence(github, kept, question, trust)) }
}

const NOTHING_READ = {
  ...{ comparison: null, source: null, task: null, anchor: null, comment: null },
  ...{ headChecks: [], forged: [], notes: [] },
} as const

function toPage(pull: Pull): PullRequestPage {
  return {
    ...{ number: pull.number, title: pull.title, body: pull.body ?? '', url: pull.html_url },
    ...{ author: pull.user?.login ?? '', labels: pull.labels.map(({ name }) => name) },
    ...{ baseBranch: pull.base.ref, headBranch: pull.head.ref, head: pull.head.sha },
    ...{ isOpen: pull.state === 'open', isFork: pull.head.repo?.id !== pull.base.repo.id },
    merged: pull.merged_at === null ? null : { at: pull.merged_at, by: pull.merged_by?.login ?? '' },
  }
}

function factsOf(
  { draft, mergeable }: Pull,
  { number, head, isOpen, isFork, baseBranch }: PullRequestPage,
): PullRequestFacts {
  return {
    base: { branch: baseBranch, kind: 'unknown', reason: 'it was not read' },
    ...{ number, head, isOpen, isFork, isDraft: draft === true, isMergeable: mergeable },
    ...{ headMessage: '', touchesWorkflows: false, runs: [], evidence: { kind: 'none' }, decisions: [], problem: null },
  }
}

/** The App's own record says what the plan is; the judge's word is for branches without one. */
function planned(
  { runs, evidence }: HeadEvidence,
  task: TaskRecord | null,
): Pick<PullRequestFacts, 'runs' | 'evidence'> {
  if (evidence.kind !== 'found' || task === null) return { runs, evidence }
  return { runs, evidence: { ...evidence, facts: { ...evidence.facts, plan: task.plan } } }
}

const LOST: RecordProblem = {
  code: 'task-lost',
  title: 'The record of the task cannot be found',
  message: 'The App opened this pull request for a task, and finds its record nowhere.',
}
const UNREADABLE = { code: 'decision-unreadable', title: 'A decision cannot be read' } as const

interface RecordsAsk {
  readonly page: PullRequestPage
  readonly comparison: Comparison
  readonly headChecks: readonly OwnCheck[]
  /** The App's own comment, which anybody may have edited. */
  readonly told: string
  readonly app: AppIdentity
}

interface Records extends Pick<PullRequestFacts, 'decisions' | 'problem'> {
  readonly task: TaskRecord | null
  readonly anchor: Sha | null
  readonly notes: readonly string[]
}

/**
 * Text and comment only say where to look; what is found there, only the App can have written. Where it started a branch of
 * this name more than once, the newest record is the one of this pull request: texts may name any of them.
 */
async function readRecords(
  github: GitHub,
  name: RepositoryName,
  { page, comparison, headChecks, told, app }: RecordsAsk,
): Promise<Records> {
  const first = comparison.commits.slice(0, 1).map(({ sha }) => sha)
  const places = [...hintsIn(page.body).slice(0, MAX_HINTS), ...hintsIn(told).slice(0, 1), ...first]
  const checks = [...headChecks]
  const pinned: { readonly record: TaskRecord; readonly id: number }[] = []
  let used: Sha | null = null
  for (const place of new Set(places)) {
    // A place that somebody made up is no place: that is no reason not to look at the others.
    const asked =
      place === page.head ? headChecks : await orNull(ownChecks(github, name, place, app.id), NO_SUCH_COMMIT)
    const found = asked ?? []
    if (place !== page.head) checks.push(...found)
    if (found.length > 0) used ??= place
    const isBegin = place === first[0]
    const record = page.isFork || !(isBegin || isOpenedBy(app, page)) ? null : taskIn(found, page.headBranch)
    if (record !== null) pinned.push({ record, id: Number(found.find(({ name: kind }) => kind === TASK_CHECK)?.id) })
  }
  const task = pinned.toSorted((a, b) => b.id - a.id)[0]?.record ?? null
  const { decisions, notes } = decisionsIn(checks, page)
  const isLost = task === null && isOpenedBy(app, page)
  const problem = notes.length > 0 ? { ...UNREADABLE, message: notes.join(' ') } : isLost ? LOST : null
  return { task, anchor: task?.start ?? used ?? first[0] ?? null, decisions, notes, problem }
}

/** Only of these the App knows that they are of a task; whatever others open is one by the commit that it begins with. */
function isOpenedBy(app: AppIdentity, { author }: PullRequestPage): boolean {
  return author === loginOf(app)
}
