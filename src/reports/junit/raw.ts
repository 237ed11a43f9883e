/** A JUnit document as it is written, before anything is known about who wrote it. */
import type { FailureKind } from '../../core/model/test-run.ts'

export interface RawSuite {
  readonly name: string
  readonly file: string | null
  readonly hostname: string | null
  /** Ant's, which takes it off the name where it tells of many classes in one file. */
  readonly packageName: string | null
  readonly parent: RawSuite | null
}

export interface RawProblem {
  readonly element: 'failure' | 'error'
  readonly message: string
  readonly type: string | null
  /** The body, bounded. */
  readonly text: string
  /** Where the writer has a word for it. */
  readonly kind?: FailureKind
}

export interface RawCase {
  readonly suite: RawSuite | null
  readonly name: string
  readonly className: string
  readonly file: string | null
  readonly durationMs: number | null
  /** What attributes say of how it ended that is no pass, in small letters. */
  readonly words: readonly string[]
  skipped: { readonly type: string; readonly message: string } | null
  problems: readonly RawProblem[]
  /** Other attempts, each of which has an element of its own. */
  retries: number
  /** What those failed with that `problems` do not tell. */
  attempts: readonly RawProblem[]
  /** An attempt failed and the last one did not. */
  isFlaky: boolean
  /** The report broke off before this element was closed. */
  isCut: boolean
}

/** What is told inside of a case. */
export type Inside = Pick<RawCase, 'skipped' | 'problems' | 'retries' | 'attempts' | 'isFlaky' | 'isCut'>

/** How often something is told inside of cases. */
export interface Counts {
  /** Cases with a problem, and all their problems. */
  readonly failing: number
  readonly problems: number
  readonly retries: number
  readonly skipped: number
  readonly hasError: boolean
}

/** @param number counts the cases from 0 */
export type Take = (raw: RawCase, number: number) => void

/** Cases in document order, made anew each time: a list of millions is never held. */
export interface CaseSource {
  readonly each: (take: Take) => void
  /** Those only that hold something. */
  readonly eachTold: (take: Take) => void
  /** As `each`, for the last time: what has been taken is forgotten. */
  readonly drain: (take: Take) => void
}

export interface Cases extends CaseSource {
  readonly length: number
  /** What is told inside of those that hold something. */
  readonly told: () => Iterable<Inside>
  /** Of all of them. */
  readonly counts: () => Counts
}

/** Where a case belongs. */
export interface Place {
  readonly file: string | null
  readonly suite: readonly string[]
  readonly name: string
  readonly variant: string | null
  readonly className?: string
}

/** Whose conventions a report follows; `unknown` gets the generic rules. */
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

/** What headers claim. Never used as a count, only compared with the elements. */
export interface Claims {
  tests: number | null
  failing: number | null
  errors: number
}

/** What headers claim in words that are no numbers, told as they are written. */
export interface OddClaims {
  /** Perhaps nothing. */
  readonly any: Set<string>
  /** Of failures, and not nothing. */
  readonly failing: Set<string>
}

export interface RawReport {
  dialect: Producer
  readonly cases: Cases
  /** `<error>` and `<failure>` outside of any case. */
  readonly strays: { readonly suite: RawSuite | null; readonly problem: RawProblem }[]
  /** Of the root, and of the suites right under it taken together. */
  readonly claims: Claims
  readonly suiteClaims: Claims
  readonly oddClaims: OddClaims
  /** What comments say of errors after the tests, each with the number of the case that follows. */
  readonly late: { readonly message: string; readonly next: number }[]
  /** Of mocha's root suite, which alone names the file in Cypress. */
  rootFile: string | null
  /** The root has no attribute at all. */
  isBareRoot: boolean
  /** False when no element of JUnit was seen. */
  isJunit: boolean
}

/** Of which nothing has been read but its cases. */
export function emptyReport(cases: Cases): RawReport {
  return {
    dialect: 'unknown',
    cases,
    strays: [],
    claims: { tests: null, failing: null, errors: 0 },
    suiteClaims: { tests: null, failing: null, errors: 0 },
    oddClaims: { any: new Set(), failing: new Set() },
    late: [],
    rootFile: null,
    isBareRoot: false,
    isJunit: false,
  }
}

export function isFailing(raw: Pick<RawCase, 'problems'>): boolean {
  return raw.problems.length > 0
}

/** Names of the suites around a case, outermost first, without the time stamp that some writers add. */
export function suiteNames(suite: RawSuite | null): string[] {
  const names: string[] = []
  for (let at = suite; at !== null; at = at.parent) if (at.name !== '') names.unshift(at.name.replace(/-\d{14}$/, ''))
  return names
}

const SCRIPT = /^[^\s<>"]+\.(?:[cm]?[jt]sx?|vue|svelte|cpp|cc|cxx|py|rb|php|phpt|bats|sh|pl|t|lua|exs|dart)$/

const JAVA_CLASS = /^(?:[a-z_]\w*\.)+[A-Z][\w$]*$/

/** True for `com.example.ATest` and `com.example.ATest$Inner`. */
export function isJavaClass(text: string): boolean {
  return JAVA_CLASS.test(text)
}

/** True when the text looks like the path of a test file and not like a title or a class. */
export function isFileName(text: string): boolean {
  return SCRIPT.test(text)
}
