/** Renders the comment of a pull request: a short page for people, and its state hidden in it for programs. */
import { clip, link } from '../text/markdown.ts'
import type { RunReport } from './run-report.ts'
import { headSection, type MarkdownLines, page } from './sections.ts'
import { toHiddenState } from './state-json.ts'
import { foldedSections, originSections, trialSections, verdictSections } from './verdict-page.ts'

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
const LIMITS = { findings: 10, listed: 5, subtasks: 50 }

/**
 * Renders the comment. Everything that a reader or an agent needs is visible, because tools of agents remove HTML
 * comments. The hidden state repeats it for programs; no decision reads it.
 */
export function toComment(report: RunReport): string {
  const text = page([headSection(report, '##'), ...verdictSections(report, LIMITS), ...trialSections(report, true)])
  const state = toHiddenState(report, MAX_STATE_BYTES)
  return page([[COMMENT_MARKER], [clip(text, MAX_WORDS_BYTES).trimEnd()], originSection(report), [state]])
}

function originSection(report: RunReport): MarkdownLines {
  const inner = clip(page(originSections(report)), MAX_ORIGIN_BYTES).trimEnd()
  const { run } = report
  const where = run.url === '' ? [] : [`The whole report is in the artifact of ${link('this run', run.url)}.`, '']
  return [...where, ...foldedSections('How this was measured, and how to reproduce it', [[inner]])]
}
