/** Turns the results of `node --test` into cases, hook failures and load errors. */
import { MAX_MESSAGE, NO_ATTEMPTS } from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import { type FailureText, getOutcome, type ParsedFailure } from '../failure/failures.ts'
import { LIMITS, type ParsedCase } from '../format.ts'
import { cleanText } from '../text.ts'
import type { NodeError, NodeEvent, NodeFile } from './node-file.ts'

const MAX_HOOKS = 1_000

type Keep = (failureText: FailureText) => ParsedFailure

/** Handles `test:pass` or `test:fail` of a suite or test inside the file. */
export function noteResult(file: NodeFile, event: NodeEvent, keep: Keep): void {
  const suite = file.open.slice(0, event.nesting)
  const failureType = event.error?.failureType
  if (failureType === 'hookFailed' && (event.isSuite || event.name === file.name)) noteHook(file, event, suite)
  else if (event.isSuite) noteSuite(file, event, suite)
  else {
    file.tests += 1
    file.cases.push(toCase(file, event, suite, keep))
  }
}

function noteHook(file: NodeFile, { name, isSuite, error }: NodeEvent, outer: readonly string[]): void {
  const suite = isSuite ? [...outer, name] : []
  file.hookFailures.push({ file: file.name, suite, message: cleanText(error?.message ?? '', MAX_MESSAGE) })
  // The contents of a suite directly precede it. A file has few failed hooks; a hostile one may claim many.
  for (let n = file.cases.length - 1; n >= 0 && file.hookFailures.length <= MAX_HOOKS; n -= 1) {
    const test = file.cases[n]
    if (test === undefined || !isWithin(test, suite)) break
    if (isCancelled(test)) file.cases[n] = { ...test, outcome: 'skipped', mark: 'not-run', failure: null }
  }
}

/** A suite has a result only if it was skipped or its body threw. */
function noteSuite(file: NodeFile, event: NodeEvent, suite: readonly string[]): void {
  const { error } = event
  if (event.isSkipped) file.cases.push({ ...blank(file, event, suite), outcome: 'skipped', mark: 'not-run' })
  else if (error !== null && error.failureType !== 'subtestsFailed' && error.failureType !== 'cancelledByParent') {
    const { message, type, detail } = getFailureText(event, error)
    const failureText = cleanText(type ? `${type}: ${message}` : message, MAX_MESSAGE)
    file.loadErrors.push({
      file: file.name,
      message: failureText,
      ...classifyFailure({ message, type: type ?? null, detail: detail ?? null }),
    })
  }
}

function toCase(file: NodeFile, event: NodeEvent, suite: readonly string[], keep: Keep): ParsedCase {
  const test = blank(file, event, suite)
  // node does not count a failing todo as a failure.
  if (event.isTodo) return { ...test, outcome: 'skipped', mark: 'todo' }
  if (event.isSkipped) return { ...test, outcome: 'skipped' }
  if (event.error === null && event.type === 'test:pass')
    return event.isExpectedToFail ? { ...test, mark: 'expected-failure' } : test
  const failure = getFailure(file, event, suite, keep)
  if (event.error?.failureType === 'expectedFailure')
    return { ...test, outcome: 'failed', mark: 'unexpected-success', failure }
  return { ...test, outcome: getOutcome(failure.kind), failure }
}

/** A parent gets the failure of its first failed child. */
function getFailure(file: NodeFile, event: NodeEvent, suite: readonly string[], keep: Keep): ParsedFailure {
  const failureText = getFailureText(event, event.error)
  const inner = [...suite, event.name]
  const child = firstFailing(file, inner)
  if (event.error?.failureType !== 'subtestsFailed' || !child) return keep(failureText)
  return { ...keep({ ...failureText, kind: child.kind }), missing: child.missing }
}

/** Children directly precede their parent. */
function firstFailing(file: NodeFile, suite: readonly string[]): ParsedFailure | null {
  const other = file.cases.findLastIndex((c) => !isWithin(c, suite))
  return file.cases.slice(other + 1).find((c) => c.failure !== null)?.failure ?? null
}

const CANCELLED = 'test did not finish before its parent and was cancelled'
const isCancelled = (test: ParsedCase) => test.failure?.message === CANCELLED
const isWithin = (test: ParsedCase, suite: readonly string[]) => suite.every((part, n) => test.suite[n] === part)

function getFailureText({ line }: NodeEvent, error: NodeError | null): FailureText {
  if (error === null) return { message: '', line }
  const failureText = { message: error.message, type: error.name || null, detail: error.stack || null, line }
  if (error.failureType === 'testTimeoutFailure') return { ...failureText, kind: 'timeout' }
  if (error.failureType === 'processEnded') return { ...failureText, kind: 'crash' }
  if (error.failureType === 'expectedFailure') return { ...failureText, kind: 'assertion' }
  return error.code === 'ERR_ASSERTION' ? { ...failureText, kind: 'assertion' } : failureText
}

function blank(file: NodeFile, { name, durationMs }: NodeEvent, suite: readonly string[]): ParsedCase {
  const none = { variant: null, mark: null, failure: null, retries: 0, attempts: NO_ATTEMPTS }
  return { ...none, file: file.name, suite, name, outcome: 'passed', durationMs }
}

/** Returns announced tests without a result: their process ended. */
export function unfinished(file: NodeFile, keep: Keep): readonly ParsedCase[] {
  const isTimeout = file.error?.failureType === 'testTimeoutFailure'
  const message = isTimeout ? file.error?.message : 'the process ended while this test was waiting or running'
  const tests = [...file.pending.values()].flat().filter((event) => !event.isSuite)
  return tests.map((event) => {
    const failure = keep({ message: message ?? '', kind: isTimeout ? 'timeout' : 'crash', line: event.line })
    return { ...blank(file, event, getSuite(file, event)), outcome: 'errored', failure, durationMs: null }
  })
}

function getSuite(file: NodeFile, event: NodeEvent): readonly string[] {
  const names: string[] = []
  let parent = file.byId.get(event.parent ?? 0)
  while (parent !== undefined && names.length < LIMITS.depth) {
    names.unshift(parent.name)
    parent = file.byId.get(parent.parent ?? 0)
  }
  return names
}
