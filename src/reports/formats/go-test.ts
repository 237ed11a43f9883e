/** One Go test: its tries, what it said, and what became of it. */
import { MAX_ATTEMPTS, NO_ATTEMPTS, type Outcome } from '../../core/model/test-run.ts'
import { getOutcome, type Keep, type Keeper, type ParsedFailure } from '../failure/failures.ts'
import { LIMITS, type ParsedCase } from '../format.ts'

export interface GoTest {
  readonly name: string
  /** The test that it is a part of. */
  parent: GoTest | null
  /** How often it was started. */
  runs: number
  hasFailed: boolean
  end: 'pass' | 'fail' | 'skip' | null
  seconds: number | null
  output: string
  /** What tries before this one failed with. */
  attempts: readonly ParsedFailure[]
  /** The first test inside of it that failed in this try. */
  failedInside: GoTest | null
}

/** What a test says is kept from both ends: `t.Error` comes first, a panic last. */
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

/** Forgets the try before, but for what it failed with; what is inside of the test has not begun again yet. */
export function tryAgain(test: GoTest, keep: Keeper): void {
  if (test.end === 'fail' && test.attempts.length < MAX_ATTEMPTS)
    test.attempts = [...test.attempts, ...keep.attempts([test], triedFailure)]
  Object.assign(test, { runs: test.runs + 1, end: null, output: '', failedInside: null })
}

/** A test without words of its own failed for the first one inside of it that did. */
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

/** What failed stays so until it is started again; a good end leaves nothing to say. */
export function endTest(test: GoTest, end: 'pass' | 'fail' | 'skip', seconds: number | null): void {
  if (end === 'fail' && test.parent !== null) test.parent.failedInside ??= test
  if (test.end === 'fail') return
  Object.assign(test, { end, hasFailed: test.hasFailed || end === 'fail', seconds })
  if (end !== 'fail') test.output = ''
}

/** Go up to 1.23 loses the end of a test that wrote a line without an end: it stands in that line. */
export function endFromOutput(test: GoTest): boolean {
  const match = test.end === null ? OWN_END.exec(test.output) : null
  if (match?.[2] !== test.name || isPrinted(test, ENDS[match[1] as keyof typeof ENDS])) return false
  test.end = ENDS[match[1] as keyof typeof ENDS]
  test.hasFailed ||= test.end === 'fail'
  return true
}

/** A test that was never started did not pass: what says so was printed by another one. */
export const isPrinted = ({ runs }: GoTest, end: GoTest['end']): boolean => runs === 0 && end !== 'fail'

export const isBenchmark = ({ name }: GoTest): boolean => name.startsWith('Benchmark')

/** How often it ran, and what that took. */
export const hasFigures = ({ output }: GoTest): boolean => FIGURES.test(output)

/** Children first: a parent without words of its own fails for the reason of its first failing child. */
export function getFailure(test: GoTest, child: ParsedFailure | null, keep: Keep) {
  const output = getOutput(test)
  const message = output.trim()
  const line = Number(PLACE.exec(output)?.[1] ?? Number.NaN)
  const place = Number.isNaN(line) ? null : line
  if (message === '' && child) return { ...keep({ message: child.message, kind: child.kind }), missing: child.missing }
  const words = {
    message: message || 'the test failed without a word',
    detail: output,
    element: 'failure' as const,
    line: place,
  }
  const failure = keep(words)
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
