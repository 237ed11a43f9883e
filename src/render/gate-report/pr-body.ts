/** Renders `pr.md` of the artifact: the text of a pull request, with the changes and their proofs. */

import type { Decision } from '../../core/model/finding.ts'
import { count } from '../../core/util/count.ts'
import { formatCoverage, formatTestCounts, standingCommits } from '../text/format.ts'
import { clip, code, link, prose } from '../text/markdown.ts'
import { commitsSection, turnedSection } from './commits-section.ts'
import { headline } from './headline.ts'
import type { RunReport } from './run-report.ts'
import { errorSection, findingsSection, type MarkdownLines, page } from './sections.ts'

/** GitHub limits a body to 65,536 characters. A text never has fewer UTF-8 bytes than characters. */
export const MAX_PULL_BODY_BYTES = 60_000
const MAX_COMMITS = 100
const MAX_SUBTASKS = 100
const MAX_FINDINGS = 10
const MAX_TURNED = 50
const MAX_LISTED = 10

export function toPullRequestText(report: RunReport): string {
  const { decision } = report
  const sections = [
    ['## Summary', '', prose(headline(report))],
    errorSection(report),
    checklist(decision),
    measured(decision),
    findingsSection(decision, MAX_FINDINGS, MAX_LISTED),
    turnedSection(decision, MAX_TURNED, MAX_LISTED),
    commitsSection(report, MAX_COMMITS),
    runSection(report),
  ]
  return clip(page(sections), MAX_PULL_BODY_BYTES)
}

/** A run on someone's machine has no address. */
function runSection({ run: { url } }: RunReport): MarkdownLines {
  if (url === '') return []
  return ['## Report', '', `${link('The run that measured this', url)} (artifact: report.html, test results, log)`]
}

function checklist(decision: Decision | null): MarkdownLines {
  const subtasks = decision?.subtasks ?? []
  if (subtasks.length === 0) return []
  const lines = subtasks
    .slice(0, MAX_SUBTASKS)
    .map(({ id, title, status }) => `- [${status === 'done' ? 'x' : ' '}] ${code(id, 40)} ${prose(title, 200)}`)
  const left = subtasks.length - lines.length
  return ['## Subtasks', '', ...lines, ...(left > 0 ? [`- and ${count(left, 'more subtask')}`] : [])]
}

/** Renders tests and coverage of the last commits that have them. */
function measured(decision: Decision | null): MarkdownLines {
  const standing = decision ? standingCommits(decision) : []
  const ran = standing.findLast(({ tests }) => tests !== null)
  const covered = standing.findLast(({ coverage }) => coverage !== null)
  const lines = [
    ...(ran ? [`- tests: ${formatTestCounts(ran)}`] : []),
    ...(covered ? [`- coverage: ${formatCoverage(covered)}`] : []),
  ]
  return lines.length === 0 ? [] : ['## Measured', '', ...lines]
}
