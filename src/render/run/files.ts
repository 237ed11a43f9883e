/** Renders the files that a run leaves for people and programs beside its log and its answer. */

import type { Decision } from '../../core/model/finding.ts'
import type { Policy } from '../../core/model/policy.ts'
import { toCommitList } from '../gate-report/commits-section.ts'
import { toPullRequestText } from '../gate-report/pr-body.ts'
import type { RunReport } from '../gate-report/run-report.ts'
import { standingCommits } from '../text/format.ts'
import { type ResultFacts, type RunFileText, toJsonFile, toResult, toResults, toTestContext } from './results.ts'

export interface RunFilesInput extends Pick<RunReport, 'base' | 'head' | 'sequence' | 'notes'>, ResultFacts {
  readonly policy: Policy
}

export function toRunFiles(decision: Decision, facts: RunFilesInput): readonly RunFileText[] {
  const { subtasks, next, conclusion } = decision
  return [
    { path: 'commits.txt', text: toCommitList({ decision }) },
    toJsonFile('work-units.json', { conclusion, subtasks, next }),
    ...toResults(decision, facts),
    ...toFinalSuite(decision, facts),
    ...toTestContext(facts),
    { path: 'pr.md', text: toPullText(decision, facts) },
  ]
}

/** Renders the text of the pull request. */
export function toPullText(decision: Decision, facts: RunFilesInput): string {
  return toPullRequestText(toReport(decision, facts))
}

/** The suite of the last commit that ran it, once everything is accepted. */
function toFinalSuite(decision: Decision, facts: RunFilesInput): readonly RunFileText[] {
  if (decision.conclusion !== 'success') return []
  const last = standingCommits(decision).findLast(({ tests }) => tests !== null)
  if (last === undefined) return []
  const { coverage } = last
  const { policy } = facts
  const demanded = coverage === null || (coverage.isByDefault && !policy.demandsCoverage) ? null : policy.coverage
  const about = { isCoverageMeasured: coverage !== null, demanded }
  return [toJsonFile('test-results/final-suite.json', { ...toResult(last, facts), ...about })]
}

function toReport(decision: Decision, { base, head, sequence, notes }: RunFilesInput): RunReport {
  return {
    decision,
    base,
    head,
    sequence,
    notes,
    error: null,
    task: null,
    repository: '',
    repositoryUrl: '',
    pullRequest: null,
    baseBranch: '',
    headBranch: '',
    trust: null,
    run: { id: '', attempt: 1, url: '' },
    startedAt: '',
    reused: new Map(),
  }
}
