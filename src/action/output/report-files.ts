/** Renders the files of a run for people. */

import type { RunFile } from '../../operations/runs/run-folder.ts'
import { toCommitList } from '../../render/gate-report/commits-section.ts'
import { toPullRequestText } from '../../render/gate-report/pr-body.ts'
import { toReportHtml } from '../../render/gate-report/report-html.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'

export function toReportFiles(report: RunReport): readonly RunFile[] {
  return [
    { path: 'commits.txt', text: toCommitList(report) },
    { path: 'pr.md', text: toPullRequestText(report) },
    { path: 'report.html', text: toReportHtml(report) },
  ]
}
