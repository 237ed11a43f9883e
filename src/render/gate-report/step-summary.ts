/** Renders the summary of a job's step as one page of Markdown. */

import { clip } from '../text/markdown.ts'
import { suitesSection } from '../text/suite-table.ts'
import { timeLineSection } from './commits-section.ts'
import type { RunReport } from './run-report.ts'
import { headSection, page, scoreSection } from './sections.ts'
import { commitSections, foldedSections, originSections, trialSections, verdictSections } from './verdict-page.ts'

/** The runner drops summaries above 1 MiB per step. This is a quarter of it. */
export const MAX_SUMMARY_BYTES = 256 * 1024
const MAX_COMMITS = 300
const LIMITS = { findings: 50, listed: 10, subtasks: 100 }

export function toStepSummary(report: RunReport): string {
  const { decision } = report
  const sections = [
    headSection(report),
    ...verdictSections(report, LIMITS),
    suitesSection(decision),
    ...trialSections(report),
    timeLineSection(decision),
    foldedSections('How this was measured, how to reproduce it, and each commit', [
      ...originSections(report),
      ...commitSections(report, MAX_COMMITS, LIMITS.listed),
      scoreSection(decision),
    ]),
  ]
  return clip(page(sections), MAX_SUMMARY_BYTES)
}
