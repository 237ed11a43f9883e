/** Reads Playwright's `json` reporter: files, suites, tests by project, and every attempt. */
import type { HookFailure, LoadError } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
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
import { claim, createCase, createHookFailure, createLoadError, type Keeper, toJsonReport } from '../json/report.ts'
import { plainText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import { getPlaywrightAttempts, getPlaywrightFailure, getPlaywrightOutcome } from './playwright-test.ts'

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
