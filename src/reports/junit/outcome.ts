/** Determines the outcome of a case and its failure. */
import { type Failure, MAX_MESSAGE, type Mark, NO_ATTEMPTS, type Outcome } from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import { getOutcome, isUnexpectedSuccess } from '../failure/failures.ts'
import { cleanText } from '../text.ts'
import { unknownProblem } from './elements.ts'
import { asCancelled, asThrown } from './eunit.ts'
import { asRaised, withoutTitle } from './names.ts'
import type { RawCase, RawProblem } from './raw.ts'

interface JunitOutcome {
  readonly outcome: Outcome
  readonly mark: Mark | null
  readonly failure: Omit<Failure, 'at'> | null
}

const PASSED: JunitOutcome = { outcome: 'passed', mark: null, failure: null }
const FLAKY: JunitOutcome = { outcome: 'passed', mark: 'flaky', failure: null }
const NOT_RUN = new Set([
  ...['notrun', 'notexecuted', 'disabled', 'skipped', 'skip', 'ignored', 'ignore', 'suppressed', 'pending', 'todo'],
  ...['untested', 'filtered', 'deselected', 'excluded', 'omitted', 'inconclusive'],
])
const FAILED = new Set([
  'failed',
  'fail',
  'failure',
  'error',
  'errored',
  'undefined',
  'timedout',
  'aborted',
  'false',
  'no',
  '0',
])
const BETWEEN_WORDS = /[ _-]/g
const EXPECTED_FAILURE = /^(?:pytest\.xfail|XFAIL)$/i
/** pytest's message for a test marked `run=False`. */
const NOT_EVEN_RUN = /^\[NOTRUN\]/
const UNEXPECTED_SUCCESS =
  /^\[XPASS\(strict\)\]|^(?:Failed: )?Unexpected ?success|^Expected to fail, but passed|^Expected example to fail since it is pending|^test marked with \.failing\(\) did not throw|^test did not panic as expected|^test passes unexpectedly$/i
/** Playwright writes it below the title of the test, in the place of the error. */
const PLAYWRIGHT_SUCCESS = /^[^\n]*\n\n {4}Expected to fail, but passed\.(?:\n|$)/
/** Catch2 writes it for every failing case with `[!mayfail]` or `[!shouldfail]`, none of which fails the run. */
const CATCH2_MAY_FAIL = 'TEST_CASE tagged with !mayfail'
/** perl writes a todo that succeeded as an error, which does not fail the run. */
const PERL_TODO = 'TodoTestSucceeded'
/** TestNG writes a skip as an error. */
const TESTNG_SKIP = 'org.testng.SkipException'
/** nose2 writes expected failures, and unexpected successes, as skips. */
const NOSE2_FAILURE = 'expected test failure'
const NOSE2_SUCCESS = 'test passes unexpectedly'
const UNEXPECTED: RawProblem = { element: 'failure', message: NOSE2_SUCCESS, type: null, text: '' }
const TYPE_IN_MESSAGE = /^(?:Uncaught )?((?:[\w$]+[.:\\]+)*\w*(?:Error|Exception|Failure))(?: \[[\w-]+\])?:/
const FIRST_FRAME = /\n(?:[ \t]{1,20}at [^\n]*[:)]|at \S+\.php:\d|stack traceback:\n)/

/**
 * A failure overrides a skip, a todo overrides a failure. Without an element the status attribute decides, and unknown
 * values are errors.
 */
export function toOutcome(raw: RawCase, file: string | null): JunitOutcome {
  const problem = raw.isTruncated ? CUT : (raw.problems[0] ?? failedTry(raw))
  if (problem === undefined && raw.skipped === null && raw.statuses.length === 0) return raw.isFlaky ? FLAKY : PASSED
  if (problem?.type === PERL_TODO) return { outcome: 'skipped', mark: 'todo', failure: null }
  if (problem?.type === TESTNG_SKIP) return { outcome: 'skipped', mark: null, failure: null }
  if (raw.skipped !== null && isTodo(raw.skipped)) return { outcome: 'skipped', mark: 'todo', failure: null }
  if (raw.skipped?.message === CATCH2_MAY_FAIL) return { outcome: 'passed', mark: 'expected-failure', failure: null }
  if (problem !== undefined) return failing(raw, problem, file)
  if (raw.skipped?.message === NOSE2_SUCCESS) return failing(raw, UNEXPECTED, file)
  const cancelled = asCancelled(raw)
  if (cancelled !== null) return failing(raw, cancelled, file)
  if (raw.skipped !== null) return withoutProblem(raw.skipped)
  const word = raw.statuses.find((word) => !isNotRun(word))
  if (word === undefined) return { outcome: 'skipped', mark: null, failure: null }
  return failing(raw, { ...toProblem(word), text: '' }, file)
}

/** Returns the first failed attempt when none passed. */
function failedTry({ isFlaky, attempts: [first] }: RawCase): RawProblem | undefined {
  if (isFlaky || first === undefined) return undefined
  if (getFailureHeadline(first) !== '') return first
  const name = first.element === 'error' ? 'rerunError' : 'rerunFailure'
  return { ...first, message: `the report says <${name}> and no more` }
}

/** Returns the problem that a status means; null where the case did not run. */
export function getProblem(word: string): RawProblem | null {
  return isNotRun(word) ? null : { ...toProblem(word), text: '' }
}

function isNotRun(word: string): boolean {
  return NOT_RUN.has(word.replace(BETWEEN_WORDS, ''))
}

function toProblem(word: string): Omit<RawProblem, 'text'> {
  if (!FAILED.has(word)) return unknownProblem(`«${cleanText(word, 40)}»`)
  return { element: 'error', message: `the report says «${word}» and no more`, type: null }
}

/** Recognises skips, and expected failures, which pytest and unittest write as skips. */
function withoutProblem({ type, message }: { type: string; message: string }): JunitOutcome {
  if (message === NOSE2_FAILURE) return { outcome: 'passed', mark: 'expected-failure', failure: null }
  if (!EXPECTED_FAILURE.test(type)) return { outcome: 'skipped', mark: null, failure: null }
  if (NOT_EVEN_RUN.test(message)) return { outcome: 'skipped', mark: 'not-run', failure: null }
  return { outcome: 'passed', mark: 'expected-failure', failure: null }
}

const CUT: RawProblem = { element: 'error', message: 'the report ends inside this test', type: null, text: '' }

function isTodo({ type, message }: { type: string; message: string }): boolean {
  return type === 'todo' || message === 'TODO'
}

function failing(raw: RawCase, problem: RawProblem, file: string | null): JunitOutcome {
  const isXpass = isXpassOf(problem)
  const failure = isXpass
    ? { ...getFailure(raw, problem, file), kind: 'assertion' as const, missing: null }
    : getFailure(raw, problem, file)
  return { outcome: getOutcome(failure.kind), mark: isXpass ? 'unexpected-success' : null, failure }
}

function isXpassOf({ message, type, text }: RawProblem): boolean {
  if (isUnexpectedSuccess(message)) return true
  if (type === 'FAILURE' && PLAYWRIGHT_SUCCESS.test(text)) return true
  return UNEXPECTED_SUCCESS.test(message) || UNEXPECTED_SUCCESS.test(type ?? '')
}

/** Returns the failures of the other attempts. */
export function getAttempts(raw: RawCase, file: string | null): readonly Omit<Failure, 'at'>[] {
  const isReported = raw.problems.length === 0 && failedTry(raw) !== undefined
  const attempts = isReported ? raw.attempts.slice(1) : raw.attempts
  return attempts.length === 0 ? NO_ATTEMPTS : attempts.map((problem) => getFailure(raw, problem, file))
}

function getFailure(raw: RawCase, result: RawProblem, file: string | null): Omit<Failure, 'at'> {
  const problem = asThrown(raw, result) ?? asRaised(raw, result)
  const message = getFailureHeadline({ ...problem, text: withoutTitle(raw, problem.text) })
  // minitest-reporters writes the name of the test as the type.
  const type = problem.type === raw.name ? null : problem.type
  const { kind, missing } = classifyFailure({
    message,
    type,
    detail: problem.text,
    element: problem.element,
  })
  return {
    kind: problem.kind ?? kind,
    message,
    type: type ?? TYPE_IN_MESSAGE.exec(message)?.[1] ?? null,
    stack: problem.text === '' ? null : problem.text,
    line: lineIn(problem.text, file),
    missing: problem.kind === undefined ? missing : null,
  }
}

/** Returns the message; where there is none, the body up to its stack. */
export function getFailureHeadline({ message, text }: RawProblem): string {
  if (message !== '') return message
  const frame = FIRST_FRAME.exec(text)
  return cleanText(frame === null ? text : text.slice(0, frame.index), MAX_MESSAGE)
}

/** Returns the line of the first stack frame in the test's own file. */
function lineIn(stack: string, file: string | null): number | null {
  const name = file?.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
  if (!name) return null
  for (let at = stack.indexOf(name); at >= 0; at = stack.indexOf(name, at + 1)) {
    const line = /^(?::|", line |\()(\d{1,7})/.exec(stack.slice(at + name.length, at + name.length + 16))?.[1]
    if (line !== undefined) return Number(line)
  }
  return null
}
