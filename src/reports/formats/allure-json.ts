/** Reads Allure's results: one file for each test, one for each fixture, and one for errors of the run. */
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toNumber, toObject, toObjects, toText, toTexts } from '../json/json.ts'
import { type CaseOutcome, createCase, createHookFailure, type Keep, OUTCOME, toJsonReport } from '../json/report.ts'
import { readStrictJson } from '../json/strict-json.ts'

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|feature|kts?|cs|go|exs|dart)$/
const SUITES = ['parentSuite', 'suite', 'subSuite']

export const allureJson: ReportFormat = {
  about:
    'Allure results (`allure-results/*.json`): adapters of Mocha, Jest, Vitest, Playwright, pytest, JUnit, TestNG, Cucumber and others',
  source: 'https://allurereport.org/docs/how-it-works-test-result-file/',
  limits: 'missing results; retries (of several results of one test the worst counts); a todo and an expected failure',
  looksLike: (head) => getKind(memberNames(head)) !== null,
  parse: parseAllure,
}

function getKind(names: readonly string[]): 'test' | 'container' | 'run' | null {
  const has = (...wanted: readonly string[]) => wanted.every((name) => names.includes(name))
  if (has('uuid') && (has('status', 'statusDetails') || has('status', 'stage') || has('historyId', 'labels')))
    return 'test'
  if (has('uuid') && (has('children', 'befores') || has('children', 'afters'))) return 'container'
  return names.length === 2 && has('attachments', 'errors') ? 'run' : null
}

/** @throws ReportError when the bytes are not an Allure result. */
function parseAllure(bytes: Bytes): ParsedReport {
  const root = readStrictJson(bytes)
  const kind = isObject(root) ? getKind(Object.keys(root)) : null
  if (!isObject(root) || kind === null) throw new ReportError('is no result of Allure')
  const keep = failureKeeper()
  if (kind === 'test') return toJsonReport('allure', { cases: [toCase(root, keep)] })
  if (kind === 'run')
    return toJsonReport('allure', {
      runErrors: toObjects(root['errors']).map(
        ({ message }) => createHookFailure(null, [], toText(message) || 'the run failed').message,
      ),
    })
  const fixtures = [...toObjects(root['befores']), ...toObjects(root['afters'])]
  const bad = fixtures.filter(({ status }) => status !== 'passed' && status !== 'skipped' && status !== undefined)
  const hookFailures = bad.map((one) =>
    createHookFailure(null, [], `${toText(one['name'])}: ${getFailureText(one).message}`),
  )
  return toJsonReport('allure', { hookFailures })
}

function toCase(test: Json, keep: Keep): ParsedCase {
  const labels = new Map(toObjects(test['labels']).map(({ name, value }) => [toText(name), toText(value)]))
  const path = toTexts(test['titlePath'])
  const at = path.findIndex((part) => SCRIPT.test(part))
  const className = labels.get('testClass') || labels.get('package')
  const [start, stop] = [toNumber(test['start']), toNumber(test['stop'])]
  return createCase(toOutcome(test, keep), {
    name: `${toText(test['name'])}${getRow(test)}`,
    suite: SUITES.flatMap((label) => labels.get(label) || []),
    file: at < 0 ? null : path.slice(0, at + 1).join('/'),
    durationMs: start === null || stop === null ? null : Math.max(0, stop - start),
    ...(at < 0 && className && { className }),
  })
}

/** Returns the parameters that distinguish rows of one test with equal names. */
function getRow(test: Json): string {
  const parameters = toObjects(test['parameters']).filter(({ excluded }) => excluded !== true)
  const row = parameters.map(({ name, value }) => `${toText(name)}=${toText(value)}`).join(', ')
  const isNamed = parameters.every(({ value }) => toText(test['name']).includes(toText(value)))
  return row === '' || isNamed ? '' : ` [${row}]`
}

function toOutcome(test: Json, keep: Keep): CaseOutcome {
  const { status } = test
  if (status === 'passed') return OUTCOME.passed
  if (status === 'skipped') return OUTCOME.skipped
  if (status === 'failed') return keep.failing({ ...getFailureText(test), element: 'failure' })
  return status === 'broken' ? keep.failing({ ...getFailureText(test), element: 'error' }) : keep.unknown(status)
}

function getFailureText(part: Json) {
  const { message, trace } = toObject(part['statusDetails'])
  const detail = toText(trace)
  const type = /^([\w$.]{1,200}(?:Error|Exception|Failed))\b/.exec(detail || toText(message))?.[1] ?? null
  return { message: toText(message) || detail.split('\n', 1)[0] || 'the report gives no reason', type, detail }
}
