/** Renders the files that a run leaves for people and programs beside its log and its answer. */

import { toPercentages } from '../../core/model/coverage.ts'
import type { Decision, JudgedCommit } from '../../core/model/finding.ts'
import type { Policy } from '../../core/model/policy.ts'
import { toCommitList } from '../gate-report/commits-section.ts'
import { toPullRequestText } from '../gate-report/pr-body.ts'
import type { RunReport } from '../gate-report/run-report.ts'
import { standingCommits } from '../text/format.ts'

interface RunFileText {
  /** In the folder, separated by `/`. */
  readonly path: string
  readonly text: string
}

export interface RunFilesInput extends Pick<RunReport, 'base' | 'head' | 'sequence' | 'notes'> {
  readonly policy: Policy
}

export function toRunFiles(decision: Decision, facts: RunFilesInput): readonly RunFileText[] {
  const { subtasks, next, conclusion } = decision
  return [
    { path: 'commits.txt', text: toCommitList({ decision }) },
    json('work-units.json', { conclusion, subtasks, next }),
    ...toResults(decision),
    ...toFinalSuite(decision, facts),
    { path: 'pr.md', text: toPullText(decision, facts) },
  ]
}

/** Renders the text of the pull request. */
export function toPullText(decision: Decision, facts: RunFilesInput): string {
  return toPullRequestText(toReport(decision, facts))
}

function json(path: string, value: object): RunFileText {
  return { path, text: `${JSON.stringify({ schemaVersion: 1, ...value }, null, 2)}\n` }
}

/** Names a file for each phase of a subtask; from the second commit of a phase on, with the number of the attempt. */
function toResults({ commits }: Decision): readonly RunFileText[] {
  const counts = new Map<string, number>()
  return commits
    .filter(({ tests }) => tests !== null)
    .map((commit) => {
      const name = `subtask-${toName(commit.subtask ?? 'none')}-${commit.phase}`
      const attempt = (counts.get(name) ?? 0) + 1
      counts.set(name, attempt)
      const path = `test-results/${name}${attempt === 1 ? '' : `-attempt${attempt}`}.json`
      return json(path, { attempt, ...toResult(commit) })
    })
}

const MAX_NAME = 60

/** Ids come from documents: nothing of them may name another folder. */
function toName(id: string): string {
  const name = id.replace(/[^\w.-]/g, '_')
  const isPlain = name === id && /^\w/.test(id) && id.length <= MAX_NAME
  return isPlain ? id : `_${name.slice(0, MAX_NAME - 1)}`
}

function toResult({
  sha,
  subject,
  phase,
  subtask,
  verdict,
  tests,
  coverage,
  proved,
  durationMs,
  findings,
}: JudgedCommit) {
  const measured = coverage && toPercentages(coverage)
  const broken = findings.map(({ rule, level, message }) => ({ rule, level, message }))
  return {
    commit: sha,
    subject,
    phase,
    subtask,
    verdict,
    tests,
    coverage: measured,
    proved,
    findings: broken,
    durationMs,
  }
}

/** The suite of the last commit that ran it, once everything is accepted. */
function toFinalSuite(decision: Decision, { policy }: RunFilesInput): readonly RunFileText[] {
  if (decision.conclusion !== 'success') return []
  const last = standingCommits(decision).findLast(({ tests }) => tests !== null)
  if (last === undefined) return []
  const { coverage } = last
  const demanded = coverage === null || (coverage.isByDefault && !policy.demandsCoverage) ? null : policy.coverage
  const isMeasured = coverage !== null
  return [json('test-results/final-suite.json', { ...toResult(last), isCoverageMeasured: isMeasured, demanded })]
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
