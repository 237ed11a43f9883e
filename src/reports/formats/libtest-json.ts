/** Reads the JSON of Rust's libtest (nightly, cargo-nextest) and the messages of Cargo around it. */
import type { LoadError } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { type Json, toCount, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import { getObject, jsonLines, type Strangers, strangers, testCounter } from '../json/lines.ts'
import {
  type CaseOutcome,
  claim,
  createCase,
  createLoadError,
  type Keep,
  OUTCOME,
  toJsonReport,
  tried,
} from '../json/report.ts'
import { plainText } from '../text.ts'

const SUITE = /^\{ ?"type": ?"suite", ?"event": ?"started", ?"test_count": ?\d+/m
const CARGO = /^\{"reason":"(?:compiler-message|compiler-artifact|build-script-executed|build-finished)",/m
const OPENING = /\{ ?"(?:type": ?"(?:suite|test|bench|report)"|reason": ?"[\w-]{1,40}")/g
const FAILED_BUILD = 'cargo says that the build failed, and not why'

export const libtestJson: ReportFormat = {
  about: 'Rust `cargo test -- --format json` and cargo-nextest `libtest-json`: with compiler errors of cargo',
  source: 'https://doc.rust-lang.org/rustc/tests/index.html#--format-format',
  limits:
    'the test binary of a test (except nextest); an expected panic; whether another binary was to follow; messages of failed retries',
  looksLike: (head) => SUITE.test(head) || CARGO.test(head),
  parse: parseLibtest,
}

interface Suite {
  readonly counted: number
  readonly cases: ParsedCase[]
  readonly running: Set<string>
  end: Json | null
}
interface Stream {
  readonly suites: Suite[]
  readonly loadErrors: Map<string, LoadError>
  isBuildFailed: boolean
  isSeen: boolean
  readonly strangers: Strangers
}

/** @throws ReportError when no line is an event. */
function parseLibtest(bytes: Bytes): ParsedReport {
  const keep = failureKeeper()
  const count = testCounter()
  const stream: Stream = {
    suites: [],
    loadErrors: new Map(),
    isBuildFailed: false,
    isSeen: false,
    strangers: strangers(),
  }
  for (const line of jsonLines(bytes, OPENING)) {
    const event = getObject(line)
    if (event === null || !note(stream, event, keep, count)) stream.strangers.add(line)
    else stream.isSeen = true
  }
  if (!stream.isSeen) throw new ReportError('holds no event of libtest')
  return toReport(stream, keep)
}

/** Returns false for an object that is not an event. */
function note(stream: Stream, event: Json, keep: Keep, count: () => void): boolean {
  if (typeof event['type'] !== 'string' && typeof event['reason'] === 'string') noteCargo(stream, event)
  else if (event['type'] === 'suite') noteSuite(stream, event)
  else if (event['type'] === 'test' || event['type'] === 'bench') noteTest(stream, event, keep, count)
  else return event['type'] === 'report'
  return true
}

function noteSuite({ suites }: Stream, event: Json): void {
  const last = suites.at(-1)
  if (event['event'] === 'started')
    suites.push({ counted: toCount(event['test_count']), cases: [], running: new Set(), end: null })
  else if (last !== undefined) last.end = event
}

function noteTest({ suites }: Stream, event: Json, keep: Keep, count: () => void): void {
  const suite = suites.at(-1) ?? { counted: 0, cases: [], running: new Set<string>(), end: null }
  if (suites.length === 0) suites.push(suite)
  const name = toText(event['name'])
  // libtest announces a slow test while it continues to run.
  if (event['event'] === 'timeout') return
  if (event['event'] === 'started') {
    suite.running.add(name)
    return
  }
  count()
  suite.running.delete(name)
  const seconds = toNumber(event['exec_time'])
  const { retries, ...place } = getLibtestPlace(name)
  suite.cases.push(
    createCase(getLibtestOutcome(event, retries, keep), {
      ...place,
      retries,
      durationMs: seconds === null ? null : seconds * 1_000,
    }),
  )
}

/** Reports the first error of each target; warnings and «aborting due to» name no place of their own. */
function noteCargo(stream: Stream, event: Json): void {
  if (event['reason'] === 'build-finished' && event['success'] === false) stream.isBuildFailed = true
  const message = toObject(event['message'])
  if (event['reason'] !== 'compiler-message' || message['level'] !== 'error') return
  const place = toObjects(message['spans']).find(({ is_primary }) => is_primary === true)
  const file = toText(place?.['file_name']) || toText(toObject(event['target'])['src_path'])
  if (place === undefined || stream.loadErrors.has(file)) return
  stream.loadErrors.set(file, createLoadError(file || null, toText(message['rendered']) || toText(message['message'])))
}

function toReport({ suites, loadErrors, isBuildFailed, strangers: printed }: Stream, keep: Keep): ParsedReport {
  const dead = (suite: Suite) =>
    [...suite.running].map((name) => {
      const { retries, ...place } = getLibtestPlace(name)
      return createCase(keep.died(), { ...place, retries })
    })
  const errors = [...loadErrors.values()]
  return toJsonReport(
    'libtest-json',
    {
      cases: suites.flatMap((suite) => [...suite.cases, ...dead(suite)]),
      loadErrors: errors.length === 0 && isBuildFailed ? [createLoadError(null, FAILED_BUILD)] : errors,
      isComplete: suites.every(({ end }) => end !== null) && printed.isWhole(),
      ...printed.summary(),
    },
    { isFailed: suites.some(({ end }) => end?.['event'] === 'failed'), claims: suites.flatMap(getClaims) },
  )
}

function getClaims({ counted, cases, running, end }: Suite): readonly string[] {
  const failed = cases.filter((c) => c.failure !== null).length + running.size
  return [
    ...claim(counted, cases.length + running.size, 'tests'),
    ...claim(toCount(end?.['failed']), failed, 'failures'),
  ]
}

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

function getLibtestOutcome(event: Json, retries: number, keep: Keep): CaseOutcome {
  const what = toText(event['event'])
  if (what === 'failed') return failed(toText(event['message']), toText(event['stdout']), toText(event['reason']), keep)
  if (what === 'ignored') return OUTCOME.skipped
  return what === 'ok' || (what === '' && event['type'] === 'bench')
    ? tried(OUTCOME.passed, retries)
    : keep.unknown(what)
}

function failed(note: string, stdout: string, reason: string, keep: Keep): CaseOutcome {
  const text = plainText(stdout)
  const panic = PANIC.exec(text)
  const line = panic === null ? null : Number(panic[2])
  if (NO_PANIC.test(note)) return keep.unexpectedSuccess(note, line)
  const message = note || getPanic(text, panic) || text.trim() || reason || 'the report gives no reason'
  const kind = OTHER_PANIC.test(note) ? 'assertion' : reason === 'time limit exceeded' ? 'timeout' : null
  return keep.failing({ message, detail: text, line, element: 'error', ...(kind !== null && { kind }) })
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
