/** Reads JSON lines, as runners stream events. Other lines are output of the run. */
import { atLine, type Bytes, LIMITS, LimitError, ReportError } from '../format.ts'
import { getLines } from '../input.ts'
import { type OutputEnd, outputEnd } from '../output.ts'
import { reportTexts } from '../texts.ts'
import { isObject, type Json } from './json.ts'
import { refuseDoubles } from './strict-json.ts'

export interface JsonLine {
  /** Null for a line that is not JSON. */
  readonly value: unknown
  readonly text: string
  readonly line: number
  /**
   * Set for an incomplete event: `cut` in the last line, because the report is truncated; `over` in other lines,
   * because other output overwrote it.
   */
  readonly torn?: 'cut' | 'over'
}

/** Bound on the events of one line. Further text counts as an incomplete event. */
const MAX_IN_LINE = 1_000

/**
 * Yields every line that is not blank; for a mixed line its events and the text around them separately. @param opening
 * the beginning of an event of the format, which tests never print @throws ReportError when an event has duplicate
 * keys, or a line is too deep or too long.
 */
export function* jsonLines(bytes: Bytes, opening: RegExp): Generator<JsonLine> {
  let line = 0
  for (const { text, isWhole } of getLines(bytes)) {
    line += 1
    if (text.trim() === '') continue
    const value = /^\s*[[{]/.test(text) ? getParsed(text, line) : null
    if (value !== null) yield { value, text, line }
    else yield* getPieces(text, line, { opening, isLast: !isWhole })
  }
}

/** Returns the object of a line, or null. */
export const getObject = ({ value }: JsonLine): Json | null => (isObject(value) ? value : null)

function* getPieces(text: string, line: number, { opening, isLast }: { opening: RegExp; isLast: boolean }) {
  const starts = [
    ...text
      .matchAll(opening)
      .map(({ index }) => index)
      .take(MAX_IN_LINE),
  ]
  const isTruncated = isLast && starts.length === 0 && mayBegin(text, opening)
  const before = text.slice(0, starts[0])
  if (before !== '') yield { value: null, text: before, line, ...(isTruncated && { torn: 'cut' as const }) }
  for (const [n, start] of starts.entries()) {
    const end = starts[n + 1] ?? text.length
    yield* getEvent(text.slice(start, end), line, isLast && end === text.length ? 'cut' : 'over')
  }
}

/** A truncated last line counts as an event when it starts with a bracket, as `opening` does, and a quote. */
const mayBegin = (text: string, { source }: RegExp) =>
  text.trimStart()[0] === source[1] && /^\s*[[{]\s*(?:"|$)/.test(text)

/** Yields an event, and the text after it. */
function* getEvent(text: string, line: number, torn: 'cut' | 'over'): Generator<JsonLine> {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  const value = getParsed(text.slice(0, end), line)
  const rest = value === null ? text : text.slice(end)
  if (value !== null) yield { value, text: text.slice(0, end), line }
  if (rest !== '') yield { value: null, text: rest, line, ...(value === null && { torn }) }
}

function getParsed(text: string, line: number): unknown {
  try {
    const value: unknown = JSON.parse(text)
    refuseDoubles(text)
    return value
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error instanceof ReportError ? atLine(error, line) : error
  }
}

/** Counts tests and refuses more than the limit. */
export function testCounter(): () => void {
  let tests = 0
  return () => {
    tests += 1
    if (tests > LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
  }
}

/** Lines between the events that are not blank: their number, and the last of them as the output of the run. */
export interface Strangers {
  readonly add: (line: JsonLine) => void
  readonly summary: () => { readonly output: string; readonly warnings: readonly string[] }
  /** Returns false when an event was incomplete, so that its content is unknown. */
  readonly isWhole: () => boolean
}

export function strangers(output: OutputEnd = outputEnd()): Strangers {
  const torn: string[] = []
  let lines = 0
  return {
    add: (line) => {
      if (line.text.trim() === '') return
      lines += 1
      output.add(`${line.text}\n`)
      if (line.torn !== undefined && torn.length < MAX_TORN) torn.push(tornIn(line))
    },
    summary: () => ({ output: output.text(), warnings: [...torn, ...counted(lines)] }),
    isWhole: () => torn.length === 0,
  }
}

const MAX_TORN = 5

function tornIn({ line, torn }: JsonLine): string {
  return torn === 'cut' ? reportTexts.lineEndsEarly(line) : reportTexts.badLine(line)
}

const counted = (lines: number) =>
  lines === 0 ? [] : [lines === 1 ? '1 line is no event' : `${lines} lines are no events`]
