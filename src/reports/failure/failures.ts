/** Creates the failures of one report: classified, cleaned and within the bound on text. */
import {
  type Failure,
  type FailureKind,
  MAX_ATTEMPTS,
  MAX_MESSAGE,
  MAX_STACK,
  type Mark,
  NO_ATTEMPTS,
  type Outcome,
} from '../../core/model/test-run.ts'
import { LIMITS } from '../format.ts'
import { cleanText, plainText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import { classifyFailure, type FailureEvidence } from './failure-kind.ts'

export type ParsedFailure = Omit<Failure, 'at'>

export interface FailureText extends FailureEvidence {
  readonly line?: number | null
  /** Set where the format states the kind. */
  readonly kind?: FailureKind
}

const HEAD =
  /^(?:Uncaught )?([A-Za-z_$][\w$.]{0,99}(?:Error|Exception|Exit|Interrupt|Failure|Failed))(?: \[[^\]\n]{1,60}\])?(?:: |\n|$)/
/** The messages of vitest and node for a test that should have failed. */
const UNEXPECTED_SUCCESS = /^(?:Error: )?Expect test to fail$|^test was expected to fail but passed$/
const FRAME = /\n\s+at /
const MAX_FIRST_LINE = 200

export const getOutcome = (kind: FailureKind): Outcome =>
  kind === 'assertion' || kind === 'unknown' ? 'failed' : 'errored'

/** Recognises these messages. */
export const isUnexpectedSuccess = (message: string): boolean => UNEXPECTED_SUCCESS.test(message)

/** The result of a test. */
export interface CaseOutcome {
  readonly outcome: Outcome
  readonly mark: Mark | null
  readonly failure: ParsedFailure | null
}

/** The results without a failure. */
export const OUTCOME: Readonly<Record<'passed' | 'skipped' | 'todo' | 'notRun' | 'expectedFailure', CaseOutcome>> = {
  passed: { outcome: 'passed', mark: null, failure: null },
  skipped: { outcome: 'skipped', mark: null, failure: null },
  todo: { outcome: 'skipped', mark: 'todo', failure: null },
  notRun: { outcome: 'skipped', mark: 'not-run', failure: null },
  expectedFailure: { outcome: 'passed', mark: 'expected-failure', failure: null },
}

/** Creates a failure; its methods create the result of a test that failed. */
export interface Keep {
  (failure: FailureText): ParsedFailure
  /** Returns `failed` for an assertion, `errored` for other failures. */
  readonly failing: (failure: FailureText) => CaseOutcome
  /** Of a test that was declared to fail but passed. */
  readonly unexpectedSuccess: (message: string, line?: number | null) => CaseOutcome
  /** Of a status that is not known: never green. */
  readonly unknown: (status: unknown) => CaseOutcome
  /** Of a test that started and has no end. */
  readonly died: () => CaseOutcome
}

function toKeep(keep: (failure: FailureText) => ParsedFailure): Keep {
  const failing = (failureText: FailureText, mark: Mark | null = null): CaseOutcome => {
    const failure = keep(failureText)
    return { outcome: getOutcome(failure.kind), mark, failure }
  }
  return Object.assign((failure: FailureText) => keep(failure), {
    failing: (failureText: FailureText) => failing(failureText),
    unexpectedSuccess: (message: string, line: number | null = null) =>
      failing({ message, kind: 'assertion', line }, 'unexpected-success'),
    unknown: (status: unknown) => {
      const word = typeof status === 'string' ? `\`${cleanText(status, 100)}\`` : 'no status'
      return failing({ message: reportTexts.unknownStatus(word), kind: 'infrastructure' })
    },
    died: () => failing({ message: 'the report ends before this test does', kind: 'crash' }),
  })
}

/** Creates the failures of one report. */
export interface Keeper extends Keep {
  /**
   * Creates the failures of earlier attempts, at most MAX_ATTEMPTS. `failureOf` returns null for an attempt that did
   * not fail.
   */
  readonly attempts: <T>(
    tries: readonly T[],
    failureOf: (one: T, keep: Keep) => ParsedFailure | null,
  ) => readonly ParsedFailure[]
}

/** The cost of an attempt besides its text, in characters, which bounds the number of empty attempts. */
export const ATTEMPT_COST = 200

/**
 * Creates one keeper per report. Beyond the bound on text a failure keeps only the first line of its message. Attempts
 * have a separate bound, beyond which they are dropped.
 */
export function failureKeeper(): Keeper {
  let kept = 0
  let keptAttempts = 0
  const keep = (failureText: FailureText) => {
    const failure = failureIn(failureText)
    if (kept > LIMITS.keptText) return getFirstLine(failure)
    kept += getLength(failure)
    return failure
  }
  const attempts: Keeper['attempts'] = (tries, failureOf) => {
    const failures: ParsedFailure[] = []
    for (const one of tries) {
      if (failures.length === MAX_ATTEMPTS || keptAttempts > LIMITS.keptAttempts) break
      const failure = failureOf(one, unbounded)
      if (failure === null) continue
      keptAttempts += getLength(failure) + ATTEMPT_COST
      failures.push(failure)
    }
    return failures.length === 0 ? NO_ATTEMPTS : failures
  }
  return Object.assign(toKeep(keep), { attempts })
}

/** For attempts, whose text is counted apart. */
const unbounded = toKeep(failureIn)

function failureIn(failure: FailureText): ParsedFailure {
  const { kind, missing } = classifyFailure(failure)
  const isNamed = failure.kind !== undefined && failure.kind !== kind
  return {
    kind: failure.kind ?? kind,
    message: cleanText(failure.message, MAX_MESSAGE),
    type: failure.type ? cleanText(failure.type, MAX_FIRST_LINE) : null,
    stack: failure.detail ? cleanText(failure.detail, MAX_STACK) : null,
    line: failure.line ?? null,
    missing: isNamed ? null : missing,
  }
}

function getFirstLine(failure: ParsedFailure): ParsedFailure {
  return { ...failure, message: (failure.message.split('\n', 1)[0] ?? '').slice(0, MAX_FIRST_LINE), stack: null }
}

const getLength = ({ message, stack }: ParsedFailure) => message.length + (stack?.length ?? 0)

/**
 * Splits `AssertionError: expected 2 to be 3\n at …` into type, message and stack, as JavaScript and Ruby print them.
 */
export function splitError(printed: string): { type: string | null; message: string; detail: string } {
  const detail = plainText(printed.slice(0, 4 * MAX_STACK))
  const ruby = rubyError(detail)
  if (ruby !== null) return ruby
  const head = HEAD.exec(detail)
  const frames = detail.search(FRAME)
  const message = frames < 0 ? detail : detail.slice(0, frames)
  return { type: head?.[1] ?? null, message: message.slice(head?.[0].length ?? 0).trim() || message.trim(), detail }
}

interface RubyError {
  readonly message: string
  readonly type: string
  readonly detail: string
}

const RUBY_FRAME = /^[^\n]{1,1000}:\d{1,7}:in [`']/
const RUBY_CLASS = /(?:^| )\(([A-Z]\w{0,99}(?:::[A-Z]\w{0,99}){0,9})\)$/

/** Parses an error as Ruby's Cucumber prints it. Splits `boom (ArgumentError)\n./steps.rb:7:in …`; null for other texts. */
export function rubyError(printed: string): RubyError | null {
  const lines = printed.trimEnd().split('\n')
  let last = lines.length - 1
  while (last >= 0 && RUBY_FRAME.test(lines[last] ?? '')) last -= 1
  const found = last === lines.length - 1 ? null : RUBY_CLASS.exec(lines[last] ?? '')
  if (found === null) return null
  const message = [...lines.slice(0, last), (lines[last] ?? '').slice(0, found.index)].join('\n')
  const type = found[1] ?? ''
  return { message: message.trim() || type, type, detail: printed }
}
