/** Reads the failures of Deno: one line of JSON in place of YAML. */
import { splitError } from '../failure/failures.ts'
import { parseJson, toNumber, toObject, toText } from '../json/json.ts'
import { plainText } from '../text.ts'

/** The source line that threw, and a mark below it. */
const EXCERPT = /\n[^\n]*\n *\^(?=\n|$)/
const MAX_TEXT = 65_536

/** Converts a failure as Deno reports it to the common keys; null for a line of another program. */
export function denoDiagnostic(line: string): ReadonlyMap<string, string> | null {
  if (!line.startsWith('{"message":')) return null
  const { message, at } = toObject(parsed(line))
  const text = plainText(toText(message).slice(0, MAX_TEXT)).replace(EXCERPT, '')
  const number = toNumber(toObject(at)['line'])
  return new Map([
    ['error', splitError(text).message],
    ['stack', text],
    ...(number === null ? [] : [['lineNumber', String(number)] as const]),
  ])
}

/** A truncated line contains no failure. */
function parsed(line: string): unknown {
  try {
    return parseJson(line)
  } catch {
    return null
  }
}
