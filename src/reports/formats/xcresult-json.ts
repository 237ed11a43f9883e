/** Reads what `xcrun xcresulttool get test-results tests` prints of a result bundle: XCTest and Swift Testing. */
import type { HookFailure } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { documentHead, readJsonDocument } from '../json/document.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toObjects, toText } from '../json/json.ts'
import { createHookFailure, type Keeper, toJsonReport } from '../json/report.ts'
import { getMessages, getXcresultCases } from './xcresult-case.ts'

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
