/** Reads the suites of NUnit 2 and 3: their tests, and suites that failed on their own. */
import { addDraftCase, addDraftLoadError, addHook, CUT, type DotnetDraft, type DotnetVerdict } from '../dotnet/draft.ts'
import { inJavaScript } from '../dotnet/scripts.ts'
import { type DotnetFailureText, secondsToMs } from '../dotnet/values.ts'
import type { Bytes } from '../format.ts'
import { isFileName } from '../junit/raw.ts'
import { truncateTo } from '../junit/values.ts'
import { reportTexts } from '../texts.ts'
import { readXmlReport, type XmlReportEnd } from '../xml/report.ts'
import { own } from '../xml/text.ts'
import type { Attributes } from '../xml/xml.ts'

/** The differences of one version. */
export interface NunitVersion {
  readonly root: string
  readonly verdictOf: (test: Attributes) => DotnetVerdict
  /** Returns class or fixture and name of a test. */
  readonly placeOf: (test: Attributes, suite: NunitSuite | null) => NunitPlace
  /** Returns the name of a suite for hooks and load errors. */
  readonly nameOf: (suite: NunitSuite) => string
}

export interface NunitPlace {
  readonly className: string
  readonly titles: readonly string[]
  readonly name: string
  readonly file?: string
  readonly variant?: string | null
  /** True for JavaScript, whose failures have another format. */
  readonly isScript?: boolean
}

export interface NunitSuite {
  readonly attributes: Attributes
  readonly parent: NunitSuite | null
  isEmpty: boolean
  /** Number of tests and suites inside that failed or were prevented from running. */
  failing: number
  failureText: DotnetFailureText | null
  reason: string
}

interface Reading {
  readonly draft: DotnetDraft
  readonly version: NunitVersion
  suite: NunitSuite | null
  test: Attributes | null
  testFailure: DotnetFailureText | null
  /** Message and stack of the open `<failure>` or `<reason>`. */
  open: { message: string; stack: string } | null
  root: Attributes | null
  /** The first element beside the suites that NUnit does not have. */
  unknown: string | null
}

const WANTS = new Set(['test-run', 'test-results', 'test-suite', 'test-case', 'failure', 'assertion'])
const BESIDE_SUITES = new Set([
  'filter',
  'environment',
  'culture-info',
  'settings',
  'properties',
  'attachments',
  'reason',
])
/** Elements whose children contain the reason. */
const TEXT_PARENTS = new Set(['failure', 'reason', 'assertion'])
const TEXTS = new Set(['message', 'stack-trace', 'output', 'command-line'])
/** The message of a suite in which only a child failed. */
const CHILD = /^(?:One or more child tests had |Child test failed)/
const SILENT = reportTexts.suiteFailedSilently

/** Reads the report. @throws ReportError for other documents, or when a limit is passed. */
export function readNunit(
  bytes: Bytes,
  version: NunitVersion,
  draft: DotnetDraft,
): { readonly end: XmlReportEnd; readonly root: Attributes | null; readonly unknown: string | null } {
  const reading: Reading = {
    draft,
    version,
    suite: null,
    test: null,
    testFailure: null,
    open: null,
    root: null,
    unknown: null,
  }
  const end = readXmlReport(bytes, {
    roots: new Set([version.root]),
    wants: WANTS,
    texts: TEXTS,
    open: (name, attributes, parent) => openElement(reading, name, attributes, parent),
    close: (name, text, parent) => closeElement(reading, name, text, parent),
    isOutput: (name) => name === 'output' && reading.test === null,
  })
  if (end.brokenBy !== null && reading.test !== null) closeTest(reading, true)
  return { end, root: reading.root, unknown: reading.unknown }
}

function openElement(reading: Reading, name: string, attributes: Attributes, parent: string): void {
  if (parent === '') reading.root ??= attributes
  if (name === 'test-suite')
    reading.suite = { attributes, parent: reading.suite, isEmpty: true, failing: 0, failureText: null, reason: '' }
  else if (name === 'test-case') reading.test = attributes
  else if (name === 'failure' || name === 'reason' || isFailedAssertion(name, attributes))
    reading.open = { message: '', stack: '' }
  else if (parent === reading.version.root && !BESIDE_SUITES.has(name)) reading.unknown ??= truncateTo(name, 40)
}

/** NUnit 3 lists assertions after the failure of the test, and may list one in a passed test. */
function isFailedAssertion(name: string, attributes: Attributes): boolean {
  return name === 'assertion' && /^(?:Failed|Error)/.test(attributes.get('result') ?? '')
}

function closeElement(reading: Reading, name: string, text: string, parent: string): void {
  const { open } = reading
  if (open !== null && TEXT_PARENTS.has(parent)) {
    if (name === 'message') open.message ||= text
    if (name === 'stack-trace') open.stack ||= text
  } else if (name === 'failure' || (name === 'assertion' && open !== null)) closeFailure(reading)
  else if (name === 'reason') {
    if (reading.test === null && reading.suite !== null) reading.suite.reason = open?.message ?? ''
    reading.open = null
  } else if (name === 'test-case' && reading.test !== null) closeTest(reading, false)
  else if (name === 'test-suite') closeSuite(reading)
}

/** Keeps the first failure of a test, which is its cause. */
function closeFailure(reading: Reading): void {
  const failureText: DotnetFailureText = { ...(reading.open ?? { message: '', stack: '' }), type: null }
  reading.open = null
  if (reading.test !== null) reading.testFailure ??= failureText
  else if (reading.suite !== null) reading.suite.failureText ??= failureText
}

function closeTest(reading: Reading, isTruncated: boolean): void {
  const { draft, version, suite, test, testFailure } = reading
  if (test === null) return
  const verdict = isTruncated ? CUT.verdict : settled(reading, version.verdictOf(test))
  const { isScript, ...place } = version.placeOf(test, suite)
  const failureText = isTruncated ? CUT.failure : testFailure
  addDraftCase(draft, {
    ...place,
    durationMs: secondsToMs(test.get('duration') ?? test.get('time')),
    verdict,
    rawOutcome: getOutput(test),
    failure: isScript === true && failureText !== null ? inJavaScript(failureText) : failureText,
  })
  if (suite !== null) suite.isEmpty = false
  if (suite !== null && (verdict.is === 'failed' || verdict.is === 'not-run' || testFailure !== null))
    suite.failing += 1
  reading.test = null
  reading.testFailure = null
}

/** Tests of a suite without set-up, or one that cannot run, did not fail: they did not run. */
function settled({ suite, test, testFailure }: Reading, verdict: DotnetVerdict): DotnetVerdict {
  if (verdict.is !== 'failed') return verdict
  const isKept = test?.get('site') === 'Parent' || KEPT.test(testFailure?.message ?? '')
  return isKept || isInInvalid(suite) ? { is: 'not-run' } : verdict
}

const KEPT = /^(?:OneTimeSetUp: |TestFixtureSetUp failed in )/

function getOutput(element: Attributes): string {
  return element.get('result') ?? element.get('success') ?? ''
}

function isInvalid({ attributes }: NunitSuite): boolean {
  const site = attributes.get('site')
  if (site === 'Parent' || site === 'Child') return false
  return [attributes.get('runstate'), attributes.get('result'), attributes.get('label')].some(
    (word) => word === 'NotRunnable' || word === 'Invalid',
  )
}

function isInInvalid(suite: NunitSuite | null): boolean {
  for (let at = suite; at !== null; at = at.parent) if (isInvalid(at)) return true
  return false
}

function closeSuite(reading: Reading): void {
  const { suite } = reading
  if (suite === null) return
  judge(reading, suite)
  reading.suite = suite.parent
  if (suite.isEmpty && isScriptSuite(suite)) reading.draft.emptyFiles.push(own(suite.attributes.get('name') ?? ''))
  if (suite.parent !== null) suite.parent.failing += suite.failing
}

/** jest-nunit-reporter writes one suite per file, and nothing about a file that did not load. */
export function isScriptSuite({ attributes, parent }: NunitSuite): boolean {
  return parent === null && isFileName(attributes.get('name') ?? '')
}

/** Reports a suite that cannot run as a load error, and one that failed on its own as a hook. */
function judge({ draft, version }: Reading, suite: NunitSuite): void {
  const { failureText, parent } = suite
  const name = version.nameOf(suite)
  if (isInvalid(suite)) {
    if (isInInvalid(parent)) return
    addDraftLoadError(draft, name, failureText?.message.trim() || suite.reason.trim() || 'it cannot be run')
  } else if (suite.attributes.get('site') === 'Parent') return
  else if (failureText !== null && !CHILD.test(failureText.message)) addHook(draft, name, failureText.message)
  else if (hasFailed(suite.attributes) && suite.failing === 0) addHook(draft, name, SILENT)
  else return
  suite.failing += 1
}

export function hasFailed(element: Attributes): boolean {
  return /^(?:Fail|Error|Cancelled)/.test(element.get('result') ?? '') || /^false$/i.test(element.get('success') ?? '')
}
