/** Reads Mocha's `json` reporter: every test, and again in the list of its outcome. */

import type { HookFailure } from '../../core/model/test-run.ts'
import { failureKeeper, splitError } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { documentHead, readJsonDocument } from '../json/document.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toCount, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import {
  type CaseOutcome,
  claim,
  createCase,
  createHookFailure,
  type Keep,
  OUTCOME,
  splitTitle,
  toJsonReport,
  tried,
} from '../json/report.ts'

const START = /^\{\s*"stats":\s*\{\s*"suites":/m

export const mochaJson: ReportFormat = {
  about: 'mocha `--reporter json`: with hooks and tries',
  source: 'https://mochajs.org/#json',
  limits:
    'files that do not load (no report is written); tests that a hook kept from starting; whether a skipped test is a todo; the parts of a suite path; messages of failed retries',
  looksLike: (head) => memberNames(documentHead(head, START)).slice(0, 2).join() === 'stats,tests',
  parse: parseMochaJson,
}

/** Counts equal entries of a list: an entry has the same text in `tests` and in the list of its outcome. */
type Bag = Map<string, number>

/** @throws ReportError when the bytes are not a report of Mocha. */
function parseMochaJson(bytes: Bytes): ParsedReport {
  const { root, printed } = readJsonDocument(bytes, START)
  if (!isObject(root) || !Array.isArray(root['tests']) || !isObject(root['stats']))
    throw new ReportError('holds no `stats` and `tests`')
  const tests = toObjects(root['tests'])
  const failures = toObjects(root['failures'])
  const bags = { pending: getBag(root['pending']), failures: getBag(failures), passes: getBag(root['passes']) }
  const keep = failureKeeper()
  const cases = tests.map((entry) => toCase(entry, bags, keep))
  // The rest are hooks, errors outside of tests, and tests that failed again.
  const known = getBag(tests)
  const left = failures.filter((entry) => take(bags.failures, JSON.stringify(entry)))
  const beside = outside(left.filter((entry) => isOutside(entry) || !known.has(JSON.stringify(entry))))
  return toJsonReport('mocha-json', { cases, ...beside, ...printed }, { claims: getClaims(root, cases.length) })
}

function toCase(entry: Json, bags: { pending: Bag; failures: Bag; passes: Bag }, keep: Keep): ParsedCase {
  const retries = toCount(entry['currentRetry'])
  return createCase(tried(toOutcome(entry, bags, keep), retries), { ...getMochaPlace(entry), retries })
}

function toOutcome(entry: Json, bags: { pending: Bag; failures: Bag; passes: Bag }, keep: Keep) {
  const text = JSON.stringify(entry)
  const error = toObject(entry['err'])
  if (take(bags.failures, text) || Object.keys(error).length > 0)
    return failed(toText(error['stack']), toText(error['message']), keep)
  if (take(bags.pending, text)) return OUTCOME.skipped
  return take(bags.passes, text) ? OUTCOME.passed : keep.unknown(undefined)
}

function getBag(list: unknown): Bag {
  const bag: Bag = new Map()
  for (const entry of toObjects(list)) {
    const text = JSON.stringify(entry)
    bag.set(text, (bag.get(text) ?? 0) + 1)
  }
  return bag
}

function take(bag: Bag, text: string): boolean {
  const count = bag.get(text) ?? 0
  if (count > 0) bag.set(text, count - 1)
  return count > 0
}

/** A test that passed and failed later is counted twice, and is in both lists. */
function getClaims(root: Json, tests: number): readonly string[] {
  const stats = toObject(root['stats'])
  return [
    ...claim(toCount(stats['tests']), tests, 'tests'),
    ...claim(toCount(stats['failures']), toObjects(root['failures']).length, 'failures'),
    ...claim(toCount(stats['passes']), toObjects(root['passes']).length, 'passes'),
  ]
}

const HOOK = /^"(?:before|after) (?:all|each)" hook\b/

const THROWN = /^Uncaught error outside test suite$/

const isHook = (entry: Json): boolean => HOOK.test(toText(entry['title']))
/** Titles of failures outside of tests. */
export const isOutside = (entry: Json): boolean => isHook(entry) || THROWN.test(toText(entry['title']))

export function getMochaPlace(entry: Json) {
  const title = splitTitle(toText(entry['fullTitle']), toText(entry['title']))
  return { ...title, file: toText(entry['file']) || null, durationMs: toNumber(entry['duration']) }
}

/** `stack` contains type, message and frames as Node prints them. */
export function failed(stack: string, message: string, keep: Keep): CaseOutcome {
  return keep.failing(stack === '' ? { message: message || 'the report gives no reason' } : splitError(stack))
}

/** Returns failures outside of tests: hooks, and errors outside of hooks. */
export function outside(entries: readonly Json[]): {
  hookFailures: readonly HookFailure[]
  runErrors: readonly string[]
} {
  const toLine = (entry: Json) => `${toText(entry['title'])}: ${getMessage(entry)}`
  return {
    hookFailures: entries.filter(isHook).map((entry) => {
      const { file, suite } = getMochaPlace(entry)
      return createHookFailure(file, suite, toLine(entry))
    }),
    runErrors: entries
      .filter((entry) => !isHook(entry))
      .map((entry) => createHookFailure(null, [], toLine(entry)).message),
  }
}

/** The stream contains the message where the document contains an object. */
function getMessage(entry: Json): string {
  const { err } = entry
  return typeof err === 'string' ? err : toText(toObject(err)['message'])
}
