/** Reads CTRF, the common test report format, which reporters of many frameworks write. */
import type { HookFailure } from '../../core/model/test-run.ts'
import { failureKeeper, splitError } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { documentHead, readJsonDocument } from '../json/document.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toCount, toNumber, toObject, toObjects, toText, toTexts } from '../json/json.ts'
import {
  type CaseOutcome,
  claim,
  createCase,
  createHookFailure,
  type Keep,
  type Keeper,
  OUTCOME,
  toJsonReport,
  tried,
} from '../json/report.ts'

/** The separator of writers that join suites to one text. */
const SEPARATOR = ' > '
const MOCHA_HOOK = /(?:^|\s)"(?:before|after) (?:all|each)" hook\b/

const START = /^\{\s*"(?:reportFormat":\s*"CTRF"|results":\s*\{)/m

export const ctrf: ReportFormat = {
  about: 'CTRF: reporters for Jest, Mocha, Cypress, Playwright, WebdriverIO, pytest and others',
  source: 'https://github.com/ctrf-io/ctrf',
  limits:
    'files that do not load; hooks (except Mocha); an expected failure; with some writers: suites, retries, and whether a skipped test is a todo',
  looksLike: (text) => {
    const head = documentHead(text, START)
    const names = memberNames(head)
    if (names.includes('reportFormat') && /"reportFormat":\s*"CTRF"/.test(head)) return true
    const results = /^[\s\ufeff]*\{\s*"results":\s*(?=\{)/.exec(head)
    const inner = results === null ? [] : memberNames(head.slice(results[0].length))
    return inner.includes('tool') && inner.includes('summary')
  },
  parse: parseCtrf,
}

/** @throws ReportError when the bytes are not a CTRF report. */
function parseCtrf(bytes: Bytes): ParsedReport {
  const { root, printed } = readJsonDocument(bytes, START)
  const results = isObject(root) ? toObject(root['results']) : {}
  if (!Array.isArray(results['tests'])) throw new ReportError('holds no `results.tests`')
  const keep = failureKeeper()
  const tests = toObjects(results['tests'])
  const hooks = tests.filter(isFailedHook)
  const cases = tests.filter((test) => !isFailedHook(test)).map((test) => toCase(test, keep))
  const summary = toObject(results['summary'])
  const bad = cases.filter((c) => c.failure !== null).length + hooks.length
  const claims = [
    ...claim(toCount(summary['tests']), tests.length, 'tests'),
    ...claim(toCount(summary['failed']), bad, 'failed'),
  ]
  return toJsonReport('ctrf', { cases, hookFailures: hooks.map(toHook), ...printed }, { claims })
}

function toCase(test: Json, keep: Keeper): ParsedCase {
  const retries = toCount(test['retries'])
  const outcome = toOutcome(test, keep)
  return createCase(tried(outcome, test['flaky'] === true ? Math.max(1, retries) : retries), {
    ...getPlace(test),
    variant: toText(test['browser']) || toText(test['device']) || null,
    durationMs: toNumber(test['duration']),
    retries,
    attempts: getAttempts(test, outcome.failure !== null, retries, keep),
  })
}

/** Some writers list the final attempt too, as the last one. */
function getAttempts(test: Json, isReported: boolean, retries: number, keep: Keeper) {
  const result = toObjects(test['retryAttempts'])
  const others = isReported && result.length > retries ? result.slice(0, -1) : result
  return keep.attempts(others, (one, make) => (one['status'] === 'failed' ? make(getFailureText(one)) : null))
}

function toOutcome(test: Json, keep: Keep): CaseOutcome {
  const status = toText(test['status'])
  const isTodo = /^(?:todo|fixme)$/.test(toText(test['rawStatus']))
  if (status === 'failed') return keep.failing(getFailureText(test))
  if (isTodo && (status === 'pending' || status === 'skipped' || status === 'other')) return OUTCOME.todo
  if (status === 'pending' || status === 'skipped') return OUTCOME.skipped
  return status === 'passed' ? OUTCOME.passed : keep.unknown(toText(test['rawStatus']) || status)
}

/** Some writers omit the colon between type and message; their trace contains it. */
function getFailureText(test: Json) {
  const ownMessage = toText(test['message'])
  const trace = toText(test['trace'])
  const failureText = splitError(ownMessage)
  const traced = failureText.type === null ? splitError(trace) : failureText
  const detail = trace.includes(ownMessage) ? trace : `${ownMessage}\n${trace}`
  const message = traced.type === null ? ownMessage || trace : traced.message
  return { type: traced.type, message: message || 'the report gives no reason', detail }
}

/** Returns the suites from a list, or from one text that starts with the file and is repeated before the name. */
function getPlace(test: Json): { file: string | null; suite: readonly string[]; name: string } {
  const file = toText(test['filePath']) || null
  const outcome = toText(test['suite'])
  const parts = outcome === '' ? toTexts(test['suite']) : outcome.split(SEPARATOR)
  const isFile = file !== null && parts[0] !== undefined && `/${file.replaceAll('\\', '/')}`.endsWith(`/${parts[0]}`)
  const suite = isFile ? parts.slice(1) : parts
  const name = toText(test['name'])
  const around = `${suite.join(' ')} `
  return { file, suite, name: suite.length > 0 && name.startsWith(around) ? name.slice(around.length) : name }
}

const isFailedHook = (test: Json) => test['status'] === 'failed' && MOCHA_HOOK.test(toText(test['name']))

function toHook(test: Json): HookFailure {
  const { file, suite, name } = getPlace(test)
  const at = name.search(/"(?:before|after) (?:all|each)" hook\b/)
  const around = name.slice(0, at).trim()
  const message = `${name.slice(at)}: ${toText(test['message'])}`
  return createHookFailure(file, around === '' ? suite : [...suite, around], message)
}
