/** Reads pytest-json-report: tests with their three stages, and the collected items. */
import type { LoadError } from '../../core/model/test-run.ts'
import { type FailureText, failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { documentHead, readJsonDocument } from '../json/document.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toCount, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import {
  type CaseOutcome,
  claim,
  createCase,
  createLoadError,
  type Keep,
  OUTCOME,
  toJsonReport,
  tried,
} from '../json/report.ts'

/** The meaning of pytest's exit codes: https://docs.pytest.org/en/stable/reference/exit-codes.html */
const INTERRUPTED = 2
const NO_TESTS = 5
const ENDS: Readonly<Record<number, string>> = {
  [INTERRUPTED]: 'the run was interrupted',
  3: 'an internal error of pytest',
  4: 'pytest was called wrongly',
}

const START = /^\{\s*"created":\s*[\d.]/m

export const pytestJson: ReportFormat = {
  about: 'pytest with pytest-json-report: with stages, load errors and expected failures',
  source: 'https://github.com/numirias/pytest-json-report',
  limits:
    'the number of retries, and their messages; whether a case is a subtest; an unexpected success counts as failed, also where pytest accepts it',
  looksLike: (head) => {
    const names = memberNames(documentHead(head, START))
    return names.includes('exitcode') && names.includes('root') && names.includes('created')
  },
  parse: parsePytest,
}

/** @throws ReportError when the bytes are not such a report, or only its summary. */
function parsePytest(bytes: Bytes): ParsedReport {
  const { root, printed } = readJsonDocument(bytes, START)
  if (!isObject(root) || typeof root['exitcode'] !== 'number') throw new ReportError('holds no `exitcode` of pytest')
  if (!Array.isArray(root['tests']))
    throw new ReportError('holds no `tests`: it was written with --json-report-summary')
  const keep = failureKeeper()
  const cases = toObjects(root['tests']).map((test) => toCase(test, keep))
  const collectors = toObjects(root['collectors'])
  const loadErrors = collectors.flatMap(loadErrorIn)
  const skipped = collectors.filter(({ outcome }) => outcome === 'skipped').map(({ nodeid }) => getFile(nodeid))
  const code = root['exitcode']
  const isExplained = loadErrors.length > 0 && code === INTERRUPTED
  const end = ENDS[code]
  return toJsonReport(
    'pytest-json',
    {
      cases,
      loadErrors,
      emptyFiles: [...new Set(skipped)].filter((file) => file !== ''),
      runErrors: end === undefined || isExplained ? [] : [`${end} (exit code ${code})`],
      ...printed,
    },
    { isFailed: code !== 0 && code !== NO_TESTS, claims: getClaims(root, cases, isExplained) },
  )
}

function toCase(test: Json, keep: Parameters<typeof getPytestOutcome>[1]): ParsedCase {
  const { outcome, retries } = getPytestOutcome(test, keep)
  const durations = getStages(test).map(({ duration }) => toNumber(duration) ?? 0)
  return createCase(outcome, {
    ...getPytestPlace(toText(test['nodeid'])),
    durationMs: durations.length === 0 ? null : durations.reduce((a, b) => a + b, 0) * 1_000,
    retries,
  })
}

const getFile = (nodeid: unknown) => toText(nodeid).split('::', 1)[0] ?? ''

function loadErrorIn(collector: Json): readonly LoadError[] {
  if (collector['outcome'] !== 'failed') return []
  return [createLoadError(getFile(collector['nodeid']) || null, toText(collector['longrepr']))]
}

/** Collected tests without a result are missing, unless load errors stopped the run before its first test. */
function getClaims(root: Json, cases: readonly ParsedCase[], isStopped: boolean): readonly string[] {
  const summary = toObject(root['summary'])
  const collected = toCount(summary['collected']) - toCount(summary['deselected'])
  return [
    ...claim(toCount(summary['total']), cases.length, 'tests'),
    ...(isStopped ? [] : claim(collected, cases.length, 'collected tests')),
  ]
}

/** `tests/test_a.py::TestB::test_c[x::y]`: the brackets may contain any text. */
function getPytestPlace(nodeid: string): { file: string | null; suite: readonly string[]; name: string } {
  const from = nodeid.indexOf('::')
  if (from < 0) return { file: nodeid || null, suite: [], name: nodeid }
  const bracket = nodeid.indexOf('[', from)
  const path = nodeid.slice(from + 2, bracket < 0 ? undefined : bracket).split('::')
  const name = (path.pop() ?? '') + (bracket < 0 ? '' : nodeid.slice(bracket))
  return { file: nodeid.slice(0, from), suite: path, name }
}

/** Setup, call and teardown in order, or the entry of a worker that died. */
function getStages(test: Json): readonly Json[] {
  return Object.values(test)
    .filter(isObject)
    .filter(({ outcome }) => typeof outcome === 'string')
}

/** A test that ended in its setup keeps the initial outcome `passed`, so only the call proves a pass. */
function getPytestOutcome(test: Json, keep: Keep): { readonly outcome: CaseOutcome; readonly retries: number } {
  const outcome = toText(test['outcome'])
  const retries = outcome === 'rerun' ? 1 : 0
  const bad = getStages(test).find((stage) => stage['outcome'] === 'failed')
  if (bad !== undefined) return { outcome: failed(bad, bad !== test['call'], keep), retries }
  const isCalled = toText(toObject(test['call'])['outcome']) === 'passed'
  const good = isCalled ? tried(OUTCOME.passed, retries) : keep.died()
  const outcomes: Readonly<Record<string, () => CaseOutcome>> = {
    passed: () => good,
    rerun: () => good,
    skipped: () => OUTCOME.skipped,
    xfailed: () => OUTCOME.expectedFailure,
    xpassed: () => keep.unexpectedSuccess('Expected to fail, but passed.'),
    failed: () => keep.died(),
    error: () => keep.died(),
  }
  const known = Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined
  return { outcome: known === undefined ? keep.unknown(outcome) : known(), retries }
}

function failed(stage: Json, isAround: boolean, keep: Keep): CaseOutcome {
  const crash = toObject(stage['crash'])
  const detail = toText(stage['longrepr'])
  const message = toText(crash['message']) || detail || 'the report gives no reason'
  if (/^\[XPASS\(strict\)\]|^(?:Failed: )?Unexpected success/.test(message)) return keep.unexpectedSuccess(message)
  const failureText: FailureText = {
    message,
    detail,
    element: isAround ? 'error' : 'failure',
    line: toNumber(crash['lineno']),
  }
  return keep.failing(failureText)
}
