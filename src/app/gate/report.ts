/** Creates the reports of a pull request and of its head from the facts and the status. */
import { computeStatus } from '../../core/status/gate-status.ts'
import type { GateStatus, HeadStatus } from '../../core/status/status.ts'
import { toDigest } from '../../evidence/digest.ts'
import { findWeakestIsolation } from '../../evidence/document.ts'
import type { EvidenceSource } from '../../github/read/evidence/head-evidence.ts'
import type { PullRequestSnapshot } from '../../github/read/pull-request/pull-request.ts'
import { getName, type RepositoryName } from '../../github/routes.ts'
import { headline } from '../../render/gate-report/headline.ts'
import { GROUPS_UNSEEN, type RunReport } from '../../render/gate-report/run-report.ts'
import { formatWeaker, getTrust } from '../../render/gate-report/trust.ts'
import type { EvaluationTarget } from './context.ts'
import type { JudgedPull } from './evaluation.ts'

/** Matches the end of a pull request's address. */
const PULL_PATH = /\/pull\/\d+$/

/** Judges each pull request for itself, and renders its status in one line. */
export function judgeMembers(
  { repository }: Pick<EvaluationTarget, 'repository'>,
  snapshots: readonly [PullRequestSnapshot, ...PullRequestSnapshot[]],
): readonly [JudgedPull, ...JudgedPull[]] {
  const judge = (snapshot: PullRequestSnapshot): JudgedPull => {
    const status = computeStatus(snapshot.facts)
    const report = toReport(getName(repository), snapshot, status)
    return { status, report, title: headline(report), headBranch: snapshot.page.headBranch }
  }
  const [own, ...others] = snapshots
  return [judge(own), ...others.map(judge)]
}

/** Returns the report of the evaluated pull request, which never claims completion while the check is not green. */
export function toCommentReport({ members: [{ report }], notice, notes, ...head }: HeadStatus<JudgedPull>): RunReport {
  return { ...report, notice, notes: [...getHeadNotes(head), ...report.notes, ...notes] }
}

/** Returns the report of the pull request with the worst status. */
export function toCheckReport({ worst: { report, status }, ...head }: HeadStatus<JudgedPull>): RunReport {
  const { decision, notice } = status
  return { ...report, decision, notice, notes: [...getHeadNotes(head), ...report.notes] }
}

function getHeadNotes({ areGroupsUnseen }: Pick<HeadStatus, 'areGroupsUnseen'>): readonly string[] {
  return areGroupsUnseen ? [GROUPS_UNSEEN] : []
}

function toReport({ owner, repo }: RepositoryName, snapshot: PullRequestSnapshot, status: GateStatus): RunReport {
  const { page, comparison, source, weakened, facts, notes, task } = snapshot
  const run = source?.run ?? facts.runs[0] ?? { id: '', attempt: 0, url: page.url }
  return {
    decision: status.decision,
    error: null,
    notice: status.notice,
    base: source?.branch.base ?? comparison?.mergeBase.sha ?? null,
    head: page.head,
    sequence: source?.branch.sequence ?? 'commits',
    notes: [...(weakened === null ? [] : [formatWeaker(weakened)]), ...notes, ...taskNotes(snapshot)],
    repository: `${owner}/${repo}`,
    repositoryUrl: page.url.replace(PULL_PATH, ''),
    pullRequest: page.number,
    baseBranch: page.baseBranch,
    headBranch: page.headBranch,
    task: task === null ? null : task.plan.id,
    trust: getTrust(source?.index.level ?? null, findWeakestIsolation(source?.documents ?? [])),
    run: { id: run.id, attempt: run.attempt, url: run.url },
    startedAt: source?.startedAt ?? '',
    ...getLinks(source),
  }
}

function taskNotes({ task, facts: { evidence } }: PullRequestSnapshot): readonly string[] {
  if (task === null) return []
  const isNewPolicy = evidence.kind === 'found' && toDigest(evidence.facts.policy) !== task.policyDigest
  const changed = isNewPolicy
    ? ['The policy of the base has changed since the task was started; the new one applies.']
    : []
  return [`Task ${task.plan.id} was started with this plan: sha256:${task.planDigest}.`, ...changed]
}

function getLinks(source: EvidenceSource | null): Pick<RunReport, 'reused' | 'failing'> {
  if (source === null) return { reused: new Map(), failing: new Map() }
  const { documents, run } = source
  const linkTo = (id: string) => run.url.replace(/\/runs\/\d+.*$/, `/runs/${id}`)
  const reused = documents.filter(({ measured }) => measured.id !== run.id)
  return {
    failing: new Map(documents.map(({ commit, evidence }) => [commit, evidence.failing] as const)),
    reused: new Map(
      reused.map(({ commit, measured }) => [commit, { runId: measured.id, url: linkTo(measured.id) }] as const),
    ),
  }
}
