/** Defines the result of one execution of a test command: the common form of every report format. */

/**
 * A test's key: readable, and stable from RED to GREEN. Only `reports/identity.ts` builds it: `[variant] file > suite >
 * name #nth`, with ambiguous parts escaped.
 */
export type TestId = string

/** `failed`: an assertion did not hold; `errored`: anything else stopped the test. */
export type Outcome = 'passed' | 'failed' | 'errored' | 'skipped'

/** Why a test, or the loading of a file, failed. */
export const FAILURE_KINDS = [
  /** An assertion failed. */
  'assertion',
  /** The test called, read or imported something that does not exist yet; `missing` names it. */
  'missing-symbol',
  /** Any other exception. */
  'error',
  'timeout',
  /** The process died: exit in a test, signal, out of memory. */
  'crash',
  /** A file or run contains no test. */
  'no-tests',
  /** A reporter, a tool or the machine failed, not the project. */
  'infrastructure',
  /** The report shows a failure without any detail. */
  'unknown',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** A module or symbol that is missing. */
export interface Missing {
  readonly kind: 'module' | 'symbol'
  /** As the runtime names it: `./src/cart.js`, `shop.cart`, `addItem`, an absolute path. */
  readonly name: string
}

export interface Failure {
  readonly kind: FailureKind
  /** At most MAX_MESSAGE characters, no ANSI codes. */
  readonly message: string
  /** The exception's type as the report gives it: `AssertionError`, `TypeError`. */
  readonly type: string | null
  /** At most MAX_STACK characters. */
  readonly stack: string | null
  /** The first frame of the stack inside the tree: a tracked path, or null when no frame is. */
  readonly at: string | null
  readonly line: number | null
  readonly missing: Missing | null
}

/** Details that an outcome of skipped or passed hides. */
export type Mark = 'todo' | 'expected-failure' | 'unexpected-success' | 'flaky' | 'not-run'

export interface TestCase {
  readonly id: TestId
  /** Tracked path, slashes, relative to the tree; null when no report names it and none can be resolved. */
  readonly file: string | null
  readonly suite: readonly string[]
  readonly name: string
  /** Project, browser or shard dimension; null for most runners. */
  readonly variant: string | null
  /** 1 for the first of equal keys in document order, 2 for the second, ... */
  readonly nth: number
  readonly outcome: Outcome
  readonly mark: Mark | null
  readonly failure: Failure | null
  readonly durationMs: number | null
  /** How often the runner retried before this outcome. */
  readonly retries: number
  /**
   * The failures of other attempts, in order, at most MAX_ATTEMPTS, without `failure` itself. NO_ATTEMPTS when none
   * failed, and when a report has only their number.
   */
  readonly attempts: readonly Failure[]
  /** True when the name contains an address, time, uuid or temporary path: such an id is unstable. */
  readonly isVolatile: boolean
}

/** A test file (or package) that could not be loaded, compiled or collected: its tests have no outcome. */
export interface LoadError {
  /** Tracked path of the file, or the package's directory; null when the report does not name it. */
  readonly file: string | null
  readonly message: string
  readonly kind: FailureKind
  readonly missing: Missing | null
}

/** A failed before-all or after-all hook: not a test, but never green. */
export interface HookFailure {
  readonly file: string | null
  readonly suite: readonly string[]
  readonly message: string
}

export interface TestRun {
  /** The format names of the reports, joined with `+`. */
  readonly format: string
  readonly cases: readonly TestCase[]
  readonly loadErrors: readonly LoadError[]
  readonly hookFailures: readonly HookFailure[]
  /** Failures of the run without a test: unhandled rejections, bail-outs, a runner that reports failure. */
  readonly runErrors: readonly string[]
  /** Files that the report names as test files without tests. */
  readonly emptyFiles: readonly string[]
  /** False for a truncated report: it can only make the result worse, never greener. */
  readonly isComplete: boolean
  /** The end of the run's output that belongs to no test, at most MAX_OUTPUT characters; empty when unknown. */
  readonly output: string
  /** Messages for a reader that change no decision: repaired characters, wrong headers. */
  readonly warnings: readonly string[]
  /** Tests that two reports tell otherwise; absent: none. They are among the warnings too. */
  readonly contradictions?: readonly string[]
}

export interface Totals {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly errored: number
  readonly skipped: number
}

/** Reasons why a measurement is worthless. */
export const PROBLEM_CODES = [
  'timeout',
  'crash',
  'no-report',
  'unreadable-report',
  'stale-report',
  'tracked-report',
  'incomplete-report',
  /** A later program of the same run wrote over the results of an earlier one. */
  'overwritten-report',
  'no-tests',
  'unexplained-failure',
  'hidden-failure',
  'canary',
  'setup',
  'command',
  'base',
  /** A recording contains no valid measurement of the tree. */
  'not-recorded',
  /** The data that a decision needs exceeds the size limit of evidence. */
  'too-large',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** A reason why a measurement is worthless: then it is never green and never RED. */
export interface Problem {
  readonly code: ProblemCode
  readonly message: string
}

/** One of several suites at a commit. */
export interface SuiteResult {
  readonly name: string
  readonly tests: number
  /** Failing tests, and files that do not load. */
  readonly failing: number
  /** False when its result is that of an earlier commit, since nothing changed that it can reach. */
  readonly isOwn: boolean
  /** Why its run counts for nothing; absent: it counts. */
  readonly unmeasured?: ProblemCode
}

/** A run without tests. */
export const EMPTY_RUN: TestRun = {
  format: 'none',
  cases: [],
  loadErrors: [],
  hookFailures: [],
  runErrors: [],
  emptyFiles: [],
  isComplete: true,
  output: '',
  warnings: [],
}

export const MAX_MESSAGE = 4_000
export const MAX_STACK = 16_000
export const MAX_OUTPUT = 16_000
/** Failed attempts that are kept of one test; `retries` counts them all. */
export const MAX_ATTEMPTS = 10
/** One shared list for all tests without retries. */
export const NO_ATTEMPTS: readonly never[] = []

/** Counts the cases themselves; never uses the totals of a report's header. */
export function getTotals(run: Pick<TestRun, 'cases'>): Totals {
  const totals = { total: run.cases.length, passed: 0, failed: 0, errored: 0, skipped: 0 }
  for (const { outcome } of run.cases) totals[outcome] += 1
  return totals
}

/** Returns true for an outcome that keeps a suite from being green. */
export function isFailing(outcome: Outcome): boolean {
  return outcome === 'failed' || outcome === 'errored'
}

/** The numbers of a whole suite. A test that ends with an error is failed, and so is a file that does not load. */
export interface SuiteTotals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Counts a test that ends with an error as failed, and a file that does not load. */
export function countFailing(tests: {
  readonly failed: number
  readonly errored: number
  readonly loadErrors: number
}): number {
  return tests.failed + tests.errored + tests.loadErrors
}
