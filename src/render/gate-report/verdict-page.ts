/** Orders what the comment, the check and the summary say: why and where, what to do, the proof; the rest is folded. */

import { heldLinesSection } from '../held-lines/held-text.ts'
import { folded } from '../text/markdown.ts'
import { commitsSection, subtasksSection, turnedSection } from './commits-section.ts'
import { nearAnswersSection } from './near-answers.ts'
import type { RunReport } from './run-report.ts'
import {
  decisionsSection,
  errorSection,
  findingsSection,
  type MarkdownLines,
  nextSection,
  page,
  provenanceSection,
  reproduceSection,
} from './sections.ts'

/** How many of each a page lists. */
interface PageLimits {
  readonly findings: number
  /** Files and tests of a finding; the next step lists four times as many, because it needs them. */
  readonly listed: number
  readonly subtasks: number
}

/** Renders why, where, what to do, and the subtasks with their proofs. */
export function verdictSections(report: RunReport, limits: PageLimits): readonly MarkdownLines[] {
  const { findings, listed, subtasks } = limits
  const { decision } = report
  return [
    errorSection(report),
    decisionsSection(decision),
    findingsSection(decision, findings, listed, report),
    nextSection(report, listed * 4),
    subtasksSection(report, subtasks),
  ]
}

/** Renders what the trials showed: what holds each changed line, and, folded, answers near the examples. */
export function trialSections(report: RunReport, isFolded = false): readonly MarkdownLines[] {
  const held = heldLinesSection(report)
  return [isFolded ? foldSection(held) : held, foldSection(nearAnswersSection(report))]
}

/** Folds a section under its own title. */
function foldSection([title = '', ...lines]: MarkdownLines): MarkdownLines {
  return lines.length === 0 ? [] : folded(title.replace(/^## /, ''), lines.slice(lines[0] === '' ? 1 : 0))
}

/** Renders the last `most` commits, and the tests that turned. */
export function commitSections(report: RunReport, most: number, listed: number): readonly MarkdownLines[] {
  return [commitsSection(report, most), turnedSection(report.decision, most, listed)]
}

/** Renders where the result comes from, and how to reproduce it. */
export function originSections(report: RunReport): readonly MarkdownLines[] {
  return [provenanceSection(report), reproduceSection(report)]
}

/** Folds sections under a title; where all are empty, nothing is left to fold. */
export function foldedSections(title: string, sections: readonly MarkdownLines[]): MarkdownLines {
  const shown = sections.filter((lines) => lines.length > 0)
  return shown.length === 0 ? [] : folded(title, [page(shown).trimEnd()])
}
