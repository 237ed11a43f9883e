/** Classifies a failure by its report: assertion, missing symbol, other exception or infrastructure. */
import type { FailureKind, Missing } from '../../core/model/test-run.ts'
import { plainText } from '../text.ts'
import { findMissing, findMissingCommand } from './missing.ts'

export interface FailureEvidence {
  readonly message: string
  /** The exception's type, or the type that the writer gives. */
  readonly type?: string | null
  /** The body: stack, diff, compiler output. Not the test's own output. */
  readonly detail?: string | null
  /** The element or state, where the format distinguishes two. */
  readonly element?: 'failure' | 'error' | null
}

/**
 * Bound on the searched characters of each text, half from its start and half from its end. The reason comes first or
 * last.
 */
const SEARCHED = 8_000

const ASSERTION_TYPE =
  /Assert(?:ion|Fail)|Expectation|\bMismatchError$|ComparisonFailure|opentest4j|MultipleFailures|Xunit\.Sdk\.\w+Exception|^expect\.|^(?:CHECK|REQUIRE)|^to(?:Be|Equal)/
const TIMEOUT_TYPE = /Test_?Time_?out|TimeoutException|testTimeoutFailure|TimedOut/
const EXCEPTION_TYPE = /(?:Error|Exception|Panic)$|^(?:exception|error)$/i
const ASSERTION_START =
  /^(?:Uncaught )?(?:[\w.$\\:]*(?:AssertionError|AssertionFailedError|ComparisonFailure|ExpectationFailedException|ExpectationNotMetError)\b|(?:\w*Error: )?expect(?:\.\w+)*\(|assert\b|assertion\b|Assert\.\w+|Assertion failed|Failed: (?!Timeout)|\[XPASS\(strict\)\])/
const NODE_ASSERTION = /(?:code: '|\[)ERR_ASSERTION['\]]/
const RUST_PANIC = /^thread '[^\n]*' (?:\(\d+\) )?panicked at/m
const RUST_ASSERTION = /\bassertion (?:failed\b|`)/
/** Boost.Test writes every failed check as an error. */
const BOOST_ASSERTION = /^ASSERTION FAILURE:$/m
const EXCEPTION_START =
  /^\[?(?:cause: )?\[?(?:Uncaught |Caused by: |E +)?(?:[\w.$\\:]*(?:Error|Exception|Interrupt)(?: \[[\w-]+\])?(?::|\(|$| - )|panic: |C\+\+ exception |unknown file: Failure|fatal error: |Caught error: |Not run because a beforeAll function failed)/

const MACHINE =
  /\bENOSPC\b|[Nn]o space left on device|\bENOMEM\b|Cannot allocate memory|\bE[MN]FILE\b|command not found|^(?:\/bin\/)?\w*sh: (?:\d+: |line \d+: )?\S{1,200}: not found/m
/** Bazel reports a signal as 128 plus its number. */
const DEATH =
  /process\.exit unexpectedly called|[Ww]orker (?:exited unexpectedly|\w+ emitted error)|[Ww]orker '[^']{0,60}' crashed|terminated by another process|terminated without (?:properly )?saying|Segmentation fault|core dumped|^signal: |\bSIG(?:SEGV|KILL|ABRT|BUS|ILL|FPE)\b|^SystemExit\b|heap out of memory|reaching memory limit|OutOfMemoryError|^exited with error code 1(?:29|3\d|4[013-9]|5\d)$/m
/** 142 is SIGALRM, with which Bazel ends a test after its time limit. */
const TIME =
  /\b[Tt]est (?:'[^'\n]{0,200}' )?exceeded (?:Timeout|CancelAfter|execution timeout) |(?:\b[Tt]est(?: '[^'\n]{0,200}')?|\b[Hh]ook|\w\(\)|"[^"\n]{0,200}") timed out (?:after|in) \d|Exceeded timeout of \d|[Tt]imeout of \d+ ?ms exceeded|Timeout - Async|Async callback was not invoked within|^(?:TimeoutError: )?test timed out$|^Failed: Timeout[ (]|^exited with error code 142$/m
const NOTHING =
  /No runnable methods|No test suite found in file|must contain at least one test|No tests found in class|no tests? (?:were )?(?:found|collected)/

const WORDS: readonly (readonly [FailureKind, RegExp])[] = [
  ['infrastructure', MACHINE],
  ['crash', DEATH],
  ['timeout', TIME],
  ['no-tests', NOTHING],
]

/**
 * Returns the kind of a failure and, for `missing-symbol`, the missing name. The exception's type decides first, then
 * known assertion messages, then other messages. Source lines quoted in a stack are ignored. An unexplained failure is
 * an assertion when its element is `failure`, otherwise an error. A failure without any text has an unknown kind.
 */
export function classifyFailure(evidence: FailureEvidence): { kind: FailureKind; missing: Missing | null } {
  const type = evidence.type ?? ''
  if (TIMEOUT_TYPE.test(type)) return { kind: 'timeout', missing: null }
  if (ASSERTION_TYPE.test(type)) return { kind: 'assertion', missing: null }
  const message = unwrap(plainText(ends(evidence.message)).trim())
  const detail = plainText(ends(evidence.detail ?? ''))
  if (saysAssertion(message, detail)) return { kind: 'assertion', missing: null }
  return explain(spoken(type, message, detail), type, evidence.element ?? null)
}

function explain(message: string, type: string, element: FailureEvidence['element']) {
  // A missing command in a shell test has the same message as a missing tool on the machine.
  const command = findMissingCommand(message)
  if (command !== null) return { kind: 'missing-symbol' as const, missing: command }
  for (const [kind, pattern] of WORDS) if (pattern.test(message)) return { kind, missing: null }
  const missing = findMissing(message)
  if (missing !== null) return { kind: 'missing-symbol' as const, missing }
  return { kind: fallback(message, type, element), missing: null }
}

function saysAssertion(message: string, detail: string): boolean {
  if (ASSERTION_START.test(message)) return true
  const both = `${message}\n${detail}`
  if (NODE_ASSERTION.test(both) || BOOST_ASSERTION.test(detail)) return true
  return RUST_PANIC.test(both) && RUST_ASSERTION.test(both)
}

/** The first line with a known kind decides, because diffs and causes follow later. */
function fallback(message: string, type: string, element: FailureEvidence['element']): FailureKind {
  if (EXCEPTION_TYPE.test(type) || RUST_PANIC.test(message)) return 'error'
  for (const line of message.split('\n')) {
    if (ASSERTION_START.test(line)) return 'assertion'
    if (EXCEPTION_START.test(line)) return 'error'
  }
  if (element !== 'failure') return 'error'
  return message.trim() === '' && type === '' ? 'unknown' : 'assertion'
}

/** Returns type and message as a runtime prints them, then the lines of message and body that are not source code. */
function spoken(type: string, message: string, detail: string): string {
  const [first = '', ...rest] = message.split('\n')
  const head = EXCEPTION_TYPE.test(type) && !first.startsWith(type) ? `${type}: ${first}` : first
  return [head, ...spokenLines(rest.join('\n')), ...spokenLines(detail)].join('\n')
}

/** A code frame, a stack frame, a source line marked by pytest, a line of Go's `t.Error`. */
const QUOTED = /^\s*(?:>|\d+ ?\||\||at |#\d|\^|-->|\S+_test\.go:\d+: )/

/** Returns the lines of a text that are no source code, no frame and no place. */
export function spokenLines(text: string): string[] {
  const lines = text.split('\n')
  const pytest = lines.filter((line) => /^E {2,}/.test(line))
  if (pytest.length > 0) return pytest.map((line) => line.slice(1).trim())
  // A Python traceback indents frames and their source lines. The message is not indented.
  const isTraceback = text.includes('Traceback (most recent call last)')
  return lines.filter((line) => !QUOTED.test(line) && !(isTraceback && /^\s/.test(line))).map((line) => line.trim())
}

/** pytest wraps the exception of a fixture: `failed on setup with "RuntimeError: no database"`. */
function unwrap(message: string): string {
  return /^failed on (?:setup|teardown) with "([\s\S]*)"$/.exec(message)?.[1] ?? message
}

function ends(text: string): string {
  if (text.length <= SEARCHED) return text
  return `${text.slice(0, SEARCHED / 2)}\n${text.slice(-SEARCHED / 2)}`
}
