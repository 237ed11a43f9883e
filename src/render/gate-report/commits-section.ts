/** Renders subtasks and commits as tables, the tests that changed their result, and the time line as a diagram. */
import type { Sha } from '../../core/model/commit.ts'
import { type Decision, type JudgedCommit, nameJudged, type SubtaskState } from '../../core/model/finding.ts'
import { count } from '../../core/util/count.ts'
import { sayDemanded } from '../held-lines/held-lines.ts'
import {
  formatCoverage,
  formatDuration,
  formatProof,
  formatTestCounts,
  formatVerdict,
  getPhaseName,
  getTestName,
  standingCommits,
} from '../text/format.ts'
import { code, link, prose, table } from '../text/markdown.ts'
import { plain } from '../text/text.ts'
import type { RunReport } from './run-report.ts'
import { codeAtCommit, type Linking, listed, type MarkdownLines } from './sections.ts'

const HEAD = ['commit', 'phase', 'subtask', 'verdict', 'proved, or broken', 'tests', 'coverage', 'time', 'measured']
const SUBTASKS_HEAD = ['subtask', 'title', 'phase', 'RED at', 'GREEN at', 'RED, then GREEN']
const MAX_DRIVER = 80
const MAX_PROOF = 300
const MAX_NAME = 300
/** Bound on the nodes of a readable diagram. */
const MAX_NODES = 20
/** Runs of characters that are removed, because Mermaid cannot quote all of them. */
const NO_WORD = /[^\p{L}\p{N}._-]+/gu
const CLASSES = [
  'classDef red fill:#ffe3f3,stroke:#bf3989,color:#24292f',
  'classDef green fill:#dafbe1,stroke:#1a7f37,color:#24292f',
  'classDef refactor fill:#ddf4ff,stroke:#0969da,color:#24292f',
  'classDef other fill:#f6f8fa,stroke:#6e7781,color:#24292f',
  'classDef refused stroke-width:4px,stroke-dasharray:6 4',
]

/** Renders the subtasks with their phases, proving commits, tests and lines. */
export function subtasksSection(report: RunReport, most: number): MarkdownLines {
  const { decision } = report
  if (!decision || decision.subtasks.length === 0) return []
  const shown = decision.subtasks.slice(0, most)
  const whereTried = (cell: string) => (hasAttempts(decision.subtasks) ? [cell] : [])
  const rows = shown.map((subtask) => [
    ...subtaskRow(subtask, decision.commits, report),
    ...whereTried(String(subtask.attempts)),
  ])
  const left = decision.subtasks.length - shown.length
  return [
    ...['## Subtasks', '', ...table([...SUBTASKS_HEAD, ...whereTried('failed attempts')], rows)],
    ...(left > 0 ? ['', `and ${count(left, 'more subtask')}`] : []),
  ]
}

/** Returns whether a GREEN failed its tests: a column of zeros beside a rejected GREEN reads as if nothing had failed. */
export const hasAttempts = (subtasks: readonly SubtaskState[]): boolean => subtasks.some(({ attempts }) => attempts > 0)

function subtaskRow(subtask: SubtaskState, commits: readonly JudgedCommit[], report: Linking): MarkdownLines {
  const { id, title, status } = subtask
  const at = (phase: string) => judgedAt(commits, id, phase, report)
  const proof = getProof(subtask, commits)
  const said = proof === null ? '-' : `${code(proof.test, MAX_DRIVER)} ${proof.more}`.trimEnd()
  return [code(id, 40), prose(title, 200), status, at('red'), at('green'), said]
}

/** Returns the first driver of a proved subtask, and counts the others and the lines that fail without one; null: not proved. */
export function getProof(
  { id, status, drivers }: SubtaskState,
  commits: readonly JudgedCommit[],
): { readonly test: string; readonly more: string } | null {
  const [first] = drivers
  if (status !== 'done' || first === undefined) return null
  const others = drivers.length - 1
  const ranges = commits.flatMap(({ subtask, lines = [] }) => (subtask === id ? lines : []))
  const demanded = sayDemanded(ranges, drivers)
  const verb = others > 0 ? 'fail without' : 'fails without'
  const also = others > 0 ? [`and ${others} more`] : []
  return {
    test: getTestName(first),
    more: [...also, ...(demanded === '' ? [] : [`(${verb} ${demanded})`])].join(' '),
  }
}

/** Returns where a phase of a subtask was accepted, or else rejected. */
function judgedAt(commits: readonly JudgedCommit[], id: string, phase: string, report: Linking): string {
  const find = (verdict: JudgedCommit['verdict']) =>
    commits.findLast((one) => one.subtask === id && one.phase === phase && one.verdict === verdict && !one.isSuperseded)
  const accepted = find('accepted')
  if (accepted) return codeAtCommit(accepted, report)
  const rejected = find('rejected')
  return rejected ? `rejected: ${codeAtCommit(rejected, report)}` : '-'
}

/** Renders the last `most` commits, oldest first. */
export function commitsSection(report: RunReport, most: number): MarkdownLines {
  const commits = report.decision?.commits ?? []
  if (commits.length === 0) return []
  const shown = commits.slice(-most)
  const earlier = commits.length - shown.length
  return [
    ...['## Commits', ''],
    ...(earlier > 0 ? [`${count(earlier, 'earlier commit')}: see the report in the artifact of the run.`, ''] : []),
    ...table(
      HEAD,
      shown.map((commit) => toRow(commit, report.reused)),
    ),
  ]
}

function toRow(commit: JudgedCommit, reused: RunReport['reused']): MarkdownLines {
  const { subtask, durationMs } = commit
  return [
    code(nameJudged(commit)),
    getPhaseName(commit),
    subtask === null ? '-' : code(subtask, 40),
    formatVerdict(commit),
    prose(formatProof(commit), MAX_PROOF),
    formatTestCounts(commit) || '-',
    formatCoverage(commit) || '-',
    formatDuration(durationMs),
    measuredIn(commit.sha, reused),
  ]
}

function measuredIn(sha: Sha, reused: RunReport['reused']): string {
  const run = reused.get(sha)
  if (!run) return 'this run'
  return link(/^\d{1,20}$/.test(run.runId) ? `run ${run.runId}` : 'an earlier run', run.url)
}

/** Renders the tests that changed their result, with their commits: the most important part for reviewers. */
export function turnedSection(decision: Decision | null, most: number, listedMost: number): MarkdownLines {
  const proving = decision ? standingCommits(decision).filter(isProof) : []
  if (proving.length === 0) return []
  const lines = proving
    .slice(-most)
    .flatMap(({ phase, subtask, proved, ...commit }) => [
      `- ${phase === 'red' ? '🔴 failing' : '🟢 passing'} at ${code(nameJudged({ ...commit, phase }))}${subtask === null ? '' : ` for ${code(subtask, 40)}`}`,
      ...listed(proved, listedMost, (id) => `  - ${code(id, MAX_NAME)}`),
    ])
  const earlier = proving.length - most
  return ['## Tests that turned', '', ...(earlier > 0 ? [`- at ${count(earlier, 'earlier commit')}`] : []), ...lines]
}

function isProof({ verdict, proved }: JudgedCommit): boolean {
  return verdict === 'accepted' && proved.length > 0
}

/** Renders the last commits as a chain, coloured by phase. The table has the same information as text. */
export function timeLineSection(decision: Decision | null): MarkdownLines {
  const commits = (decision?.commits ?? []).slice(-MAX_NODES)
  if (commits.length === 0) return []
  const nodes = commits.map((commit, index) => `  c${index}["${nodeText(commit)}"]:::${getClass(commit)}`)
  const refused = commits.flatMap(({ verdict }, index) => (verdict === 'accepted' ? [] : [`c${index}`]))
  const chain = commits.length > 1 ? [`  ${commits.map((_, index) => `c${index}`).join(' --> ')}`] : []
  return [
    ...['## Time line', '', '```mermaid', 'flowchart LR', ...nodes, ...chain],
    ...CLASSES.map((line) => `  ${line}`),
    ...(refused.length > 0 ? [`  class ${refused.join(',')} refused`] : []),
    '```',
  ]
}

function nodeText(commit: JudgedCommit): string {
  const { phase, subtask, verdict, isSuperseded } = commit
  const where = `${phase.toUpperCase()} ${subtask === null ? '' : plain(subtask.replace(NO_WORD, ' '), 20)}`.trim()
  const state = isSuperseded ? 'fixed later' : verdict
  return [nameJudged(commit).replace(NO_WORD, ''), where, state].join('<br/>')
}

function getClass({ phase }: JudgedCommit): string {
  return phase === 'red' || phase === 'green' || phase === 'refactor' ? phase : 'other'
}

const MAX_SUBJECT = 200

/** Returns SHA, phase, subtask, verdict and subject, separated by tabs; empty without a decision. */
export function toCommitList({ decision }: Pick<RunReport, 'decision'>): string {
  const lines = (decision?.commits ?? []).map(({ sha, phase, subtask, verdict, subject }) =>
    [sha, phase, plain(subtask ?? '-'), verdict, plain(subject, MAX_SUBJECT)].join('\t'),
  )
  return lines.map((line) => `${line}\n`).join('')
}
