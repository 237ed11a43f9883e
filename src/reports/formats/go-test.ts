/** Converts one Go test: its attempts, output and outcome. Events: https://pkg.go.dev/cmd/test2json */
import { MAX_ATTEMPTS, NO_ATTEMPTS, type Outcome } from '../../core/model/test-run.ts'
import { getOutcome, type Keep, type Keeper, type ParsedFailure } from '../failure/failures.ts'
import { LIMITS, type ParsedCase } from '../format.ts'

export interface GoTest {
  readonly name: string
  /** The parent test. */
  parent: GoTest | null
  /** The number of its starts. */
  runs: number
  hasFailed: boolean
  end: 'pass' | 'fail' | 'skip' | null
  seconds: number | null
  output: string
  /** The failures of earlier attempts. */
  attempts: readonly ParsedFailure[]
  /** The first subtest that failed in this attempt. */
  failedInside: GoTest | null
}

/** Keeps both ends of the output: `t.Error` comes first, a panic last. */
const MAX_OUTPUT = 32_000
const NOISE = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)|--- (?:FAIL|PASS|SKIP):)/
const PLACE = /^\s*\S+_test\.go:(\d+): /m
const OWN_END = /--- (PASS|FAIL|SKIP): (\S+) \(\d+\.\d+s\)\n?$/
const FIGURES = /^Benchmark\S*\s+\d+\s+[\d.]+ \S/m
const ENDS = { PASS: 'pass', FAIL: 'fail', SKIP: 'skip' } as const

export const newGoTest = (name: string, parent: GoTest | null): GoTest => ({
  name,
  parent,
  runs: 0,
  hasFailed: false,
  end: null,
  seconds: null,
  output: '',
  attempts: NO_ATTEMPTS,
  failedInside: null,
})

export function addOutput(test: { output: string }, text: string): void {
  const all = test.output + text
  test.output = all.length <= MAX_OUTPUT ? all : `${all.slice(0, MAX_OUTPUT / 2)}\n${all.slice(-MAX_OUTPUT / 4)}`
}

/** Resets the test for a new attempt and keeps its failure. Its subtests start again later. */
export function tryAgain(test: GoTest, keep: Keeper): void {
  if (test.end === 'fail' && test.attempts.length < MAX_ATTEMPTS)
    test.attempts = [...test.attempts, ...keep.attempts([test], triedFailure)]
  Object.assign(test, { runs: test.runs + 1, end: null, output: '', failedInside: null })
}

/** Returns the failure of an attempt. Without output of its own it is that of the first failed subtest. */
function triedFailure(test: GoTest, keep: Keep): ParsedFailure {
  let reason = test
  for (let n = 0; n < LIMITS.depth && reason.failedInside !== null && getOutput(reason).trim() === ''; n += 1)
    reason = reason.failedInside
  return getFailure(reason, null, keep)
}

function getOutput({ output }: GoTest): string {
  return output
    .split('\n')
    .filter((line) => !NOISE.test(line))
    .join('\n')
}

/** Ends a test. A failed one stays failed until it starts again; the output of a passed one is dropped. */
export function endTest(test: GoTest, end: 'pass' | 'fail' | 'skip', seconds: number | null): void {
  if (end === 'fail' && test.parent !== null) test.parent.failedInside ??= test
  if (test.end === 'fail') return
  Object.assign(test, { end, hasFailed: test.hasFailed || end === 'fail', seconds })
  if (end !== 'fail') test.output = ''
}

/** Ends a test by its output: Go up to 1.23 appends the result to a last line without an end. */
export function endFromOutput(test: GoTest): boolean {
  const match = test.end === null ? OWN_END.exec(test.output) : null
  if (match?.[2] !== test.name || isPrinted(test, ENDS[match[1] as keyof typeof ENDS])) return false
  test.end = ENDS[match[1] as keyof typeof ENDS]
  test.hasFailed ||= test.end === 'fail'
  return true
}

export const isBenchmark = ({ name }: Pick<GoTest, 'name'>): boolean => name.startsWith('Benchmark')

/**
 * Returns whether another test printed this result: a test that never started did not pass. Before 1.20, Go reports the
 * skip of a benchmark without its start.
 */
export function isPrinted({ name, runs }: GoTest, end: GoTest['end']): boolean {
  return runs === 0 && end !== 'fail' && !(end === 'skip' && isBenchmark({ name }))
}

/** Returns the number of runs and their duration. */
export const hasFigures = ({ output }: GoTest): boolean => FIGURES.test(output)

/** Returns the failure of a test. A parent without output of its own gets that of its first failed child. */
export function getFailure(test: GoTest, child: ParsedFailure | null, keep: Keep) {
  const output = getOutput(test)
  const message = output.trim()
  const line = Number(PLACE.exec(output)?.[1] ?? Number.NaN)
  const place = Number.isNaN(line) ? null : line
  if (message === '' && child) return { ...keep({ message: child.message, kind: child.kind }), missing: child.missing }
  const failureText = {
    message: message || 'the test failed without a message',
    detail: output,
    element: 'failure' as const,
    line: place,
  }
  const failure = keep(failureText)
  const isDead = test.end === null && failure.kind !== 'timeout'
  return isDead ? { ...failure, kind: 'crash' as const, missing: null } : failure
}

export function toGoCase(test: GoTest, packageName: string, failure: ParsedFailure | null): ParsedCase {
  const retries = Math.max(0, test.runs - 1)
  return {
    file: null,
    ...(packageName === '' ? { suite: [] } : { className: packageName, suite: [packageName] }),
    name: test.name,
    variant: null,
    outcome: outcomeOfTest(test, failure),
    mark: test.end === 'pass' && test.hasFailed ? 'flaky' : null,
    failure,
    durationMs: test.seconds === null ? null : test.seconds * 1_000,
    retries,
    attempts: test.attempts,
  }
}

function outcomeOfTest(test: GoTest, failure: ParsedFailure | null): Outcome {
  if (failure !== null) return getOutcome(failure.kind)
  return test.end === 'skip' ? 'skipped' : 'passed'
}
