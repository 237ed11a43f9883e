/** Renders the subtasks with their phases, proving commits, tests and lines. */
import type { JudgedCommit, SubtaskState } from '../../core/model/finding.ts'
import { count } from '../../core/util/count.ts'
import { getTestName } from '../text/format.ts'
import { code, prose, table } from '../text/markdown.ts'
import type { RunReport } from './run-report.ts'
import { codeAtCommit, type Linking, type MarkdownLines } from './sections.ts'

const HEAD = ['subtask', 'title', 'phase', 'RED at', 'GREEN at', 'proved by', 'attempts made']
const MAX_DRIVER = 80

export function subtasksSection(report: RunReport, most: number): MarkdownLines {
  const { decision } = report
  if (!decision || decision.subtasks.length === 0) return []
  const shown = decision.subtasks.slice(0, most)
  const rows = shown.map((subtask) => subtaskRow(subtask, decision.commits, report))
  const left = decision.subtasks.length - shown.length
  return [...['## Subtasks', '', ...table(HEAD, rows)], ...(left > 0 ? ['', `and ${count(left, 'more subtask')}`] : [])]
}

function subtaskRow(
  { id, title, status, attempts, drivers }: SubtaskState,
  commits: readonly JudgedCommit[],
  report: Linking,
): MarkdownLines {
  const at = (phase: string) => acceptedAt(commits, id, phase, report)
  const proof = status === 'done' ? sayProof(drivers, countDemanded(id, commits)) : '-'
  return [code(id, 40), prose(title, 200), status, at('red'), at('green'), proof, String(attempts)]
}

/** Names the first driver, and counts the others and the lines that fail without one of them. */
function sayProof(drivers: readonly string[], lines: number): string {
  const [first, ...others] = drivers
  if (first === undefined) return '-'
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `${code(getTestName(first), MAX_DRIVER)}${more}${lines > 0 ? `: ${count(lines, 'line')}` : ''}`
}

function countDemanded(id: string, commits: readonly JudgedCommit[]): number {
  const lines = commits.flatMap(({ subtask, lines = [] }) => (subtask === id ? lines : []))
  return lines.reduce((all, { by, first, last }) => (by === 'driver' ? all + last - first + 1 : all), 0)
}

function acceptedAt(commits: readonly JudgedCommit[], id: string, phase: string, report: Linking): string {
  const isIt = (one: JudgedCommit) => one.subtask === id && one.phase === phase && one.verdict === 'accepted'
  const commit = commits.findLast((one) => isIt(one) && !one.isSuperseded)
  return commit ? codeAtCommit(commit, report) : '-'
}
