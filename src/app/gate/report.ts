/** Creates the report of a pull request from the facts and the status. */
import type { GateStatus } from '../../core/status/gate-status.ts'
import { toDigest } from '../../evidence/digest.ts'
import { findWeakestIsolation } from '../../evidence/isolation.ts'
import type { EvidenceSource } from '../../github/read/evidence/head-evidence.ts'
import type { PullRequestSnapshot } from '../../github/read/pull-request/pull-request.ts'
import type { RepositoryName } from '../../github/routes.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'
import { getTrust } from '../../render/gate-report/trust.ts'

/** Matches the end of a pull request's address. */
const PULL_PATH = /\/pull\/\d+$/

export function toReport({ owner, repo }: RepositoryName, snapshot: PullRequestSnapshot, says: GateStatus): RunReport {
  const { page, comparison, source, facts, notes, task } = snapshot
  const run = source?.run ?? facts.runs[0] ?? { id: '', attempt: 0, url: page.url }
  return {
    decision: says.decision,
    error: null,
    notice: says.notice,
    base: source?.branch.base ?? comparison?.mergeBase.sha ?? null,
    head: page.head,
    sequence: source?.branch.sequence ?? 'commits',
    notes: [...notes, ...taskNotes(snapshot)],
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
