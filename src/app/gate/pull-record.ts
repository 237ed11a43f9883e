/** Turns an evaluation into what the pages show of the pull request. */
import type { JudgedCommit } from '../../core/model/finding.ts'
import { countSuiteRuns, getFlaky, type PullRecord, type PullSummary } from '../../core/status/pull-record.ts'
import { findAgents } from '../../core/text/agent-trailers.ts'
import { getLogin } from '../../github/routes.ts'
import { packReport } from '../../render/web/packed-report.ts'
import type { EvaluationTarget } from './context.ts'
import type { UnwrittenEvaluation } from './evaluation.ts'

/** Null: the pull request is closed, and its last record stays. */
export function toPullRecord(
  { repository, context }: EvaluationTarget,
  { snapshot, status, head, report }: UnwrittenEvaluation,
): PullRecord | null {
  const { page, comparison, facts, source } = snapshot
  if (!page.isOpen) return null
  const commits = status.decision?.commits ?? []
  const authors = [page.author, ...(comparison?.authors ?? [])].filter((login) => login !== getLogin(context.app))
  const summary: PullSummary = {
    title: page.title,
    authors: [...new Set(authors)].slice(0, MAX_AUTHORS),
    agents: [...new Set([...snapshot.agents, ...findAgents(source?.branch.commits ?? [])])].slice(0, MAX_AUTHORS),
    baseBranch: page.baseBranch,
    guard: facts.base.kind,
    conclusion: head.worst.status.conclusion,
    headline: head.worst.title,
    subtasks: (status.decision?.subtasks ?? []).map(({ status: phase, attempts }) => ({ status: phase, attempts })),
    refusals: countRefusals(commits),
    flaky: [...new Set(source?.documents.flatMap(({ evidence }) => getFlaky(evidence)))].slice(0, MAX_FLAKY),
    suiteRuns: countSuiteRuns(source?.documents ?? []),
    accepted: commits.flatMap(({ sha, subtask, phase, verdict }) =>
      verdict === 'accepted' && (phase === 'red' || phase === 'green') ? [{ sha, subtask, phase }] : [],
    ),
  }
  const { owner, repo, id } = repository
  return {
    repositoryId: id,
    repository: `${owner}/${repo}`,
    number: page.number,
    summary,
    report: packReport(report),
  }
}

const MAX_AUTHORS = 20
const MAX_FLAKY = 20

function countRefusals(commits: readonly JudgedCommit[]): Readonly<Record<string, number>> {
  const rules = commits
    .filter(({ verdict }) => verdict === 'rejected')
    .flatMap(({ findings }) => [...new Set(findings.filter(({ level }) => level === 'error').map(({ rule }) => rule))])
  return Object.fromEntries(
    Map.groupBy(rules, (rule) => rule)
      .entries()
      .map(([rule, { length }]) => [rule, length]),
  )
}
