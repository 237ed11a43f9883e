/** Converts one test of libtest: its module path and the message of its panic. */
import type { Json } from '../json/json.ts'
import { toText } from '../json/json.ts'
import {
  failing,
  type JsonOutcome,
  type Keep,
  PASSED,
  SKIPPED,
  tried,
  unexpectedSuccess,
  unknownStatus,
} from '../json/report.ts'
import { plainText } from '../text.ts'

const DOCTEST = /^(\S[^\n]*?\.(?:rs|md)) - /
/** cargo-nextest writes `package::binary$module::test`, and `#2` behind the second try. */
const NEXTEST = /^([\w.:/-]+)\$(.+?)(?:#(\d{1,4}))?$/
const PANIC = /panicked at (?:'([^\n]*)', )?[^\n:]{1,500}:(\d{1,7}):\d{1,7}:?\n?/
const PANIC_END = /\n(?:stack backtrace:|note: )/
const NO_PANIC = /^test did not panic as expected/
/** The message of `should_panic(expected)` for a panic with another text. */
export const OTHER_PANIC = /panic did not contain expected string|expected panic with string/

interface PanicPlace {
  readonly file: string | null
  readonly suite: readonly string[]
  readonly name: string
  readonly retries: number
}

/** A documentation test is named by its file and line; any other by its modules, which are one part as in the XML. */
export function getLibtestPlace(name: string): PanicPlace {
  const [prefix, file] = DOCTEST.exec(name) ?? []
  if (prefix !== undefined && file !== undefined)
    return { file, suite: [], name: name.slice(prefix.length), retries: 0 }
  const [, binary, inner, attempt] = NEXTEST.exec(name) ?? []
  const path = (inner ?? name).split('::')
  const own = path.pop() ?? ''
  const retries = Math.max(0, Number(attempt ?? 1) - 1)
  const modules = path.length === 0 ? [] : [path.join('::')]
  return { file: null, suite: binary === undefined ? modules : [binary, ...modules], name: own, retries }
}

export function getLibtestOutcome(event: Json, retries: number, keep: Keep): JsonOutcome {
  const what = toText(event['event'])
  if (what === 'failed') return failed(toText(event['message']), toText(event['stdout']), toText(event['reason']), keep)
  if (what === 'ignored') return SKIPPED
  return what === 'ok' || (what === '' && event['type'] === 'bench')
    ? tried(PASSED, retries)
    : unknownStatus(what, keep)
}

function failed(note: string, stdout: string, reason: string, keep: Keep): JsonOutcome {
  const text = plainText(stdout)
  const panic = PANIC.exec(text)
  const line = panic === null ? null : Number(panic[2])
  if (NO_PANIC.test(note)) return unexpectedSuccess(note, keep, line)
  const message = note || getPanic(text, panic) || text.trim() || reason || 'the report gives no reason'
  const kind = OTHER_PANIC.test(note) ? 'assertion' : reason === 'time limit exceeded' ? 'timeout' : null
  return failing(keep({ message, detail: text, line, element: 'error', ...(kind !== null && { kind }) }))
}

/** Returns the message of the first panic in the output; empty without one. */
export function panicIn(output: string): string {
  const text = plainText(output)
  return getPanic(text, PANIC.exec(text))
}

function getPanic(text: string, panic: RegExpExecArray | null): string {
  if (panic === null) return ''
  if (panic[1] !== undefined) return panic[1]
  const after = text.slice(panic.index + panic[0].length)
  const end = after.search(PANIC_END)
  return (end < 0 ? after : after.slice(0, end)).trim()
}
