/**
 * Computes the outcome of a Playwright test by comparing its attempts with the expected status. Fields:
 * https://playwright.dev/docs/api/class-testresult
 */
import { type FailureText, type ParsedFailure, splitError } from '../failure/failures.ts'
import { isObject, type Json, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import {
  EXPECTED_FAILURE,
  failing,
  type JsonOutcome,
  type Keep,
  type Keeper,
  NOT_RUN,
  PASSED,
  SKIPPED,
  TODO,
  tried,
  unexpectedSuccess,
  unknownStatus,
} from '../json/report.ts'

const STATUSES = new Set(['passed', 'failed', 'timedOut', 'skipped', 'interrupted'])
const VERDICTS = new Set(['expected', 'unexpected', 'flaky', 'skipped'])

/** Computes the outcome from the attempts as Playwright does; a worse outcome in the report wins. */
export function getPlaywrightOutcome(test: Json, results: readonly Json[], keep: Keep): JsonOutcome {
  const odd = results.find(({ status }) => !STATUSES.has(toText(status)))
  if (odd !== undefined) return unknownStatus(odd['status'], keep)
  if (!VERDICTS.has(toText(test['status']))) return unknownStatus(test['status'], keep)
  const expected = toText(test['expectedStatus']) || 'passed'
  const ran = results.filter(isRun)
  if (ran.length === 0) return test['status'] === 'unexpected' ? bad(results, expected, keep) : idle(test, expected)
  const isGood = ran.some((result) => isExpected(result, expected)) && test['status'] !== 'unexpected'
  if (!isGood) return bad(ran, expected, keep)
  return expected === 'failed' ? EXPECTED_FAILURE : tried(PASSED, ran.length - 1)
}

function idle(test: Json, expected: string): JsonOutcome {
  if (expected !== 'skipped') return NOT_RUN
  return toObjects(test['annotations']).some(({ type }) => type === 'fixme') ? TODO : SKIPPED
}

/** Returns whether an attempt ended as expected. One with an error did not pass, whatever its status. */
function isExpected(result: Json, expected: string): boolean {
  const hasError = toObjects(result['errors']).length > 0 || isObject(result['error'])
  return result['status'] === expected && !(expected === 'passed' && hasError)
}

const isRun = ({ status }: Json) => status !== 'interrupted' && status !== 'skipped'

/** Returns the failures of unexpected attempts, without the last one, which is in the outcome. */
export function getPlaywrightAttempts(
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

function bad(results: readonly Json[], expected: string, keep: Keep): JsonOutcome {
  return badTry(results.at(-1) ?? {}, expected, keep)
}

function badTry(result: Json, expected: string, keep: Keep): JsonOutcome {
  const status = toText(result['status'])
  if (status === 'passed' && expected === 'failed') return unexpectedSuccess('Expected to fail, but passed.', keep)
  const error = toObjects(result['errors']).at(0) ?? toObject(result['error'])
  const failureText = getPlaywrightFailure(Object.hasOwn(result, 'error') ? toObject(result['error']) : error)
  const message = failureText.message || `the report says \`${status}\` and no more`
  return failing(keep({ ...failureText, message, ...(status === 'timedOut' && { kind: 'timeout' as const }) }))
}

/** Returns the texts of a failure. Matchers throw a plain Error, which is recognised by its message. */
export function getPlaywrightFailure(error: Json): FailureText {
  const printed = toText(error['stack']) || toText(error['message']) || toText(error['value'])
  return { ...splitError(printed), line: toNumber(toObject(error['location'])['line']) }
}
