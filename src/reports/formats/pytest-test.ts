/** Converts one test of pytest-json-report: parses its id, and checks its outcome against its stages. */
import type { FailureText } from '../failure/failures.ts'
import { isObject, type Json, toNumber, toObject, toText } from '../json/json.ts'
import {
  died,
  EXPECTED_FAILURE,
  failing,
  type JsonOutcome,
  type Keep,
  PASSED,
  SKIPPED,
  tried,
  unexpectedSuccess,
  unknownStatus,
} from '../json/report.ts'

/** `tests/test_a.py::TestB::test_c[x::y]`: the brackets may contain any text. */
export function getPytestPlace(nodeid: string): { file: string | null; suite: readonly string[]; name: string } {
  const from = nodeid.indexOf('::')
  if (from < 0) return { file: nodeid || null, suite: [], name: nodeid }
  const bracket = nodeid.indexOf('[', from)
  const path = nodeid.slice(from + 2, bracket < 0 ? undefined : bracket).split('::')
  const name = (path.pop() ?? '') + (bracket < 0 ? '' : nodeid.slice(bracket))
  return { file: nodeid.slice(0, from), suite: path, name }
}

/** Setup, call and teardown in order, or the entry of a worker that died. */
export function getStages(test: Json): readonly Json[] {
  return Object.values(test)
    .filter(isObject)
    .filter(({ outcome }) => typeof outcome === 'string')
}

/** A test that ended in its setup keeps the initial outcome `passed`, so only the call proves a pass. */
export function getPytestOutcome(test: Json, keep: Keep): { readonly outcome: JsonOutcome; readonly retries: number } {
  const outcome = toText(test['outcome'])
  const retries = outcome === 'rerun' ? 1 : 0
  const bad = getStages(test).find((stage) => stage['outcome'] === 'failed')
  if (bad !== undefined) return { outcome: failed(bad, bad !== test['call'], keep), retries }
  const isCalled = toText(toObject(test['call'])['outcome']) === 'passed'
  const good = isCalled ? tried(PASSED, retries) : died(keep)
  const outcomes: Readonly<Record<string, () => JsonOutcome>> = {
    passed: () => good,
    rerun: () => good,
    skipped: () => SKIPPED,
    xfailed: () => EXPECTED_FAILURE,
    xpassed: () => unexpectedSuccess('Expected to fail, but passed.', keep),
    failed: () => died(keep),
    error: () => died(keep),
  }
  const known = Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined
  return { outcome: known === undefined ? unknownStatus(outcome, keep) : known(), retries }
}

function failed(stage: Json, isAround: boolean, keep: Keep): JsonOutcome {
  const crash = toObject(stage['crash'])
  const detail = toText(stage['longrepr'])
  const message = toText(crash['message']) || detail || 'the report gives no reason'
  if (/^\[XPASS\(strict\)\]|^(?:Failed: )?Unexpected success/.test(message)) return unexpectedSuccess(message, keep)
  const failureText: FailureText = {
    message,
    detail,
    element: isAround ? 'error' : 'failure',
    line: toNumber(crash['lineno']),
  }
  return failing(keep(failureText))
}
