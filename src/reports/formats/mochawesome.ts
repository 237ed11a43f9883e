/** Reads mochawesome's JSON, also of Cypress and mochawesome-merge: nested suites with their hooks. */
import type { HookFailure } from '../../core/model/test-run.ts'
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
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toCount, toNumber, toObject, toObjects, toText } from '../json/json.ts'
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

export const mochawesome: ReportFormat = {
  about:
    'mochawesome: mocha and Cypress, also merged by mochawesome-merge; with hooks and tests that they kept from starting',
  source: 'https://github.com/adamgruber/mochawesome',
  limits: 'files that do not load (no report is written); retries; whether a skipped test is a todo',
  looksLike: (head) =>
    memberNames(head).slice(0, 2).join() === 'stats,results' && /"(?:testsRegistered|passPercent)":/.test(head),
  parse: parseMochawesome,
}

interface Reading {
  readonly keep: Keep
  readonly cases: ParsedCase[]
  readonly hookFailures: HookFailure[]
}

/** @throws ReportError when the bytes are not a mochawesome report. */
function parseMochawesome(bytes: Bytes): ParsedReport {
  const root = readStrictJson(bytes)
  if (!isObject(root) || !Array.isArray(root['results']) || !isObject(root['stats']))
    throw new ReportError('holds no `stats` and `results`')
  const reading: Reading = { keep: failureKeeper(), cases: [], hookFailures: [] }
  for (const result of toObjects(root['results'])) readSuite(reading, result, { file: null, suite: [] }, 0)
  const { cases, hookFailures } = reading
  const bad = cases.filter(({ failure }) => failure !== null).length + hookFailures.length
  const claims = [
    ...claim(toCount(root['stats']['tests']), cases.length, 'tests'),
    ...claim(toCount(root['stats']['failures']), bad, 'failures'),
  ]
  return toJsonReport('mochawesome', { cases, hookFailures }, { claims })
}

function readSuite(
  reading: Reading,
  part: Json,
  around: { file: string | null; suite: readonly string[] },
  depth: number,
): void {
  if (depth > LIMITS.depth) throw new LimitError(`nested deeper than limit depth (${LIMITS.depth})`)
  const title = toText(part['title'])
  const file = (toText(part['fullFile']) || toText(part['file']) || around.file) ?? null
  const suite = title === '' ? around.suite : [...around.suite, title]
  for (const hook of [...toObjects(part['beforeHooks']), ...toObjects(part['afterHooks'])])
    if (hook['fail'] === true || hook['state'] === 'failed')
      reading.hookFailures.push(
        createHookFailure(file, suite, `${toText(hook['title'])}: ${getFailureText(hook).message}`),
      )
  for (const test of toObjects(part['tests'])) reading.cases.push(toCase(test, file, suite, reading.keep))
  for (const inner of toObjects(part['suites'])) readSuite(reading, inner, { file, suite }, depth + 1)
}

function toCase(test: Json, file: string | null, suite: readonly string[], keep: Keep): ParsedCase {
  const name = toText(test['title'])
  return createCase(toOutcome(test, keep), { name, file, suite, durationMs: toNumber(test['duration']) })
}

function toOutcome(test: Json, keep: Keep): CaseOutcome {
  const { state } = test
  if (state === 'failed' || test['fail'] === true) return keep.failing(getFailureText(test))
  if (test['skipped'] === true) return OUTCOME.notRun
  if (state === 'pending') return OUTCOME.skipped
  return state === 'passed' ? OUTCOME.passed : keep.unknown(state)
}

function getFailureText(test: Json) {
  const error = toObject(test['err'])
  const stack = toText(error['estack'])
  const ownMessage = toText(error['message'])
  const type = /^([\w$.]{1,100}(?:Error|Exception))\b/.exec(stack || ownMessage)?.[1] ?? null
  const message =
    (type !== null && ownMessage.startsWith(`${type}: `) ? ownMessage.slice(type.length + 2) : ownMessage) ||
    'the report gives no reason'
  const diff = toText(error['diff'])
  const kind = test['timedOut'] === true ? ('timeout' as const) : undefined
  return { message, type, detail: diff === '' ? stack : `${stack}\n${diff}`, ...(kind && { kind }) }
}
