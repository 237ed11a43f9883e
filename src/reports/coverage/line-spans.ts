/** Computes hits of lines from spans. The spans are bounded, because a few bytes can claim millions of lines. */
import { LIMITS, LimitError } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { type CoverageDraft, type FileDraft, max, noteHits } from './coverage-draft.ts'

/** A range of lines, both ends included. */
export interface LineSpan {
  readonly start: number
  readonly end: number
  readonly hits: number
}

const NONE = -1

/** Counts spanned lines. @throws ReportError past LIMITS.spannedLines. */
export function countSpanned(draft: CoverageDraft, lines: number): void {
  draft.spannedLines += Math.max(0, lines)
  if (draft.spannedLines > LIMITS.spannedLines) throw new LimitError(reportTexts.tooManySpans(LIMITS.spannedLines))
}

/** Gives each line the hits of the most executed span. @throws ReportError past LIMITS.spannedLines. */
export function noteSpans(draft: CoverageDraft, file: FileDraft, spans: readonly LineSpan[]): void {
  const most = new Float64Array(spans.reduce((last, { end }) => Math.max(last, end), 0) + 1).fill(NONE)
  for (const { start, end, hits } of spans) {
    countSpanned(draft, end - start + 1)
    for (let line = start; line <= end; line += 1) most[line] = Math.max(hits, most[line] ?? NONE)
  }
  for (const [line, hits] of most.entries()) if (hits !== NONE) noteHits(draft, file, line, hits, max)
}
