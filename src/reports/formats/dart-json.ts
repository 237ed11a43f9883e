/** Reads the JSON protocol of `dart test` and `flutter test`: https://github.com/dart-lang/test/blob/master/pkgs/test/doc/json_reporter.md */

import { MAX_ATTEMPTS } from '../../core/model/test-run.ts'
import { failureKeeper, splitError } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { type Json, toCount, toNumber, toObject, toText } from '../json/json.ts'
import { getObject, jsonLines, type Strangers, strangers, testCounter } from '../json/lines.ts'
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

const START = /^\{(?=[^\n]{0,400}"protocolVersion": ?")(?=[^\n]{0,400}"type": ?"start")/m

/** The first members of events. Every event ends with its type and time. */
const OPENING = /\{"(?:protocolVersion|suite|group|test|testID|suiteID|count|success|type)":/g

export const dartJson: ReportFormat = {
  about: 'Dart `dart test --reporter json` and Flutter `flutter test --machine`: with load errors, hooks and tries',
  source: 'https://github.com/dart-lang/test/blob/master/pkgs/test/doc/json_reporter.md',
  limits: 'an expected failure; whether a skipped test is a todo',
  looksLike: (head) => START.test(head),
  parse: parseDart,
}

interface Stream {
  readonly suites: Map<number, DartSuite>
  readonly groups: Map<number, DartGroup>
  readonly tests: Map<number, DartTest>
  counted: number
  done: Json | null
  isSeen: boolean
  readonly strangers: Strangers
}

/** @throws ReportError when no line is an event. */
function parseDart(bytes: Bytes): ParsedReport {
  const keep = failureKeeper()
  const count = testCounter()
  const stream: Stream = {
    suites: new Map(),
    groups: new Map(),
    tests: new Map(),
    counted: 0,
    done: null,
    isSeen: false,
    strangers: strangers(),
  }
  for (const line of jsonLines(bytes, OPENING)) {
    const event = getObject(line)
    if (event !== null && typeof event['type'] === 'string') note(stream, event, count)
    // Flutter writes its own events between them, as lists.
    else if (!Array.isArray(line.value)) stream.strangers.add(line)
  }
  if (!stream.isSeen) throw new ReportError('holds no `start` event of dart')
  return toReport(stream, keep)
}

function note(stream: Stream, event: Json, count: () => void): void {
  const type = event['type']
  const test = stream.tests.get(toId(event['testID']))
  if (type === 'start') stream.isSeen = true
  else if (type === 'done') stream.done = event
  else if (type === 'allSuites') stream.counted = toCount(event['count'])
  else if (type === 'suite') noteSuite(stream, toObject(event['suite']))
  else if (type === 'group') noteGroup(stream, toObject(event['group']))
  else if (type === 'testStart') {
    count()
    const started = toObject(event['test'])
    stream.tests.set(toId(started['id']), newDartTest(started, toNumber(event['time'])))
  } else if (test !== undefined) noteTest(test, event)
}

const toId = (value: unknown): number => (typeof value === 'number' ? value : -1)

function noteSuite({ suites }: Stream, suite: Json): void {
  suites.set(toId(suite['id']), { path: toText(suite['path']) || null, platform: toText(suite['platform']) })
}

function noteGroup({ groups }: Stream, group: Json): void {
  groups.set(toId(group['id']), { name: toText(group['name']) })
}

/** An error after the end of its test counts too. */
function noteTest(test: DartTest, event: Json): void {
  if (event['type'] === 'error') test.error ??= event
  else if (event['type'] === 'print' && event['message'] === `Retry: ${test.title}`) retryDartTest(test)
  else if (event['type'] === 'testDone') {
    test.done = event
    test.end = toNumber(event['time'])
  }
}

function toReport(stream: Stream, keep: Keeper): ParsedReport {
  const tests = [...stream.tests.values()]
  const bad = tests.filter((test) => test.error !== null || test.done === null || test.done['result'] !== 'success')
  const place = (test: DartTest) => getDartPlace(test, stream.suites, stream.groups)
  const getMessage = (test: DartTest) => {
    const message = [test.error?.['error'], test.error?.['stackTrace']].map(toText).join('\n').trim()
    return message || 'the report ends before it says why'
  }
  return toJsonReport(
    'dart-json',
    {
      cases: tests.filter((test) => !isLoading(test) && !isHook(test)).map((test) => toCase(test, stream, keep)),
      loadErrors: bad.filter(isLoading).map((test) => createLoadError(place(test).file, getMessage(test))),
      hookFailures: bad.filter(isHook).map((test) => {
        const { file, suite, name } = place(test)
        return createHookFailure(file, suite, `${name}: ${getMessage(test)}`)
      }),
      isComplete: typeof stream.done?.['success'] === 'boolean' && stream.strangers.isWhole(),
      ...stream.strangers.summary(),
    },
    { isFailed: stream.done?.['success'] === false, claims: claim(stream.counted, stream.suites.size, 'suites') },
  )
}

function toCase(test: DartTest, { suites, groups }: Stream, keep: Keeper): ParsedCase {
  const durationMs = test.start === null || test.end === null ? null : Math.max(0, test.end - test.start)
  const { retries } = test
  const attempts = getDartAttempts(test, keep)
  return createCase(getDartOutcome(test, keep), {
    ...getDartPlace(test, suites, groups),
    durationMs,
    retries,
    attempts,
  })
}

interface DartSuite {
  readonly path: string | null
  readonly platform: string
}
interface DartGroup {
  /** Starts with the names of the outer groups. */
  readonly name: string
}
interface DartTest {
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

function newDartTest(test: Json, start: number | null): DartTest {
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

const isLoading = ({ title, groups }: DartTest): boolean => groups.length === 0 && title.startsWith('loading ')
const isHook = ({ title }: DartTest): boolean => /(?:^| )\((?:setUpAll|tearDownAll)\)$/.test(title)

/** Removes the outer names, with which the names of groups and tests start. */
function getDartPlace(test: DartTest, suites: ReadonlyMap<number, DartSuite>, groups: ReadonlyMap<number, DartGroup>) {
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
function getDartOutcome({ error, done, retries }: DartTest, keep: Keep): CaseOutcome {
  const result = toText(done?.['result'])
  if (error !== null || result === 'failure' || result === 'error') return failed(error ?? {}, result, keep)
  if (done === null) return keep.died()
  if (done['skipped'] === true) return OUTCOME.skipped
  return result === 'success' ? tried(OUTCOME.passed, retries) : keep.unknown(result)
}

function getDartAttempts({ errorsBefore }: DartTest, keep: Keeper) {
  return keep.attempts(errorsBefore, (error, make) => failed(error, '', make).failure)
}

/** Dart prints this before it retries a test; earlier failures no longer count. A test may print the same text after its end. */
function retryDartTest(test: DartTest): void {
  if (test.done !== null) return
  test.retries += 1
  if (test.error !== null && test.errorsBefore.length < MAX_ATTEMPTS) test.errorsBefore.push(test.error)
  test.error = null
}

function failed(error: Json, result: string, keep: Keep): CaseOutcome {
  const text = toText(error['error']) || 'the report gives no reason'
  const { type, message } = splitError(text)
  const isAssertion = error['isFailure'] === true || (error['isFailure'] === undefined && result === 'failure')
  const detail = `${text}\n${toText(error['stackTrace'])}`
  const line = toNumber(/:?[ :](\d{1,7})(?::\d{1,7})?\s/.exec(toText(error['stackTrace']))?.[1])
  return keep.failing({ message, type, detail, line, ...(isAssertion && { kind: 'assertion' as const }) })
}
