/** Reads TRX, the result file of Visual Studio and `dotnet test --logger trx` (schema vstst.xsd). */
import {
  addDraftCase,
  CUT,
  claimed,
  type DotnetCase,
  type DotnetDraft,
  type DotnetVerdict,
  finish,
  newDraft,
  shownFailures,
  sumOf,
  UNKNOWN,
} from '../dotnet/draft.ts'
import { addScriptTests, type ScriptTest, scriptTest, type TestMethod } from '../dotnet/scripts.ts'
import { type DotnetFailureText, spanToMs } from '../dotnet/values.ts'
import { type Bytes, LIMITS, LimitError, type ParsedReport, type ReportFormat } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { getRoot, readXmlReport } from '../xml/report.ts'
import { own } from '../xml/text.ts'
import type { Attributes } from '../xml/xml.ts'

const RESULT = /^(?:Unit|Generic|Manual|Web|Load|CodedWeb)?TestResult(?:Aggregation)?$/
const RESULTS = ['UnitTestResult', 'GenericTestResult', 'ManualTestResult', 'WebTestResult', 'LoadTestResult']
const WANTS = new Set([
  ...RESULTS,
  'CodedWebTestResult',
  'TestResult',
  'TestResultAggregation',
  'UnitTest',
  'TestMethod',
  'ResultSummary',
  'Counters',
  'RunInfo',
  'ErrorInfo',
])
const TEXTS = new Set(['Message', 'StackTrace', 'Text', 'StdOut', 'StdErr', 'DebugTrace'])
/** Messages of the run; those of a test are in its result. */
const OUTPUTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Output', new Set(['StdOut', 'StdErr', 'DebugTrace'])],
  ['TextMessages', new Set(['Message'])],
])
const error = (kind: 'error' | 'timeout' | 'crash' | 'infrastructure'): DotnetVerdict => ({
  is: 'failed',
  kind,
  element: 'error',
})
const SKIPPED: DotnetVerdict = { is: 'skipped' }

/** Every outcome of the schema; an absent outcome means the first one, Error. */
const VERDICTS: ReadonlyMap<string, DotnetVerdict> = new Map([
  ['', error('error')],
  ['Error', error('error')],
  ['Failed', { is: 'failed', element: 'failure' }],
  ['Timeout', error('timeout')],
  ['Aborted', error('crash')],
  ['Inconclusive', { is: 'skipped', odd: 'inconclusive' }],
  ['PassedButRunAborted', { is: 'passed' }],
  ['NotRunnable', error('error')],
  ['NotExecuted', SKIPPED],
  ['Disconnected', error('infrastructure')],
  ['Warning', { is: 'skipped', odd: 'with a warning' }],
  ['Passed', { is: 'passed' }],
  ['Completed', { is: 'skipped', odd: 'completed' }],
  ['InProgress', error('crash')],
  ['Pending', SKIPPED],
])
const FAILING = ['failed', 'error', 'timeout', 'aborted', 'notRunnable', 'disconnected']
/** A run with this outcome counts as failed, whatever its tests report. */
const BAD_RUNS = new Set(['Aborted', 'Timeout', 'Error', 'Disconnected', 'InProgress'])
/** Adapters repeat the failures of tests as errors of the run; the platform repeats its exit code. */
const ECHO = /^\s*\[[\w.]+ [\d:.]+\][^\n]*\[FAIL\]\s*$|^Exit code indicates failure/

export const trx: ReportFormat = {
  about:
    'TRX of Visual Studio: MSTest, `dotnet test --logger trx`, Microsoft.Testing.Platform, and the TRX reporters of mocha, Jest, Karma and Protractor',
  source: 'Visual Studio, Xml/Schemas/vstst.xsd',
  limits: 'from Protractor: whether a passed test was skipped, and all suites but the innermost',
  looksLike: (head) => getRoot(head)?.name === 'TestRun',
  parse: parseTrx,
}

interface Result {
  readonly attributes: Attributes
  readonly isRow: boolean
  /** True for a result that only summarises inner results. */
  inner: number
  innerFailing: number
  message: string
  stack: string
  hasError: boolean
}

interface Reading {
  readonly open: Result[]
  readonly results: { readonly testId: string; readonly test: DotnetCase; readonly result: Result }[]
  readonly methods: Map<string, TestMethod>
  /** The rows of each test. */
  readonly rows: Map<string, { count: number; failing: number }>
  unitTest: string
  runInfo: string
  readonly infos: { readonly outcome: string; readonly text: string }[]
  summary: string
  counters: Attributes | null
}

/** @throws ReportError when it is not a TRX report, or a limit is passed. */
function parseTrx(bytes: Bytes): ParsedReport {
  const reading: Reading = {
    open: [],
    results: [],
    methods: new Map(),
    rows: new Map(),
    unitTest: '',
    runInfo: '',
    infos: [],
    summary: '',
    counters: null,
  }
  const end = readXmlReport(bytes, {
    roots: new Set(['TestRun']),
    wants: WANTS,
    texts: TEXTS,
    open: (name, attributes) => openElement(reading, name, attributes),
    close: (name, text, parent) => closeElement(reading, name, text, parent),
    isOutput: (name, parent) => reading.open.length === 0 && OUTPUTS.get(parent)?.has(name) === true,
  })
  if (end.brokenBy !== null) while (reading.open.length > 0) closeResult(reading, true)
  const draft = newDraft()
  const others = addTests(draft, reading)
  addRun(draft, reading)
  const { counters, summary } = reading
  const total = claimed(counters?.get('total'))
  return finish(draft, 'trx', end, {
    tests: total === null ? null : total - others,
    failing: sumOf(...FAILING.map((key) => claimed(counters?.get(key)))),
    hasFailed: summary === 'Failed',
  })
}

/** @returns the number of results that belong to no test. */
function addTests(draft: DotnetDraft, reading: Reading): number {
  const scripts: ScriptTest[] = []
  for (const { testId, test, result } of reading.results) {
    if (isSum(reading, testId, result, test)) continue
    const method = reading.methods.get(testId)
    const script = scriptTest(test, method)
    if (script === null) addDraftCase(draft, { ...test, className: method?.className ?? '' })
    else scripts.push(script)
  }
  return addScriptTests(draft, scripts)
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  if (RESULT.test(name)) openResult(reading, attributes)
  else if (name === 'ErrorInfo') {
    const result = reading.open.at(-1)
    if (result) result.hasError = true
  } else if (name === 'UnitTest') reading.unitTest = attributes.get('id') ?? ''
  else if (name === 'TestMethod') addMethod(reading, attributes)
  else if (name === 'RunInfo') reading.runInfo = attributes.get('outcome') ?? ''
  else if (name === 'ResultSummary') reading.summary = attributes.get('outcome') ?? ''
  else if (name === 'Counters') reading.counters = attributes
}

function openResult(reading: Reading, attributes: Attributes): void {
  const isRow = attributes.get('resultType') === 'DataDrivenDataRow' || reading.open.length > 0
  reading.open.push({ attributes, isRow, inner: 0, innerFailing: 0, message: '', stack: '', hasError: false })
}

/** `N.C, Assembly, Version=…` -> `N.C`. */
function addMethod({ methods, unitTest }: Reading, attributes: Attributes): void {
  const className = attributes.get('className') ?? ''
  const codeBase = own(attributes.get('codeBase') ?? '')
  if (unitTest !== '' && methods.size < LIMITS.tests)
    methods.set(own(unitTest), {
      className: own(className.replace(/,.*$/s, '')),
      codeBase,
      name: own(attributes.get('name') ?? ''),
    })
}

function closeElement(reading: Reading, name: string, text: string, parent: string): void {
  const result = reading.open.at(-1)
  if (parent === 'ErrorInfo' && result !== undefined) {
    if (name === 'Message') result.message = text
    if (name === 'StackTrace') result.stack = text
  } else if (parent === 'RunInfo' && name === 'Text')
    reading.infos.push({ outcome: reading.runInfo, text: text.trim() })
  else if (RESULT.test(name) && result !== undefined) closeResult(reading, false)
}

function closeResult(reading: Reading, isTruncated: boolean): void {
  const result = reading.open.pop()
  if (result === undefined) return
  if (reading.results.length >= LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
  const test = toDotnetCase(result, isTruncated)
  const testId = own(result.attributes.get('testId') ?? '')
  const isFailing = test.verdict.is === 'failed' || result.hasError
  const outer = reading.open.at(-1)
  if (outer !== undefined) {
    outer.inner += 1
    if (isFailing) outer.innerFailing += 1
  }
  if (result.isRow) {
    const rows = reading.rows.get(testId) ?? { count: 0, failing: 0 }
    reading.rows.set(testId, { count: rows.count + 1, failing: rows.failing + (isFailing ? 1 : 0) })
  }
  reading.results.push({ testId, test, result })
}

function toDotnetCase({ attributes, message, stack, hasError }: Result, isTruncated: boolean): DotnetCase {
  const rawOutcome = attributes.get('outcome') ?? ''
  const failureText: DotnetFailureText | null = hasError ? { message, stack, type: null } : null
  return {
    className: '',
    name: attributes.get('testName') ?? '',
    durationMs: spanToMs(attributes.get('duration')),
    verdict: isTruncated ? CUT.verdict : (VERDICTS.get(rawOutcome) ?? UNKNOWN),
    rawOutcome: rawOutcome || 'Error',
    failure: isTruncated ? CUT.failure : failureText,
  }
}

/** A result that summarises its rows is a test only if it failed and no row did. */
function isSum({ rows }: Reading, testId: string, result: Result, { verdict }: DotnetCase): boolean {
  const beside = result.attributes.get('resultType') === 'DataDrivenTest' ? rows.get(testId) : undefined
  const count = result.inner + (beside?.count ?? 0)
  const failing = result.innerFailing + (beside?.failing ?? 0)
  return count > 0 && (verdict.is !== 'failed' || failing > 0)
}

function addRun(draft: DotnetDraft, { infos, summary, counters, results }: Reading): void {
  const shown = shownFailures(draft)
  for (const { outcome, text } of infos) {
    if (outcome === 'Warning') draft.warnings.push(text)
    else if (!(shown > 0 && ECHO.test(text)) && VERDICTS.get(outcome)?.is !== 'passed')
      draft.runErrors.push(text || `the report says of the run: ${outcome}`)
  }
  const aborted = Math.max(claimed(counters?.get('passedButRunAborted')) ?? 0, results.filter(isAborted).length)
  if (BAD_RUNS.has(summary)) draft.runErrors.push(`the report says of the run: ${summary}`)
  if (aborted > 0 && draft.runErrors.length === 0) draft.runErrors.push(abortedAfter(aborted))
}

const isAborted = ({ test }: { readonly test: DotnetCase }) => test.rawOutcome === 'PassedButRunAborted'

const abortedAfter = (tests: number) =>
  `the report says that the run was aborted after ${tests === 1 ? '1 test of it' : `${tests} tests of it`} had passed`
