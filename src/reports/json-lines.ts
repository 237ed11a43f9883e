/** JSON with one object a line, as runners stream it: what is no JSON between the objects is what the run printed. */
import { type Bytes, LIMITS, ReportError } from './format.ts'
import { linesOf } from './input.ts'
import { isObject, type Json } from './json.ts'
import { outputEnd } from './output.ts'
import { refuseDoubles } from './strict-json.ts'

export interface JsonLine {
  /** Null for a line that is no JSON. */
  readonly value: unknown
  readonly text: string
}

/** Every line that is not blank. @throws ReportError when a line has a key twice, is too deep or too long. */
export function* jsonLines(bytes: Bytes): Generator<JsonLine> {
  let line = 0
  for (const { text } of linesOf(bytes)) {
    line += 1
    if (text.trim() !== '') yield { value: /^\s*[[{]/.test(text) ? parsedOf(text, line) : null, text }
  }
}

/** The object of a line, or null. */
export const objectOf = ({ value }: JsonLine): Json | null => (isObject(value) ? value : null)

function parsedOf(text: string, line: number): unknown {
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
  readonly add: (line: string) => void
  readonly said: () => { readonly output: string; readonly warnings: readonly string[] }
}

export function strangers(): Strangers {
  const output = outputEnd()
  let lines = 0
  return {
    add: (line) => {
      if (line.trim() === '') return
      lines += 1
      output.add(`${line}\n`)
    },
    said: () => ({ output: output.text(), warnings: counted(lines) }),
  }
}

const counted = (lines: number) =>
  lines === 0 ? [] : [lines === 1 ? '1 line is no event' : `${lines} lines are no events`]
