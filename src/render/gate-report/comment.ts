/** The sticky comment: in visible words what is wrong and what comes next, and the same as JSON for programs. */
import { clip } from '../text/markdown.ts'
import type { RunReport } from './run-report.ts'
import {
  errorSection,
  findingsSection,
  headSection,
  nextSection,
  page,
  provenanceSection,
  reproduceSection,
  subtasksSection,
  wordsSection,
} from './sections.ts'
import { toNextBlock } from './state-json.ts'

/** Its first line: how the comment is found again. Nothing else is hidden, because tools of agents take comments out. */
export const COMMENT_MARKER = '<!-- tdd-gate:comment -->'
/** What stands instead of a comment of ours that somebody edited. */
export const EDITED_COMMENT =
  '<!-- tdd-gate:edited -->\nSomebody edited what tdd-gate had written here, so it was taken away. What holds stands in the check `tdd-gate`; `/tdd status` tells it anew.'
/** GitHub takes 65,536 characters; bytes of UTF-8 are never fewer. */
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
    wordsSection(decision),
    nextSection(report, MAX_LISTED * 4),
    findingsSection(decision, MAX_FINDINGS, MAX_LISTED),
    reproduceSection(report),
    subtasksSection(decision, MAX_SUBTASKS),
    provenanceSection(report),
  ])
  const json = ['## For programs', '', toNextBlock(report, MAX_JSON_BYTES)]
  return page([[COMMENT_MARKER], [clip(words, MAX_WORDS_BYTES).trimEnd()], json])
}
