/** Renders the summary of a job's step as one page of Markdown. */

import { clip } from '../text/markdown.ts'
import { suitesSection } from '../text/suite-table.ts'
import { commitsSection, timeLineSection, turnedSection } from './commits-section.ts'
import { heldLinesSection } from './held-lines.ts'
import { nearAnswersSection } from './near-answers.ts'
import type { RunReport } from './run-report.ts'
import {
  errorSection,
  findingsSection,
  headSection,
  nextSection,
  page,
  provenanceSection,
  reproduceSection,
  scoreSection,
  subtasksSection,
} from './sections.ts'

/** The runner drops summaries above 1 MiB per step. This is a quarter of it. */
export const MAX_SUMMARY_BYTES = 256 * 1024
const MAX_COMMITS = 300
const MAX_SUBTASKS = 100
const MAX_FINDINGS = 50
const MAX_TURNED = 50
const MAX_LISTED = 10

export function toStepSummary(report: RunReport): string {
  const { decision } = report
  const sections = [
    headSection(report),
    errorSection(report),
    nextSection(report, MAX_LISTED * 5),
    reproduceSection(report),
    findingsSection(decision, MAX_FINDINGS, MAX_LISTED),
    suitesSection(decision),
    heldLinesSection(report),
    nearAnswersSection(report),
    timeLineSection(decision),
    subtasksSection(report, MAX_SUBTASKS),
    scoreSection(decision),
    provenanceSection(report),
    commitsSection(report, MAX_COMMITS),
    turnedSection(decision, MAX_TURNED, MAX_LISTED),
  ]
  return clip(page(sections), MAX_SUMMARY_BYTES)
}
