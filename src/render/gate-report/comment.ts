/** Renders the comment of a pull request: a short page for people, and its state hidden in it for programs. */
import { clip, folded, link } from '../text/markdown.ts'
import type { RunReport } from './run-report.ts'
import {
  decisionsSection,
  errorSection,
  findingsSection,
  headSection,
  type MarkdownLines,
  nextSection,
  page,
  provenanceSection,
  reproduceSection,
  subtasksSection,
} from './sections.ts'
import { toHiddenState } from './state-json.ts'

/** The first line, which identifies the comment. */
export const COMMENT_MARKER = '<!-- tdd-gate:comment -->'
/** Replaces a comment of the App that another person edited. */
export const EDITED_COMMENT =
  '<!-- tdd-gate:edited -->\nA person edited this comment of tdd-gate, so the App removed its text. The check `tdd-gate` has the current result; `/tdd status` shows it again.'
/** GitHub limits a comment to 65,536 characters. A text never has fewer UTF-8 bytes than characters. */
export const MAX_COMMENT_BYTES = 60_000
const MAX_STATE_BYTES = 20_000
const MAX_ORIGIN_BYTES = 8_000
const MAX_WORDS_BYTES = MAX_COMMENT_BYTES - MAX_STATE_BYTES - MAX_ORIGIN_BYTES - 2_000
const MAX_FINDINGS = 10
const MAX_SUBTASKS = 50
const MAX_LISTED = 5

/**
 * Renders the comment. Everything that a reader or an agent needs is visible, because tools of agents remove HTML
 * comments. The hidden state repeats it for programs; no decision reads it.
 */
export function toComment(report: RunReport): string {
  const { decision } = report
  const text = page([
    headSection(report, '##'),
    errorSection(report),
    decisionsSection(decision),
    nextSection(report, MAX_LISTED * 4),
    findingsSection(decision, MAX_FINDINGS, MAX_LISTED, report),
    subtasksSection(report, MAX_SUBTASKS),
  ])
  const state = toHiddenState(report, MAX_STATE_BYTES)
  return page([[COMMENT_MARKER], [clip(text, MAX_WORDS_BYTES).trimEnd()], originSection(report), [state]])
}

/** Folds what few readers need: where the result comes from, and how to reproduce it. */
function originSection(report: RunReport): MarkdownLines {
  const inner = clip(page([provenanceSection(report), reproduceSection(report)]), MAX_ORIGIN_BYTES).trimEnd()
  const { run } = report
  const where = run.url === '' ? [] : [`${link('The whole report', run.url)} is in the artifact of the run.`, '']
  return [...where, ...folded('How this was measured, and how to reproduce it', [inner])]
}
