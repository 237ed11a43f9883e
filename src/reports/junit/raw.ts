/** The content of a JUnit document, independent of its writer. */
import type { FailureKind } from '../../core/model/test-run.ts'

export interface RawSuite {
  readonly name: string
  readonly file: string | null
  readonly hostname: string | null
  /** Ant's package, which the suite name lacks when one file contains many classes. */
  readonly packageName: string | null
  readonly parent: RawSuite | null
}

export interface RawProblem {
  readonly element: 'failure' | 'error'
  readonly message: string
  readonly type: string | null
  /** The body, bounded. */
  readonly text: string
  /** Set where the writer states the kind. */
  readonly kind?: FailureKind
}

export interface RawCase {
  readonly suite: RawSuite | null
  readonly name: string
  readonly className: string
  readonly file: string | null
  readonly durationMs: number | null
  /** Lower-case status values of attributes that are not a pass. */
  readonly statuses: readonly string[]
  skipped: { readonly type: string; readonly message: string } | null
  problems: readonly RawProblem[]
  /** Attempts that have elements of their own. */
  retries: number
  /** The failures of attempts that `problems` does not contain. */
  attempts: readonly RawProblem[]
  /** An attempt failed and the last one did not. */
  isFlaky: boolean
  /** The report is truncated inside of this element. */
  isTruncated: boolean
}

/** The place of a case. */
export interface RawPlace {
  readonly file: string | null
  readonly suite: readonly string[]
  readonly name: string
  readonly variant: string | null
  readonly className?: string
}

/** The writer whose conventions apply; `unknown` uses the generic rules. */
export type Producer =
  | 'node'
  | 'jest'
  | 'pytest'
  | 'go'
  | 'java'
  | 'playwright'
  | 'bun'
  | 'libtest'
  | 'nextest'
  | 'perl'
  | 'node-tap'
  | 'deno'
  | 'karma'
  | 'minitest'
  | 'busted'
  | 'vitest'
  | 'unknown'

/** Totals of headers. They are compared with the elements and never used as counts. */
export interface DeclaredTotals {
  tests: number | null
  failing: number | null
  errors: number
}

/** Totals that are not numbers, as they are written. */
export interface MalformedTotals {
  /** Possibly zero. */
  readonly any: Set<string>
  /** Failures, and not zero. */
  readonly failing: Set<string>
}

export interface RawReport {
  producer: Producer
  readonly cases: RawCase[]
  /** `<error>` and `<failure>` outside of any case. */
  readonly unattached: { readonly suite: RawSuite | null; readonly problem: RawProblem }[]
  /** Totals of the root, and the sum of its direct suites. */
  readonly claims: DeclaredTotals
  readonly suiteClaims: DeclaredTotals
  readonly malformedTotals: MalformedTotals
  /** Errors after the tests, from comments, each with the index of the following case. */
  readonly late: { readonly message: string; readonly next: number }[]
  /** The file of mocha's root suite; Cypress names it only there. */
  rootFile: string | null
  /** True when the root has no attributes. */
  isBareRoot: boolean
  /** False when no JUnit element was found. */
  isJunit: boolean
  /** The first element that JUnit does not have, outside of cases. */
  unknownElement: string | null
}

/** Creates an empty report. */
export function emptyRawReport(): RawReport {
  return {
    producer: 'unknown',
    cases: [],
    unattached: [],
    claims: { tests: null, failing: null, errors: 0 },
    suiteClaims: { tests: null, failing: null, errors: 0 },
    malformedTotals: { any: new Set(), failing: new Set() },
    late: [],
    rootFile: null,
    isBareRoot: false,
    isJunit: false,
    unknownElement: null,
  }
}

/** Returns the names of the suites around a case, outermost first, without the time stamps of some writers. */
export function suiteNames(suite: RawSuite | null): string[] {
  const names: string[] = []
  for (let at = suite; at !== null; at = at.parent) if (at.name !== '') names.unshift(at.name.replace(/-\d{14}$/, ''))
  return names
}

const SCRIPT = /^[^\s<>"]+\.(?:[cm]?[jt]sx?|vue|svelte|cpp|cc|cxx|py|rb|php|phpt|bats|sh|pl|t|lua|exs|dart)$/

const JAVA_CLASS = /^(?:[a-z_]\w*\.)+[A-Z][\w$]*$/

/** Returns true for `com.example.ATest` and `com.example.ATest$Inner`. */
export function isJavaClass(text: string): boolean {
  return JAVA_CLASS.test(text)
}

/** Returns true when the text looks like the path of a test file rather than a title or a class. */
export function isFileName(text: string): boolean {
  return SCRIPT.test(text)
}
