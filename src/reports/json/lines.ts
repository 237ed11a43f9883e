/** JSON with one event a line, as runners stream it: what is no JSON between the events is what the run printed. */
import { type Bytes, LIMITS, ReportError } from '../format.ts'
import { getLines } from '../input.ts'
import { type OutputEnd, outputEnd } from '../output.ts'
import { isObject, type Json } from './json.ts'
import { refuseDoubles } from './strict-json.ts'

export interface JsonLine {
  /** Null for what is no JSON. */
  readonly value: unknown
  readonly text: string
  readonly line: number
  /** The beginning of an event without its end: in the last line the report was cut, before that it was written over. */
  readonly torn?: 'cut' | 'over'
}

/** More events in one line than any process writes over: what is behind them is torn. */
const MAX_IN_LINE = 1_000

/**
 * Every line that is not blank. Of a line that is no JSON the events in it and what stands around them, each for itself.
 * @param opening how an event of the format begins, and nothing that tests may print
 * @throws ReportError when an event has a key twice, or a line is too deep or too long.
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

/** The object of a line, or null. */
export const getObject = ({ value }: JsonLine): Json | null => (isObject(value) ? value : null)

function* getPieces(text: string, line: number, { opening, isLast }: { opening: RegExp; isLast: boolean }) {
  const starts = [
    ...text
      .matchAll(opening)
      .map(({ index }) => index)
      .take(MAX_IN_LINE),
  ]
  const isCut = isLast && starts.length === 0 && mayBegin(text, opening)
  const before = text.slice(0, starts[0])
  if (before !== '') yield { value: null, text: before, line, ...(isCut && { torn: 'cut' as const }) }
  for (const [n, start] of starts.entries()) {
    const end = starts[n + 1] ?? text.length
    yield* getEvent(text.slice(start, end), line, isLast && end === text.length ? 'cut' : 'over')
  }
}

/** Where the report ends inside of a line its first letters say enough: a bracket, as `opening` begins with, and a quote. */
const mayBegin = (text: string, { source }: RegExp) =>
  text.trimStart()[0] === source[1] && /^\s*[[{]\s*(?:"|$)/.test(text)

/** An event, and what was written behind it. */
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
    throw error instanceof ReportError ? new ReportError(withoutLine(error.message), line) : error
  }
}

const withoutLine = (message: string) => message.replace(/^line \d+: /, '')

/** Counts what is read of one kind and refuses beyond the limit of tests. */
export function testCounter(): () => void {
  let tests = 0
  return () => {
    tests += 1
    if (tests > LIMITS.tests) throw new ReportError(`more tests than the limit of ${LIMITS.tests}`)
  }
}

/** Lines between the events that are not blank: counted, and the last of them kept as the output of the run. */
export interface Strangers {
  readonly add: (line: JsonLine) => void
  readonly said: () => { readonly output: string; readonly warnings: readonly string[] }
  /** False when an event was torn: nobody knows what it told. */
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
    said: () => ({ output: output.text(), warnings: [...torn, ...counted(lines)] }),
    isWhole: () => torn.length === 0,
  }
}

const MAX_TORN = 5

function tornIn({ line, torn }: JsonLine): string {
  return torn === 'cut'
    ? `line ${line} ends too early: the report was cut there`
    : `line ${line} holds an event that cannot be read: something else was written into it`
}

const counted = (lines: number) =>
  lines === 0 ? [] : [lines === 1 ? '1 line is no event' : `${lines} lines are no events`]
