/** Renders the comment of a pull request: findings and the next step, and the same as JSON for programs. */
import { clip } from '../text/markdown.ts'
import type { RunReport } from './run-report.ts'
import {
  decisionsSection,
  errorSection,
  findingsSection,
  headSection,
  nextSection,
  page,
  provenanceSection,
  reproduceSection,
  subtasksSection,
} from './sections.ts'
import { toNextBlock } from './state-json.ts'

/**
 * The first line, which identifies the comment. Nothing else is hidden, because tools of agents remove HTML comments.
 */
export const COMMENT_MARKER = '<!-- tdd-gate:comment -->'
/** Replaces a comment of the App that another person edited. */
export const EDITED_COMMENT =
  '<!-- tdd-gate:edited -->\nA person edited this comment of tdd-gate, so the App removed its text. The check `tdd-gate` has the current result; `/tdd status` shows it again.'
/** GitHub limits a comment to 65,536 characters. A text never has fewer UTF-8 bytes than characters. */
export const MAX_COMMENT_BYTES = 60_000
const MAX_JSON_BYTES = 20_000
const MAX_WORDS_BYTES = MAX_COMMENT_BYTES - MAX_JSON_BYTES - 1_000
const MAX_FINDINGS = 10
const MAX_SUBTASKS = 50
const MAX_LISTED = 5

export function toComment(report: RunReport): string {
  const { decision } = report
  const words = page([
    headSection(report, '##'),
    errorSection(report),
    decisionsSection(decision),
    nextSection(report, MAX_LISTED * 4),
    findingsSection(decision, MAX_FINDINGS, MAX_LISTED),
    reproduceSection(report),
    subtasksSection(decision, MAX_SUBTASKS),
    provenanceSection(report),
  ])
  const json = ['## For programs', '', toNextBlock(report, MAX_JSON_BYTES)]
  return page([[COMMENT_MARKER], [clip(words, MAX_WORDS_BYTES).trimEnd()], json])
}
