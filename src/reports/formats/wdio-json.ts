/** Reads WebdriverIO's `json` reporter: one file per worker, or all merged. */
import type { HookFailure } from '../../core/model/test-run.ts'
import { failureKeeper, splitError } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toCount, toNumber, toObject, toObjects, toText, toTexts } from '../json/json.ts'
import {
  type CaseOutcome,
  claim,
  createCase,
  createHookFailure,
  type Keep,
  OUTCOME,
  toJsonReport,
} from '../json/report.ts'
import { readStrictJson } from '../json/strict-json.ts'

export const wdioJson: ReportFormat = {
  about: 'WebdriverIO `@wdio/json-reporter`: with hooks, browsers and specs; also merged',
  source: 'https://webdriver.io/docs/json-reporter',
  limits: 'suites around a suite; retries; a spec that did not load; the spec of a test, where one file has several',
  looksLike: (head) => {
    const names = memberNames(head)
    return (
      names.includes('capabilities') &&
      names.includes('suites') &&
      (names.includes('specs') || names.includes('framework'))
    )
  },
  parse: parseWdio,
}

/** @throws ReportError when the bytes are not a WebdriverIO report. */
function parseWdio(bytes: Bytes): ParsedReport {
  const root = readStrictJson(bytes)
  if (!isObject(root) || !Array.isArray(root['suites']) || !isObject(root['state']))
    throw new ReportError('holds no `suites` and `state`')
  const specs = toTexts(root['specs'])
  const [spec = null, ...more] = specs
  const file = more.length === 0 ? spec : null
  const variant = toText(toObject(root['capabilities'])['browserName']) || null
  const keep = failureKeeper()
  // A worker with several specs repeats all suites for each of them.
  const suites = [...new Map(toObjects(root['suites']).map((suite) => [JSON.stringify(suite), suite])).values()]
  const cases = suites.flatMap((suite) =>
    toObjects(suite['tests']).map((test) => toCase(test, { file, variant, suite: getTitle(suite) }, keep)),
  )
  const hookFailures = suites.flatMap((suite) => getHooks(suite, file))
  const { failed, passed } = root['state']
  const good = cases.filter(({ outcome }) => outcome === 'passed').length
  const bad = cases.filter(({ failure }) => failure !== null).length + hookFailures.length
  const times = Math.max(1, specs.length)
  const claims = [
    ...claim(Math.floor(toCount(passed) / times), good, 'passed'),
    ...claim(Math.floor(toCount(failed) / times), bad, 'failed'),
  ]
  const emptyFiles = cases.length + hookFailures.length === 0 ? specs : []
  return toJsonReport('wdio-json', { cases, hookFailures, emptyFiles }, { claims })
}

const getTitle = (suite: Json) => [toText(suite['name'])].filter((name) => name !== '')

function getHooks(suite: Json, file: string | null): readonly HookFailure[] {
  const bad = toObjects(suite['hooks']).filter(({ state, error }) => state === 'failed' || Boolean(error))
  return bad.map((hook) =>
    createHookFailure(file, getTitle(suite), `${toText(hook['title'])}: ${getFailureText(hook['error']).message}`),
  )
}

function toCase(test: Json, place: Pick<ParsedCase, 'file' | 'variant' | 'suite'>, keep: Keep): ParsedCase {
  return createCase(toOutcome(test, keep), {
    ...place,
    name: toText(test['name']),
    durationMs: toNumber(test['duration']),
  })
}

function toOutcome(test: Json, keep: Keep): CaseOutcome {
  const { state } = test
  if (state === 'failed') return keep.failing(getFailureText(test['error']))
  if (state === 'skipped' || state === 'pending') return OUTCOME.skipped
  return state === 'passed' ? OUTCOME.passed : keep.unknown(state)
}

/** A string, or an object since version 8. */
function getFailureText(error: unknown) {
  const { message, stack, type } = isObject(error) ? error : { message: error, stack: '', type: '' }
  const printed = splitError(toText(stack) || toText(message))
  const text = printed.message || toText(message) || 'the report gives no reason'
  return { message: text, type: printed.type ?? (toText(type) || null), detail: printed.detail }
}
