/** Reads the YAML below a TAP result, as far as test runners write it: keys with plain, quoted or block values. */
import { splitError } from '../failure/failures.ts'
import { parseJson, toNumber, toObject, toText } from '../json/json.ts'
import { plainText } from '../text.ts'

export type Diagnostic = ReadonlyMap<string, string>

export const NO_DIAGNOSTIC: Diagnostic = new Map()

const KEY = /^( *)(?:'((?:[^']|'')*)'|"([^"]*)"|([\w-]+)):(?: (.*))?$/
/** Criterion: the failed assertion by its place. */
const PLACE = /^( *)- ([^\s:]{1,400}:\d{1,9}): (\|\+)$/
const BLOCK = /^[|>][-+]?\d?$/

/** Reads the first value of each key at any depth: `error: { message }` of Vitest equals `message` of others. */
export function toDiagnostic(lines: readonly string[]): Diagnostic {
  const ofDeno = denoDiagnostic(lines[0] ?? '')
  if (ofDeno !== null) return ofDeno
  const values = new Map<string, string>()
  const keep = (key: string, value: string) => values.has(key) || values.set(key, value)
  for (let n = 0; n < lines.length; n += 1) {
    const [, indent = '', place, block = ''] = PLACE.exec(lines[n] ?? '') ?? []
    if (place !== undefined) {
      const { value, last } = readValue(lines, n, block, indent.length)
      n = last
      keep('message', value)
      keep('at', place)
      continue
    }
    const match = KEY.exec(lines[n] ?? '')
    if (match === null) continue
    const key = (match[2]?.replaceAll("''", "'") ?? match[3] ?? match[4] ?? '').replace(/:$/, '')
    const { value, last } = readValue(lines, n, match[5] ?? '', match[1]?.length ?? 0)
    n = last
    keep(key, value)
  }
  return values
}

function readValue(lines: readonly string[], n: number, first: string, indent: number) {
  if (BLOCK.test(first.trim())) return readBlock(lines, n, indent, first.startsWith('>') ? ' ' : '\n')
  if (first.startsWith('"')) return readQuoted(lines, n, first)
  const value = first.startsWith("'") ? first.replace(/^'|'$/g, '').replaceAll("''", "'") : first
  return { value, last: n }
}

/** Reads a block value: all lines that are deeper than its key; `>` folds them into one. */
function readBlock(lines: readonly string[], n: number, indent: number, joint: string) {
  let last = n
  const text: string[] = []
  for (let at = n + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() !== '' && line.search(/\S/) <= indent) break
    text.push(line)
    last = at
  }
  const depth = text[0]?.search(/\S/) ?? 0
  return {
    value: text
      .map((line) => line.slice(Math.max(depth, 0)))
      .join(joint)
      .trim(),
    last,
  }
}

/** Vitest writes unescaped line breaks inside quotes. */
function readQuoted(lines: readonly string[], n: number, first: string) {
  const isEnd = (text: string) => /(?:^|[^\\])(?:\\\\)*"$/.test(text)
  let last = n
  const text = [first.slice(1)]
  while (!isEnd(text.at(-1) ?? '') && last + 1 < lines.length) {
    last += 1
    text.push(lines[last] ?? '')
  }
  const value = text
    .join('\n')
    .replace(/"$/, '')
    .replace(/\\(["\\])/g, '$1')
  return { value, last }
}

/** The source line that threw, and a mark below it. */
const EXCERPT = /\n[^\n]*\n *\^(?=\n|$)/
const MAX_TEXT = 65_536

/** Converts a failure as Deno reports it to the common keys; null for a line of another program. */
function denoDiagnostic(line: string): ReadonlyMap<string, string> | null {
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
