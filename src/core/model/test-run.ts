/** What one execution of a test command produced: the common language of every report format. */

/**
 * A test's key: readable, and stable from RED to GREEN. Built by `reports/identity.ts` only:
 * `[variant] file > suite > name #nth`; what would be ambiguous is escaped there.
 */
export type TestId = string

/** `failed` is an assertion that did not hold; `errored` is anything else that stopped the test. */
export type Outcome = 'passed' | 'failed' | 'errored' | 'skipped'

/** Why a test, or the loading of a file, did not succeed. */
export const FAILURE_KINDS = [
  /** An assertion said no. */
  'assertion',
  /** Something that does not exist yet was called, read or imported; `missing` names it. */
  'missing-symbol',
  /** Any other exception. */
  'error',
  'timeout',
  /** The process died: exit in a test, signal, out of memory. */
  'crash',
  /** A file or run held no test. */
  'no-tests',
  /** Nothing of the project failed: a reporter, a tool or the machine did. */
  'infrastructure',
  /** The report says that it failed, and not one word more. */
  'unknown',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** A module or symbol that was asked for and is not there. */
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

/** What a skipped or passed outcome folds together and a reader may want apart. */
export type Mark = 'todo' | 'expected-failure' | 'unexpected-success' | 'flaky' | 'not-run'

export interface TestCase {
  readonly id: TestId
  /** Tracked path, slashes, relative to the tree; null when no report says so and none can be resolved. */
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
  /** How often the runner tried again before this outcome. */
  readonly retries: number
  /**
   * What the other tries failed with, in order, at most MAX_ATTEMPTS: those that `failure` does not tell. NO_ATTEMPTS where
   * none failed, and where a report tells no more than how many there were.
   */
  readonly attempts: readonly Failure[]
  /** True when the name holds an address, time, uuid or temporary path: such an id does not survive. */
  readonly isVolatile: boolean
}

/** A test file (or package) that could not be loaded, compiled or collected: its tests have no outcome. */
export interface LoadError {
  /** Tracked path of the file, or the package's directory; null when the report does not say. */
  readonly file: string | null
  readonly message: string
  readonly kind: FailureKind
  readonly missing: Missing | null
}

/** A before-all or after-all hook that failed: no test of its own, yet never green. */
export interface HookFailure {
  readonly file: string | null
  readonly suite: readonly string[]
  readonly message: string
}

export interface TestRun {
  /** Format name(s) the run was read from, joined with `+`. */
  readonly format: string
  readonly cases: readonly TestCase[]
  readonly loadErrors: readonly LoadError[]
  readonly hookFailures: readonly HookFailure[]
  /** Failures that belong to the run and to no test: unhandled rejections, bail-outs, a runner that says it failed. */
  readonly runErrors: readonly string[]
  /** Files the report names as test files in which no test was found. */
  readonly emptyFiles: readonly string[]
  /** False when a report ended too early: a partial report can only make things worse, never greener. */
  readonly isComplete: boolean
  /** The end of what the run printed that belongs to no test, at most MAX_OUTPUT characters; empty where nothing tells it. */
  readonly output: string
  /** What a reader should know and no decision needs: repaired characters, headers that lie. */
  readonly warnings: readonly string[]
}

/** Tests in order: a list, or each made when it is its turn, as often as they are asked for. */
export interface TestCases extends Iterable<TestCase> {
  readonly length: number
  readonly map: <T>(make: (test: TestCase) => T) => T[]
}

/** A run whose tests may be more than are held as objects. */
export interface ReadRun extends Omit<TestRun, 'cases'> {
  readonly cases: TestCases
}

export interface Totals {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly errored: number
  readonly skipped: number
}

/** A run of nothing. */
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
/** Failed tries of one test that are kept; `retries` counts them all. */
export const MAX_ATTEMPTS = 10
/** One list for all tests that were not tried again: there may be millions. */
export const NO_ATTEMPTS: readonly never[] = []

/** Counts the cases themselves; what a report's header claims is never used. */
export function getTotals(run: Pick<ReadRun, 'cases'>): Totals {
  const totals = { total: run.cases.length, passed: 0, failed: 0, errored: 0, skipped: 0 }
  for (const { outcome } of run.cases) totals[outcome] += 1
  return totals
}

/** True for an outcome that keeps a suite from being green. */
export function isFailing(outcome: Outcome): boolean {
  return outcome === 'failed' || outcome === 'errored'
}
