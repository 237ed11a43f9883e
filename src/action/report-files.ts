/** The files of a run that people read. */
import { toCommitList } from '../render/commit-list.ts'
import { toPullRequestText } from '../render/pr-body.ts'
import { toReportHtml } from '../render/report-html.ts'
import type { RunReport } from '../render/run-report.ts'
import type { RunFile } from './ports.ts'

export function toReportFiles(report: RunReport): readonly RunFile[] {
  return [
    { path: 'commits.txt', text: toCommitList(report) },
    { path: 'pr.md', text: toPullRequestText(report) },
    { path: 'report.html', text: toReportHtml(report) },
  ]
}
