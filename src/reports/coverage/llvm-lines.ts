/** Computes hits of lines from LLVM's segments, by the rule of LLVM's `LineCoverageStats`. */
import { LIMITS, LimitError, ReportError } from '../format.ts'
import { toCount } from '../json/json.ts'
import { reportTexts } from '../texts.ts'
import { type CoverageDraft, countSpanned, type FileDraft, max, noteLine } from './coverage-draft.ts'

/** A segment: its count holds from its position up to the next segment. */
interface Segment {
  readonly line: number
  readonly count: number
  readonly hasCount: boolean
  readonly isEntry: boolean
  /** Space between two regions. It counts only for lines without other segments. */
  readonly isGap: boolean
}

/**
 * Adds the lines of `[line, column, count, has count, is region entry, is gap region]`; the last field exists since
 * version 2.0.1.
 */
export function noteSegments(draft: CoverageDraft, file: FileDraft, list: readonly unknown[]): void {
  file.says.add('lines')
  let wrapping: Segment | null = null
  let at = 0
  let line = 0
  while (at < list.length) {
    const first = toSegment(list[at], file, line)
    // The lines before it contain only the wrapping region.
    if (wrapping?.hasCount) countSpanned(draft, first.line - line)
    for (line += 1; line < first.line && wrapping?.hasCount; line += 1) noteLine(draft, file, line, wrapping.count, max)
    line = first.line
    const here: Segment[] = []
    for (; at < list.length && getLine(list[at]) === line; at += 1) here.push(toSegment(list[at], file, line))
    noteOwnLine(draft, file, here, wrapping)
    wrapping = here.at(-1) ?? null
  }
}

/**
 * Adds a line where a counted region starts, or which such a region wraps, unless the line starts with a skipped
 * region.
 */
function noteOwnLine(draft: CoverageDraft, file: FileDraft, here: readonly Segment[], wrapping: Segment | null): void {
  const [first] = here
  if (first === undefined) return
  const entries = here.filter(({ hasCount, isEntry }) => hasCount && isEntry)
  const starts = entries.filter(({ isGap }) => !isGap)
  const isSkipped = !first.hasCount && first.isEntry
  const isCode = entries.length > 0 || (!isSkipped && wrapping?.hasCount)
  if (!isCode) return
  const hits = starts.reduce((most, { count }) => Math.max(most, count), wrapping?.count ?? 0)
  noteLine(draft, file, first.line, hits, max)
}

const getLine = (segment: unknown): unknown => (Array.isArray(segment) ? segment[0] : null)

function toSegment(segment: unknown, file: FileDraft, after: number): Segment {
  if (!Array.isArray(segment) || segment.length < 5) throw new ReportError(`a segment of ${file.path} is cut`)
  const [line, , count, hasCount, isEntry, isGap] = segment as readonly unknown[]
  if (typeof line !== 'number' || !Number.isInteger(line) || line < after || line < 1 || line > LIMITS.sourceLine)
    throw new LimitError(reportTexts.segmentsOutOfOrder(file.path, LIMITS.sourceLine))
  return { line, count: toCount(count), hasCount: isTrue(hasCount), isEntry: isTrue(isEntry), isGap: isTrue(isGap) }
}

/** Old versions write 1 and 0. */
const isTrue = (value: unknown): boolean => value === true || value === 1
