/** Reads xUnit.net's own XML: versions 2 and 3, and the classes of version 1. https://xunit.net/docs/format-xml-v3 */
import {
  addDraftCase,
  addHook,
  CUT,
  claimed,
  type DotnetDraft,
  type DotnetVerdict,
  finish,
  newDraft,
  sumOf,
  UNKNOWN,
} from '../dotnet/draft.ts'
import { hookIn } from '../dotnet/scripts.ts'
import { type DotnetFailureText, secondsToMs } from '../dotnet/values.ts'
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { getRoot, readXmlReport } from '../xml/report.ts'
import type { Attributes } from '../xml/xml.ts'

const ROOTS = new Set(['assemblies', 'assembly'])
const WANTS = new Set(['assembly', 'test', 'error', 'failure'])
const TEXTS = new Set(['message', 'stack-trace'])
/** Other documents have an `<assembly>` too. */
const OF_TESTS = /\s(?:run-date|test-framework|total|passed|failed)\s*=/
const NONE: Attributes = new Map()

const VERDICTS: ReadonlyMap<string, DotnetVerdict> = new Map([
  ['Pass', { is: 'passed' }],
  ['Fail', { is: 'failed', element: 'failure' }],
  ['Skip', { is: 'skipped' }],
  // An explicit test that the run did not select.
  ['NotRun', { is: 'skipped' }],
])

export const xunitNet: ReportFormat = {
  about: 'XML of xUnit.net: versions 2 and 3 (`--xml`, `-xml`, the logger of the same name), and mocha-xunit-reporter',
  source: 'https://xunit.net/docs/format-xml-v3',
  limits: 'from Mocha: pending tests without an option, and tests that a hook kept from starting',
  looksLike: (head) => {
    const root = getRoot(head)
    return root?.name === 'assemblies' || (root?.name === 'assembly' && OF_TESTS.test(root.attributes))
  },
  parse: parseXunit,
}

interface Reading {
  readonly draft: DotnetDraft
  test: Attributes | null
  error: Attributes | null
  type: string | null
  failureText: { message: string; stack: string } | null
  tests: number | null
  /** Reported as tests. */
  hooks: number
  failing: number | null
}

/** @throws ReportError when it is no such report or a limit is passed. */
function parseXunit(bytes: Bytes): ParsedReport {
  const reading: Reading = {
    draft: newDraft(),
    test: null,
    error: null,
    type: null,
    failureText: null,
    tests: null,
    hooks: 0,
    failing: null,
  }
  const end = readXmlReport(bytes, {
    roots: ROOTS,
    wants: WANTS,
    texts: TEXTS,
    open: (name, attributes) => openElement(reading, name, attributes),
    close: (name, text, parent) => closeElement(reading, name, text, parent),
  })
  if (end.brokenBy !== null && reading.test !== null) closeTest(reading, true)
  const { draft, failing, hooks } = reading
  const tests = reading.tests === null ? null : reading.tests - hooks
  return finish(draft, 'xunit-net', end, { tests, failing, hasFailed: false })
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  if (name === 'assembly') {
    reading.tests = sumOf(reading.tests, claimed(attributes.get('total')))
    reading.failing = sumOf(reading.failing, claimed(attributes.get('failed')), claimed(attributes.get('errors')))
  } else if (name === 'test') reading.test = attributes
  else if (name === 'error') reading.error = attributes
  else if (name === 'failure' && reading.failureText === null) {
    reading.type = attributes.get('exception-type') ?? null
    reading.failureText = { message: '', stack: '' }
  }
}

function closeElement(reading: Reading, name: string, text: string, parent: string): void {
  const { failureText } = reading
  if (parent === 'failure' && failureText !== null) {
    if (name === 'message') failureText.message ||= text
    if (name === 'stack-trace') failureText.stack ||= text
  } else if (name === 'test' && reading.test !== null) closeTest(reading, false)
  else if (name === 'error') closeError(reading)
}

function closeTest(reading: Reading, isTruncated: boolean): void {
  const test = reading.test ?? NONE
  const rawOutcome = test.get('result') ?? ''
  if (!test.has('type') && rawOutcome === 'Fail' && !isTruncated && closeHook(reading, test.get('name') ?? '')) return
  addDraftCase(reading.draft, {
    className: test.get('type') ?? '',
    name: test.get('name') ?? '',
    file: test.get('source-file') ?? null,
    durationMs: secondsToMs(test.get('time')),
    verdict: isTruncated ? CUT.verdict : (VERDICTS.get(rawOutcome) ?? UNKNOWN),
    rawOutcome,
    failure: isTruncated ? CUT.failure : getFailureText(reading),
  })
  reading.test = null
}

/** mocha-xunit-reporter tells a hook that failed as a test; true when this was one. */
function closeHook(reading: Reading, name: string): boolean {
  const hook = hookIn(name)
  if (hook === null) return false
  addHook(reading.draft, hook.suite, `${hook.title}: ${getFailureText(reading)?.message ?? 'it failed'}`)
  reading.hooks += 1
  reading.test = null
  return true
}

/** What failed outside of any test: the clean-up of a class, collection or assembly, or the run itself. */
function closeError(reading: Reading): void {
  const name = reading.error?.get('name') ?? ''
  const type = reading.error?.get('type') ?? 'error'
  const message = getFailureText(reading)?.message || `the report says «${type}» and no more`
  if (type === 'fatal' || name === '') reading.draft.runErrors.push(message)
  else addHook(reading.draft, name, message)
  reading.error = null
}

function getFailureText(reading: Reading): DotnetFailureText | null {
  const { failureText, type } = reading
  reading.failureText = null
  reading.type = null
  return failureText === null ? null : { ...failureText, type }
}
