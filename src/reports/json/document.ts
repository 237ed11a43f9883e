/** Finds the JSON document in the output of a run, where tests, npm and coverage tools print too. */
import { type Bytes, HEAD_CHARACTERS, ReportError } from '../format.ts'
import { getText } from '../input.ts'
import { endOf } from '../output.ts'
import { parseJson } from './json.ts'
import { refuseDoubles } from './strict-json.ts'

const BEGINS_AT_ONCE = /^\ufeff?\s*[[{]/
const ANOTHER = /^[ \t]*(?:\{\s*"|\[\s*\{)/m
const AROUND = 'text around the report is no part of it'

interface JsonDocument {
  readonly root: unknown
  /** The text around the document. */
  readonly printed: { readonly output: string; readonly warnings: readonly string[] }
}

/**
 * Reads the document. @param start the beginning of a document of the format at the start of a line; a text that is
 * only a document may begin otherwise @throws ReportError when it is not strict JSON, or another document follows
 */
export function readJsonDocument(bytes: Bytes, start: RegExp): JsonDocument {
  const text = getText(bytes)
  const near = beginningIn(text.slice(0, HEAD_CHARACTERS), start)
  const from = Math.max(0, near < 0 ? text.search(start) : near)
  const whole = text.slice(from)
  const end = refuseDoubles(whole)
  const behind = whole.slice(end)
  if (ANOTHER.test(behind) || behind.search(start) >= 0) throw new ReportError('holds more than one JSON document')
  const root = parseJson(end === whole.length ? whole : whole.slice(0, end))
  const around = [text.slice(0, from), behind].filter((part) => part.trim() !== '').join('\n')
  return { root, printed: around === '' ? { output: '', warnings: [] } : { output: endOf(around), warnings: [AROUND] } }
}

/** Returns the head of a report from the start of its document; empty where there is none. */
export function documentHead(head: string, start: RegExp): string {
  const at = beginningIn(head, start)
  return at < 0 ? '' : head.slice(at)
}

function beginningIn(head: string, start: RegExp): number {
  const at = head.search(start)
  return at < 0 && BEGINS_AT_ONCE.test(head) ? 0 : at
}
