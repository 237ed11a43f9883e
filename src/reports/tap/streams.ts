/** Separates several streams of TAP in one file: a stream ends where it is complete and another one begins. */
import { reportTexts } from '../texts.ts'
import { failingAfter } from './declared-totals.ts'
import type { TapLine } from './line.ts'

export interface TapPlan {
  readonly count: number
  readonly isSkipped: boolean
}

export interface Stream {
  /** The number of results before it. */
  readonly from: number
  /** Started by a version or by the number 1, not by a plan like a group of cmocka. */
  readonly isOwn: boolean
  plan: TapPlan | null
  /** After a complete stream: belongs to the next one as soon as a result follows, or repeats its own. */
  next: TapPlan | null
  isOdd: boolean
  hasSubtests: boolean
  lines: number
  /** The line after the version, or the first line, is a comment, as tape writes it. */
  beginsWithComment: boolean
  /** As claimed by its totals, which follow its last result. */
  failing: number
}

export const firstStream = (): Stream => streamFrom(0, true, null)

const streamFrom = (from: number, isOwn: boolean, plan: TapPlan | null): Stream => ({
  from,
  isOwn,
  plan,
  next: null,
  isOdd: false,
  hasSubtests: false,
  lines: 0,
  beginsWithComment: false,
  failing: 0,
})

/** Returns true when the line begins a stream. @param results the number of results so far, at the outermost level */
export function noteStreams(streams: Stream[], line: TapLine, results: number): boolean {
  const before = streams.length
  const last = streams.at(-1) as Stream
  if (line.kind === 'version') addNext(streams, last, { results, isBegin: isWhole(last, results) })
  else if (line.kind === 'point' && line.level === 0) {
    const isBegin = line.point.number === 1 && results > last.from && isWhole(last, results)
    addNext(streams, last, { results, isBegin })
  } else if (line.kind === 'plan' && line.level === 0) notePlan(last, line, results)
  const stream = streams.at(-1) as Stream
  stream.lines += 1
  if (streams.length > before && line.kind === 'point') stream.lines += 1
  if (stream.lines === 2) stream.beginsWithComment = line.kind === 'comment'
  if (line.kind === 'subtest') stream.hasSubtests = true
  if (line.kind === 'point' && line.level === 0) stream.failing = 0
  if (line.kind === 'comment' && line.level === 0) stream.failing = failingAfter(stream.failing, line.text)
  return streams.length > before
}

function addNext(streams: Stream[], last: Stream, { results, isBegin }: { results: number; isBegin: boolean }): void {
  if (last.next !== null) streams.push(streamFrom(results, false, last.next))
  else if (isBegin) streams.push(streamFrom(results, true, null))
  last.next = null
}

function notePlan(stream: Stream, { count, isSkipped }: TapPlan, results: number): void {
  if (stream.plan === null) stream.plan = { count, isSkipped }
  else if (isWhole(stream, results)) stream.next = { count, isSkipped }
  else stream.isOdd ||= stream.plan.count !== count
}

const isWhole = ({ plan, from }: Stream, results: number) => plan?.count === results - from

/** Combines all plans; null where no stream has one. */
export function getPlan(streams: readonly Stream[]): TapPlan | null {
  const plans = streams.flatMap(({ plan }) => plan ?? [])
  if (plans.length === 0) return null
  const count = plans.reduce((sum, plan) => sum + plan.count, 0)
  return { count, isSkipped: plans.every(({ isSkipped }) => isSkipped) }
}

/** Returns why the streams are incomplete according to their plans. */
export function getCut(streams: readonly Stream[], results: number): string | null {
  const plan = getPlan(streams)
  if (plan === null) return 'the stream ends without a plan'
  if (plan.count > results) return reportTexts.planDiffers(plan.count, results)
  if (streams.some((stream) => stream.plan === null)) return reportTexts.streamWithoutPlan(streams.length)
  return streams.some(isContradicted) ? reportTexts.secondPlan : null
}

/** A plan after a complete stream may repeat its own plan, or be that of a skipped stream. */
const isContradicted = ({ plan, next, isOdd }: Stream) =>
  isOdd || (next !== null && next.count !== 0 && next.count !== plan?.count)
