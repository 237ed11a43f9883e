/** Reads what `xcrun xcresulttool get test-results tests` prints of a result bundle: XCTest and Swift Testing. */
import type { HookFailure } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { documentHead, readJsonDocument } from '../json/document.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toNumber, toObjects, toText } from '../json/json.ts'
import {
  type CaseOutcome,
  createCase,
  createHookFailure,
  type Keep,
  type Keeper,
  OUTCOME,
  toJsonReport,
  tried,
} from '../json/report.ts'

/** Nodes that hold tests and are part of their path; a plan is not. */
const SUITES = new Set(['Unit test bundle', 'UI test bundle', 'Test Suite'])

const START = /^\{\s*"(?:devices|testNodes|testPlanConfigurations)":\s*\[/m

export const xcresultJson: ReportFormat = {
  about:
    'Xcode `xcrun xcresulttool get test-results tests`: XCTest and Swift Testing, with devices, arguments and repetitions',
  source: 'Xcode 16, xcrun xcresulttool help get test-results tests',
  limits: 'the file of a passing test; code that did not compile; whether a skipped test is a todo',
  looksLike: (text) => {
    const head = documentHead(text, START)
    const names = memberNames(head)
    return names.includes('testNodes') || (names[0] === 'devices' && /"testNodes":\s*\[/.test(head))
  },
  parse: parseXcresult,
}

interface Reading {
  readonly keep: Keeper
  readonly cases: ParsedCase[]
  readonly hookFailures: HookFailure[]
  isFailed: boolean
}

/** @throws ReportError when the bytes are no such report. */
function parseXcresult(bytes: Bytes): ParsedReport {
  const { root, printed } = readJsonDocument(bytes, START)
  if (!isObject(root) || !Array.isArray(root['testNodes'])) throw new ReportError('holds no `testNodes`')
  const reading: Reading = { keep: failureKeeper(), cases: [], hookFailures: [], isFailed: false }
  for (const node of toObjects(root['testNodes'])) readNode(reading, node, [])
  const { cases, hookFailures, isFailed } = reading
  return toJsonReport('xcresult-json', { cases, hookFailures, ...printed }, { isFailed })
}

function readNode(reading: Reading, node: Json, path: readonly string[]): void {
  const type = toText(node['nodeType'])
  if (node['result'] === 'Failed') reading.isFailed = true
  if (type === 'Test Case') {
    reading.cases.push(...getXcresultCases(node, path, reading.keep))
    return
  }
  const suite = SUITES.has(type) ? [...path, toText(node['name'])] : path
  const children = toObjects(node['children'])
  const messages = getMessages(children.filter(({ nodeType }) => nodeType === 'Failure Message'))
  if (messages.length > 0) reading.hookFailures.push(createHookFailure(null, suite, messages.join('\n')))
  for (const child of children) if (child['nodeType'] !== 'Failure Message') readNode(reading, child, suite)
}

const PLACE = /^[^\s:]{1,300}:(\d{1,7}): /
const DURATION = /^(?:(\d{1,6})m ?)?(\d{1,9}(?:[.,]\d{1,9})?)s$/

/** Each device and each set of arguments is a separate case; a single device is not named. */
function getXcresultCases(node: Json, suite: readonly string[], keep: Keeper): readonly ParsedCase[] {
  const children = toObjects(node['children'])
  const devices = children.filter(({ nodeType }) => nodeType === 'Device')
  if (devices.length > 1)
    return devices.flatMap((device) =>
      getArguments(device, node, suite, keep).map((c) => ({ ...c, variant: toText(device['name']) || null })),
    )
  return getArguments(devices[0] === undefined ? node : { ...node, children: inside(devices[0]) }, node, suite, keep)
}

const inside = (device: Json) => (toObjects(device['children']).length > 0 ? device['children'] : [device])

function getArguments(run: Json, node: Json, suite: readonly string[], keep: Keeper): readonly ParsedCase[] {
  const name = toText(node['name'])
  const rows = toObjects(run['children']).filter(
    (c) => c['nodeType'] === 'Arguments' && typeof c['result'] === 'string',
  )
  if (rows.length === 0) return [toCase(run, name, suite, keep)]
  return rows.map((row) => toCase(row, `${name} [${toText(row['name'])}]`, suite, keep))
}

function toCase(run: Json, name: string, suite: readonly string[], keep: Keeper): ParsedCase {
  const repetitions = toObjects(run['children']).filter(({ nodeType }) => nodeType === 'Repetition')
  const retries = Math.max(0, repetitions.length - 1)
  const outcome = toOutcome(run, repetitions, keep)
  return createCase(tried(outcome, retries > 0 && repetitions.some(isFailed) ? retries : 0), {
    name,
    suite,
    durationMs: getDuration(run),
    retries,
    attempts: getAttempts(repetitions, outcome.failure !== null, keep),
  })
}

const isFailed = (node: Json) => node['result'] === 'Failed'

/** An inner failure fails the case, whatever its result; only a later repetition that passed overrides it. */
function toOutcome(run: Json, repetitions: readonly Json[], keep: Keep): CaseOutcome {
  const result = toText(run['result'])
  const last = repetitions.at(-1)
  const counts = last === undefined ? [run, ...toObjects(run['children'])] : [run, last]
  if (result !== 'Expected Failure' && counts.some(isFailed)) return failed(run, keep)
  if (result === 'Expected Failure') return OUTCOME.expectedFailure
  if (result === 'Skipped') return OUTCOME.skipped
  return result === 'Passed' ? OUTCOME.passed : keep.unknown(result)
}

/** The case repeats the last failed attempt where the case failed, too. */
function getAttempts(repetitions: readonly Json[], isReported: boolean, keep: Keeper) {
  const bad = repetitions.filter(isFailed)
  return keep.attempts(isReported ? bad.slice(0, -1) : bad, (repetition, make) => failed(repetition, make).failure)
}

function failed(run: Json, keep: Keep): CaseOutcome {
  const messages = getMessages(allFailures(run))
  const first = messages[0] ?? ''
  const line = toNumber(Number(PLACE.exec(first)?.[1] ?? Number.NaN))
  const message = first.replace(PLACE, '') || 'the report gives no reason'
  const isAssertion = /^XCTAssert|^Expectation failed|^XCTFail|^failed - |^XCTUnwrap/.test(message)
  return keep.failing({
    message,
    detail: messages.join('\n'),
    line,
    ...(isAssertion && { kind: 'assertion' as const }),
  })
}

/** Of several repetitions the last that failed comes first: it is the one that counts. */
function allFailures(node: Json): readonly Json[] {
  const children = toObjects(node['children'])
  const own = children.filter(({ nodeType }) => nodeType === 'Failure Message')
  return [...own, ...children.toReversed().flatMap((child) => (own.includes(child) ? [] : allFailures(child)))]
}

const getMessages = (nodes: readonly Json[]): readonly string[] => nodes.map(({ name }) => toText(name))

/** Seconds as a number, or as Xcode shows them: `0,0012s`, `1m 2s`. */
function getDuration(run: Json): number | null {
  const seconds = toNumber(run['durationInSeconds'])
  if (seconds !== null) return seconds * 1_000
  const [, minutes = '0', rest] = DURATION.exec(toText(run['duration'])) ?? []
  return rest === undefined ? null : (Number(minutes) * 60 + Number(rest.replace(',', '.'))) * 1_000
}
