/** Reads Playwright's `json` reporter: files, suites, tests by project, and every attempt. */
import type { HookFailure, LoadError } from '../../core/model/test-run.ts'
import { type FailureText, failureKeeper, type ParsedFailure, splitError } from '../failure/failures.ts'
import {
  type Bytes,
  LIMITS,
  LimitError,
  type ParsedCase,
  type ParsedReport,
  ReportError,
  type ReportFormat,
} from '../format.ts'
import { documentHead, readJsonDocument } from '../json/document.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toCount, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import {
  type CaseOutcome,
  claim,
  createCase,
  createHookFailure,
  createLoadError,
  type Keep,
  type Keeper,
  OUTCOME,
  toJsonReport,
  tried,
} from '../json/report.ts'
import { plainText } from '../text.ts'
import { reportTexts } from '../texts.ts'

const START = /^\{\s*"config":\s*\{/m

export const playwrightJson: ReportFormat = {
  about: 'Playwright `--reporter=json`: with projects, tries, load errors and expected failures',
  source: 'https://playwright.dev/docs/test-reporters#json-reporter',
  limits: 'which of several failing attempts counts: the last one does',
  looksLike: (head) => {
    const document = documentHead(head, START)
    const names = memberNames(document)
    return (
      names[0] === 'config' && (names.includes('suites') || /^\s*\{\s*"config":\s*\{[^{}]*"rootDir":/.test(document))
    )
  },
  parse: parsePlaywright,
}

interface Reading {
  readonly keep: Keeper
  readonly cases: ParsedCase[]
  isInterrupted: boolean
}

/** @throws ReportError when the bytes are not a Playwright report. */
function parsePlaywright(bytes: Bytes): ParsedReport {
  const reading: Reading = { keep: failureKeeper(), cases: [], isInterrupted: false }
  const { root, printed } = readJsonDocument(bytes, START)
  if (!isObject(root) || !Array.isArray(root['suites'])) throw new ReportError('holds no `suites`')
  for (const suite of toObjects(root['suites'])) readSuite(reading, suite, [])
  if (!isObject(root['config'])) throw new ReportError('holds no `config`')
  const folder = toText(root['config']['rootDir'])
  const cases = reading.cases.map((test) => ({ ...test, file: getFile(folder, test.file ?? '') }))
  const errors = getErrors(toObjects(root['errors']), new Set(cases.map(({ file }) => file)))
  return toJsonReport(
    'playwright-json',
    { cases, ...errors, isComplete: !reading.isInterrupted, ...printed },
    { claims: getClaims(root, cases) },
  )
}

/** The outermost suite is the file; a group without a title is not part of names. */
function readSuite(reading: Reading, suite: Json, path: readonly string[]): void {
  for (const spec of toObjects(suite['specs']))
    for (const test of toObjects(spec['tests'])) readTest(reading, spec, test, path)
  for (const inner of toObjects(suite['suites'])) {
    const title = toText(inner['title'])
    readSuite(reading, inner, title === '' ? path : [...path, title])
  }
}

function readTest(reading: Reading, spec: Json, test: Json, suite: readonly string[]): void {
  const results = toObjects(test['results'])
  if (reading.cases.length >= LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
  if (results.some((result) => result['status'] === 'interrupted')) reading.isInterrupted = true
  const outcome = getPlaywrightOutcome(test, results, reading.keep)
  reading.cases.push(
    createCase(outcome, {
      name: toText(spec['title']),
      file: toText(spec['file']) || null,
      suite,
      variant: toText(test['projectName']) || null,
      durationMs: results.length === 0 ? null : results.reduce((sum, r) => sum + (toNumber(r['duration']) ?? 0), 0),
      retries: Math.max(0, results.length - 1),
      attempts: getPlaywrightAttempts(test, results, outcome.failure !== null, reading.keep),
    }),
  )
}

function getFile(root: string, file: string): string | null {
  if (file === '') return null
  return root === '' || /^(?:[\\/]|[A-Za-z]:)/.test(file) ? file : `${root}/${file}`
}

/** Returns failures outside of tests: a file without tests did not load; in others a hook or worker failed. */
function getErrors(errors: readonly Json[], files: ReadonlySet<string | null>) {
  const loadErrors: LoadError[] = []
  const hookFailures: HookFailure[] = []
  const runErrors: string[] = []
  for (const error of errors) {
    const detail = plainText(getPlaywrightFailure(error).detail ?? '')
    const file = toText(toObject(error['location'])['file']) || null
    if (file === null) runErrors.push(createHookFailure(null, [], detail || 'an error without a message').message)
    else if (files.has(file)) hookFailures.push(createHookFailure(file, [], detail))
    else loadErrors.push(createLoadError(file, detail))
  }
  return { loadErrors, hookFailures, runErrors }
}

function getClaims(root: Json, cases: readonly ParsedCase[]): readonly string[] {
  const stats = toObject(root['stats'])
  const counted = ['expected', 'unexpected', 'flaky', 'skipped'].reduce((sum, name) => sum + toCount(stats[name]), 0)
  const bad = cases.filter((c) => c.failure !== null).length
  return [...claim(counted, cases.length, 'tests'), ...claim(toCount(stats['unexpected']), bad, 'unexpected')]
}

const STATUSES = new Set(['passed', 'failed', 'timedOut', 'skipped', 'interrupted'])
const VERDICTS = new Set(['expected', 'unexpected', 'flaky', 'skipped'])

/** Computes the outcome from the attempts as Playwright does; a worse outcome in the report wins. */
function getPlaywrightOutcome(test: Json, results: readonly Json[], keep: Keep): CaseOutcome {
  const odd = results.find(({ status }) => !STATUSES.has(toText(status)))
  if (odd !== undefined) return keep.unknown(odd['status'])
  if (!VERDICTS.has(toText(test['status']))) return keep.unknown(test['status'])
  const expected = toText(test['expectedStatus']) || 'passed'
  const ran = results.filter(isRun)
  if (ran.length === 0) return test['status'] === 'unexpected' ? bad(results, expected, keep) : idle(test, expected)
  const isGood = ran.some((result) => isExpected(result, expected)) && test['status'] !== 'unexpected'
  if (!isGood) return bad(ran, expected, keep)
  return expected === 'failed' ? OUTCOME.expectedFailure : tried(OUTCOME.passed, ran.length - 1)
}

function idle(test: Json, expected: string): CaseOutcome {
  if (expected !== 'skipped') return OUTCOME.notRun
  return toObjects(test['annotations']).some(({ type }) => type === 'fixme') ? OUTCOME.todo : OUTCOME.skipped
}

/** Returns whether an attempt ended as expected. One with an error did not pass, whatever its status. */
function isExpected(result: Json, expected: string): boolean {
  const hasError = toObjects(result['errors']).length > 0 || isObject(result['error'])
  return result['status'] === expected && !(expected === 'passed' && hasError)
}

const isRun = ({ status }: Json) => status !== 'interrupted' && status !== 'skipped'

/** Returns the failures of unexpected attempts, without the last one, which is in the outcome. */
function getPlaywrightAttempts(
  test: Json,
  results: readonly Json[],
  isReported: boolean,
  keep: Keeper,
): readonly ParsedFailure[] {
  const expected = toText(test['expectedStatus']) || 'passed'
  const ran = results.filter(isRun)
  const others = isReported ? ran.slice(0, -1) : ran
  return keep.attempts(others, (result, make) =>
    isExpected(result, expected) ? null : badTry(result, expected, make).failure,
  )
}

function bad(results: readonly Json[], expected: string, keep: Keep): CaseOutcome {
  return badTry(results.at(-1) ?? {}, expected, keep)
}

function badTry(result: Json, expected: string, keep: Keep): CaseOutcome {
  const status = toText(result['status'])
  if (status === 'passed' && expected === 'failed') return keep.unexpectedSuccess('Expected to fail, but passed.')
  const error = toObjects(result['errors']).at(0) ?? toObject(result['error'])
  const failureText = getPlaywrightFailure(Object.hasOwn(result, 'error') ? toObject(result['error']) : error)
  const message = failureText.message || `the report says \`${status}\` and no more`
  return keep.failing({ ...failureText, message, ...(status === 'timedOut' && { kind: 'timeout' as const }) })
}

/** Returns the texts of a failure. Matchers throw a plain Error, which is recognised by its message. */
function getPlaywrightFailure(error: Json): FailureText {
  const printed = toText(error['stack']) || toText(error['message']) || toText(error['value'])
  return { ...splitError(printed), line: toNumber(toObject(error['location'])['line']) }
}
