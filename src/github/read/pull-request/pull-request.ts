/** Reads all facts about a pull request from GitHub. A webhook only triggers the reading. */
import type { Sha } from '../../../core/model/commit.ts'
import type { TrustPolicy } from '../../../core/model/config.ts'
import type { RepositoryRef } from '../../../core/model/event.ts'
import type { PullRequestFacts } from '../../../core/model/pull-request.ts'
import type { TaskRecord } from '../../../core/model/task-record.ts'
import { type OwnCheck, readOwnChecks } from '../../own-checks.ts'
import { type OwnComment, type OwnComments, readOwnComments } from '../../own-comment.ts'
import { type AppIdentity, type GitHub, getLogin, getName, type RepositoryName } from '../../routes.ts'
import { NO_SUCH_COMMIT, orNull } from '../../status.ts'
import {
  type EvidenceSource,
  type HeadEvidence,
  type HeadQuestion,
  readHeadEvidence,
  verifyStoredEvidence,
} from '../evidence/head-evidence.ts'
import { findStoredEvidence, isStoredFor } from '../evidence/stored-evidence.ts'
import type { Trust } from '../evidence/trust.ts'
import type { ReadOrganisation } from '../organisation/organisation.ts'
import { underOrganisation } from '../organisation/under-organisation.ts'
import type { ReadBase } from '../protection/base.ts'
import { type ReadConfig, readConfigTrouble, readTrustPolicy } from './base-config.ts'
import { type BranchComparison, compare } from './comparison.ts'
import { type Pull, type PullRequestPage, readMergeable, readPull, toPage } from './page.ts'
import { readPastTask, readRecords } from './records.ts'
import { requireSame } from './same-repository.ts'

interface PullRequestReading {
  readonly app: AppIdentity
  readonly trust: Trust
  /** The first line of the App's comment. */
  readonly marker: string
  readonly readBase: ReadBase
  readonly readConfig: ReadConfig
  readonly readOrganisation: ReadOrganisation
  /** The beginning of the App's replies. */
  readonly answers: string
}

export interface PullRequestSnapshot {
  readonly page: PullRequestPage
  readonly facts: PullRequestFacts
  /** Null for a merged pull request, of which only the task is read, and for a closed one whose base was deleted. */
  readonly comparison: BranchComparison | null
  readonly source: EvidenceSource | null
  /** What the base accepts, where the evidence is weaker than the App demands by itself; null: it is not. */
  readonly weakened: TrustPolicy | null
  readonly task: TaskRecord | null
  /** The commit that stores people's decisions; null where there is none. */
  readonly storageCommit: Sha | null
  /** The App's check runs on the head. */
  readonly headChecks: readonly OwnCheck[]
  readonly comment: OwnComments['kept']
  /** Comments of the App that other people edited. */
  readonly forged: readonly OwnComment[]
  readonly notes: readonly string[]
  /** Logins of authors that count as agents. */
  readonly agents: readonly string[]
}

/** Reads the facts. @param head where the pull request is expected to be @throws GateError for a refusal of GitHub: facts are never guessed */
export async function readPullRequest(
  github: GitHub,
  repository: RepositoryRef,
  number: number,
  reading: PullRequestReading,
  head?: Sha,
): Promise<PullRequestSnapshot> {
  const name = getName(repository)
  const pull = await readPull(github, name, number, head)
  requireSame(pull.base.repo.id, repository)
  const page = toPage(pull)
  if (!page.isOpen) return readClosed(github, name, pull, reading.app)
  const query = { number, author: getLogin(reading.app), marker: reading.marker }
  const [comparison, ofHead, { kept: comment, changed: forged }, base] = await Promise.all([
    compare(github, name, page.baseBranch, page.head),
    readOwnChecks(github, name, page.head, reading.app.id),
    readOwnComments(github, name, query, reading.answers),
    reading.readBase(page.baseBranch, pull.base.repo.default_branch),
  ])
  const { checks: headChecks } = ofHead
  const result = typeof comment === 'object' ? (comment?.body ?? '') : ''
  const question = toQuestion(pull, repository, page, comparison)
  const [records, { evidence, source, runs, wanted: weakened = null }] = await Promise.all([
    readRecords(github, name, { page, comparison, ofHead, commentText: result, app: reading.app }),
    readAcceptedEvidence(github, question, headChecks, reading),
  ])
  const { task, storageCommit, notes: ofRecords, problem, ...recorded } = records
  const { brokenConfig, notes: ofConfig } = await readConfigTrouble(reading.readConfig, github, name, comparison, {
    evidence,
    runs,
  })
  const { headMessage, touchesWorkflows } = comparison
  const seen = { headMessage, touchesWorkflows: touchesWorkflows === true }
  const authors = [page.author, ...comparison.authors]
  const planned = selectPlan({ evidence, runs }, task)
  const asks = { ...reading, authors }
  const {
    notes: ofOrganisation,
    agents,
    ...ruled
  } = await underOrganisation(github, name, { ...planned, problem }, asks)
  // Only the reasons of a missing run need it.
  const isMergeable = runs.length === 0 ? await readMergeable(github, name, pull) : null
  const facts = { ...getFacts(pull, page), isMergeable, ...recorded, ...planned, ...ruled, ...seen, base, brokenConfig }
  const notes = [...ofRecords, ...ofConfig, ...ofOrganisation]
  return { page, facts, comparison, source, weakened, task, storageCommit, headChecks, comment, forged, notes, agents }
}

function toQuestion(
  { head }: Pull,
  repository: RepositoryRef,
  page: PullRequestPage,
  comparison: BranchComparison,
): HeadQuestion {
  return {
    repository: { id: repository.id, name: getName(repository) },
    pullRequest: page.number,
    head: page.head,
    comparison,
    baseBranch: page.baseBranch,
    headBranch: page.headBranch,
    isFork: page.isFork,
    headRepositoryId: head.repo === null ? null : String(head.repo.id),
  }
}

/** A closed pull request is not judged, but its pauses apply again when it is reopened. */
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
    orNull(readOwnChecks(github, name, page.head, app.id), NO_SUCH_COMMIT),
  ])
  const found = ofHead ?? { checks: [], isTruncated: false }
  const records = await readRecords(github, name, { page, comparison, ofHead: found, commentText: '', app })
  const { task, storageCommit, decisions } = records
  return {
    ...NOTHING_READ,
    page,
    comparison,
    task,
    storageCommit,
    headChecks: found.checks,
    facts: { ...facts, decisions },
  }
}

/**
 * Reads the evidence of a run unless it is stored already. Stored evidence replaces an artifact that expired, is being
 * rebuilt, or belongs to another pull request.
 */
async function readEvidence(
  github: GitHub,
  question: HeadQuestion,
  headChecks: readonly OwnCheck[],
  trust: Trust,
): Promise<HeadEvidence> {
  const { repository, pullRequest, baseBranch } = question
  const kept = findStoredEvidence(headChecks, { repositoryId: repository.id, pullRequest, baseBranch })
  const isTrusted = kept !== null && isStoredFor(headChecks, kept, trust.digest)
  const found = await readHeadEvidence(github, question, trust, isTrusted ? kept : null)
  if (!found.isUnmet || kept === null) return found
  return { ...found, ...(await verifyStoredEvidence(github, kept, question, trust)) }
}

interface AcceptedEvidence extends HeadEvidence {
  /** Present where only the trust policy of the base accepts it. */
  readonly wanted?: TrustPolicy
}

/**
 * Reads the evidence. Where it is refused, reads the trust policy of the base, which may accept weaker evidence, and
 * reads the evidence again.
 */
async function readAcceptedEvidence(
  github: GitHub,
  question: HeadQuestion,
  headChecks: readonly OwnCheck[],
  { trust, readConfig }: PullRequestReading,
): Promise<AcceptedEvidence> {
  const own = await readEvidence(github, question, headChecks, trust)
  if (own.evidence.kind !== 'refused') return own
  const wanted = await readTrustPolicy(readConfig, github, question.repository.name, question.comparison.tip)
  const weakened = trust.weakened(wanted)
  if (weakened === null) return own
  const found = await readEvidence(github, question, headChecks, weakened)
  return found.evidence.kind === 'found' ? { ...found, wanted } : own
}

const NOTHING_READ = {
  comparison: null,
  source: null,
  weakened: null,
  storageCommit: null,
  comment: null,
  headChecks: [],
  forged: [],
  notes: [],
  agents: [],
} as const

function getFacts(
  { draft, head: { repo } }: Pull,
  { number, head, isOpen, isFork, baseBranch, merged }: PullRequestPage,
): PullRequestFacts {
  return {
    base: { branch: baseBranch, kind: 'unknown', reason: 'it was not read' },
    isMerged: merged !== null,
    number,
    head,
    isOpen,
    isFork,
    isForkDeleted: repo === null,
    isDraft: draft === true,
    isMergeable: null,
    headMessage: '',
    touchesWorkflows: false,
    runs: [],
    evidence: { kind: 'none' },
    decisions: [],
    problem: null,
    brokenConfig: null,
  }
}

/** Returns the plan: that of the App's own record, or that of the judge for branches without a record. */
function selectPlan(
  { runs, evidence }: Pick<HeadEvidence, 'runs' | 'evidence'>,
  task: TaskRecord | null,
): Pick<PullRequestFacts, 'runs' | 'evidence'> {
  if (evidence.kind !== 'found' || task === null) return { runs, evidence }
  return { runs, evidence: { ...evidence, facts: { ...evidence.facts, plan: task.plan } } }
}
