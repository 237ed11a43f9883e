/** What deno says of a failure: one line of JSON in the place of YAML. */
import { splitError } from '../failure/failures.ts'
import { parseJson, toNumber, toObject, toText } from '../json/json.ts'
import { plainText } from '../text.ts'

/** The line that threw, and a mark under it. */
const EXCERPT = /\n[^\n]*\n *\^(?=\n|$)/
const MAX_TEXT = 65_536

/** What deno says of a failure, in the keys of others; null for a line of anybody else. */
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

/** A line that was cut says nothing. */
function parsed(line: string): unknown {
  try {
    return parseJson(line)
  } catch {
    return null
  }
}
