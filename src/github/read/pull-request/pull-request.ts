/** Everything the gate knows of a pull request, read anew from GitHub: a webhook is never more than a reason to look. */
import type { Sha } from '../../../core/model/commit.ts'
import type { RepositoryRef } from '../../../core/model/event.ts'
import type { PullRequestFacts } from '../../../core/model/pull-request.ts'
import type { TaskRecord } from '../../../core/model/task-record.ts'
import { type OwnCheck, ownChecks } from '../../own-checks.ts'
import { type OwnComment, type OwnComments, readOwnComments } from '../../own-comment.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../../routes.ts'
import { NO_SUCH_COMMIT, orNull } from '../../status.ts'
import {
  type EvidenceSource,
  type HeadEvidence,
  type HeadQuestion,
  readHeadEvidence,
  readKeptEvidence,
  type Trust,
} from '../evidence/head-evidence.ts'
import { isKeptFor, keptEvidence } from '../evidence/stored-evidence.ts'
import type { ReadBase } from '../protection/base.ts'
import { type ReadConfig, readConfigTrouble } from './base-config.ts'
import { type Comparison, compare } from './comparison.ts'
import { type Pull, type PullRequestPage, toPage } from './page.ts'
import { readPastTask, readRecords } from './records.ts'
import { requireSame } from './same-repository.ts'

export interface Reading {
  readonly app: AppIdentity
  readonly trust: Trust
  /** The first line of the App's comment. */
  readonly marker: string
  readonly readBase: ReadBase
  readonly readConfig: ReadConfig
  /** How its answers begin. */
  readonly answers: string
}

export interface PullRequestSnapshot {
  readonly page: PullRequestPage
  readonly facts: PullRequestFacts
  /** Null for a pull request that was merged, of which nothing more is read than its task, or closed where its base is gone. */
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

const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'

export function getName({ owner, repo }: RepositoryRef): RepositoryName {
  return { owner, repo }
}

/** @throws GateError as GitHub's refusal: what is not known is not guessed */
export async function readPullRequest(
  github: GitHub,
  repository: RepositoryRef,
  number: number,
  reading: Reading,
): Promise<PullRequestSnapshot> {
  const name = getName(repository)
  const { data: pull } = await github.request(PULL, { ...name, pull_number: number })
  requireSame(pull.base.repo.id, repository)
  const page = toPage(pull)
  if (!page.isOpen) return readClosed(github, name, pull, reading.app)
  const asked = { number, author: getLogin(reading.app), marker: reading.marker }
  const [comparison, ofHead, { kept: comment, changed: forged }, base] = await Promise.all([
    compare(github, name, page.baseBranch, page.head),
    ownChecks(github, name, page.head, reading.app.id),
    readOwnComments(github, name, asked, reading.answers),
    reading.readBase(page.baseBranch, pull.base.repo.default_branch),
  ])
  const { checks: headChecks } = ofHead
  const result = typeof comment === 'object' ? (comment?.body ?? '') : ''
  const question: HeadQuestion = {
    ...{ repository: { id: repository.id, name }, pullRequest: number, head: page.head, comparison },
    ...{ baseBranch: page.baseBranch, headBranch: page.headBranch },
    ...{ isFork: page.isFork, headRepositoryId: pull.head.repo === null ? null : String(pull.head.repo.id) },
  }
  const [records, found] = await Promise.all([
    readRecords(github, name, { page, comparison, ofHead, told: result, app: reading.app }),
    readEvidence(github, question, headChecks, reading.trust),
  ])
  const { task, anchor, notes: ofRecords, ...words } = records
  const { brokenConfig, notes: ofConfig } = await readConfigTrouble(reading.readConfig, github, name, comparison, found)
  const { headMessage, touchesWorkflows } = comparison
  const seen = { headMessage, touchesWorkflows: touchesWorkflows === true }
  const facts = { ...getFacts(pull, page), ...words, ...planned(found, task), ...seen, base, brokenConfig }
  const notes = [...ofRecords, ...ofConfig]
  return { page, facts, comparison, source: found.source, task, anchor, headChecks, comment, forged, notes }
}

/** What is over is not judged; but what stops it holds when it is reopened. */
async function readClosed(
  github: GitHub,
  name: RepositoryName,
  pull: Pull,
  app: AppIdentity,
): Promise<PullRequestSnapshot> {
  const page = toPage(pull)
  const facts = getFacts(pull, page)
  if (page.merged !== null) return { ...NOTHING_READ, page, facts, task: await readPastTask(github, name, page, app) }
  const [comparison, ofHead] = await Promise.all([
    orNull(compare(github, name, page.baseBranch, page.head), NO_SUCH_COMMIT),
    orNull(ownChecks(github, name, page.head, app.id), NO_SUCH_COMMIT),
  ])
  const found = ofHead ?? { checks: [], isCut: false }
  const records = await readRecords(github, name, { page, comparison, ofHead: found, told: '', app })
  const { task, anchor, decisions } = records
  return { ...NOTHING_READ, page, comparison, task, anchor, headChecks: found.checks, facts: { ...facts, decisions } }
}

/** What a run left, unless it is kept already; where that is gone, is being made anew, or lies behind that of others, what was kept of it. */
async function readEvidence(
  github: GitHub,
  question: HeadQuestion,
  headChecks: readonly OwnCheck[],
  trust: Trust,
): Promise<HeadEvidence> {
  const { repository, pullRequest, baseBranch } = question
  const kept = keptEvidence(headChecks, { repositoryId: repository.id, pullRequest, baseBranch })
  const isTrusted = kept !== null && isKeptFor(headChecks, kept, trust.terms)
  const found = await readHeadEvidence(github, question, trust, isTrusted ? kept : null)
  if (!found.isUnmet || kept === null) return found
  return { ...found, ...(await readKeptEvidence(github, kept, question, trust)) }
}

const NOTHING_READ = {
  ...{ comparison: null, source: null, anchor: null, comment: null },
  ...{ headChecks: [], forged: [], notes: [] },
} as const

function getFacts(
  { draft, mergeable }: Pull,
  { number, head, isOpen, isFork, baseBranch, merged }: PullRequestPage,
): PullRequestFacts {
  return {
    base: { branch: baseBranch, kind: 'unknown', reason: 'it was not read' },
    isMerged: merged !== null,
    ...{ number, head, isOpen, isFork, isDraft: draft === true, isMergeable: mergeable },
    ...{ headMessage: '', touchesWorkflows: false, runs: [], evidence: { kind: 'none' }, decisions: [], problem: null },
    brokenConfig: null,
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
