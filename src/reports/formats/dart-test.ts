/** Converts one test of Dart's protocol. Some tests are virtual: the loading of a file, and hooks. */
import { MAX_ATTEMPTS } from '../../core/model/test-run.ts'
import { splitError } from '../failure/failures.ts'
import { type Json, toNumber, toText } from '../json/json.ts'
import {
  died,
  failing,
  type JsonOutcome,
  type Keep,
  type Keeper,
  PASSED,
  SKIPPED,
  tried,
  unknownStatus,
} from '../json/report.ts'

export interface DartSuite {
  readonly path: string | null
  readonly platform: string
}
export interface DartGroup {
  /** Starts with the names of the outer groups. */
  readonly name: string
}
export interface DartTest {
  /** Starts with the names of its groups. */
  readonly title: string
  readonly suite: number
  readonly groups: readonly number[]
  readonly start: number | null
  end: number | null
  error: Json | null
  /** Errors of the attempts before the final one. */
  readonly errorsBefore: Json[]
  done: Json | null
  retries: number
}

/** Dart's default platform. */
const USUAL_PLATFORM = 'vm'

export function newDartTest(test: Json, start: number | null): DartTest {
  const ids = Array.isArray(test['groupIDs']) ? test['groupIDs'] : []
  return {
    title: toText(test['name']),
    suite: typeof test['suiteID'] === 'number' ? test['suiteID'] : -1,
    groups: ids.filter((id) => typeof id === 'number'),
    start,
    end: null,
    error: null,
    errorsBefore: [],
    done: null,
    retries: 0,
  }
}

export const isLoading = ({ title, groups }: DartTest): boolean => groups.length === 0 && title.startsWith('loading ')
export const isHook = ({ title }: DartTest): boolean => /(?:^| )\((?:setUpAll|tearDownAll)\)$/.test(title)

/** Removes the outer names, with which the names of groups and tests start. */
export function getDartPlace(
  test: DartTest,
  suites: ReadonlyMap<number, DartSuite>,
  groups: ReadonlyMap<number, DartGroup>,
) {
  const { path = null, platform = '' } = suites.get(test.suite) ?? {}
  const suite: string[] = []
  let around = ''
  for (const id of test.groups) {
    const name = groups.get(id)?.name ?? ''
    if (name !== '' && name !== around) suite.push(without(name, around))
    around = name || around
  }
  const variant = platform === '' || platform === USUAL_PLATFORM ? null : platform
  return { file: path, suite, name: without(test.title, around), variant }
}

function without(name: string, around: string): string {
  return around !== '' && name.startsWith(`${around} `) ? name.slice(around.length + 1) : name
}

/** Any error fails the test, whatever result its end reports. */
export function getDartOutcome({ error, done, retries }: DartTest, keep: Keep): JsonOutcome {
  const result = toText(done?.['result'])
  if (error !== null || result === 'failure' || result === 'error') return failed(error ?? {}, result, keep)
  if (done === null) return died(keep)
  if (done['skipped'] === true) return SKIPPED
  return result === 'success' ? tried(PASSED, retries) : unknownStatus(result, keep)
}

export function getDartAttempts({ errorsBefore }: DartTest, keep: Keeper) {
  return keep.attempts(errorsBefore, (error, make) => failed(error, '', make).failure)
}

/** Dart prints this before it retries a test; earlier failures no longer count. A test may print the same text after its end. */
export function retryDartTest(test: DartTest): void {
  if (test.done !== null) return
  test.retries += 1
  if (test.error !== null && test.errorsBefore.length < MAX_ATTEMPTS) test.errorsBefore.push(test.error)
  test.error = null
}

function failed(error: Json, result: string, keep: Keep): JsonOutcome {
  const text = toText(error['error']) || 'the report gives no reason'
  const { type, message } = splitError(text)
  const isAssertion = error['isFailure'] === true || (error['isFailure'] === undefined && result === 'failure')
  const detail = `${text}\n${toText(error['stackTrace'])}`
  const line = toNumber(/:?[ :](\d{1,7})(?::\d{1,7})?\s/.exec(toText(error['stackTrace']))?.[1])
  return failing(keep({ message, type, detail, line, ...(isAssertion && { kind: 'assertion' as const }) }))
}
