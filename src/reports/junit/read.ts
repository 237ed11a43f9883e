/** Converts the tokens of a JUnit document into raw cases, within the limits on text. */
import { LIMITS, LimitError } from '../format.ts'
import { endOf } from '../output.ts'
import { cleanText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import { type WrittenEnd, writtenEnd } from '../xml/skip.ts'
import type { Attributes, TagAttributes, Tokenize, XmlEnd } from '../xml/xml.ts'
import {
  addAttempt,
  addText,
  boundedBody,
  type CaseBody,
  closeInside,
  getHead,
  type Kept,
  newBody,
  openInside,
  problemIn,
  wantsText,
} from './body.ts'
import { type GrowingCases, getShared, growingCases, type Shared } from './cases.ts'
import { addClaim, claimTotals } from './declared-totals.ts'
import { ATTEMPTS, getMeaning, unknownProblem, WANTED } from './elements.ts'
import { commentsFor } from './late.ts'
import { detectByCase, detectByRoot, detectBySuite, readProperty, suiteFile } from './producer.ts'
import { emptyRawReport, type Inside, type RawReport, type RawSuite } from './raw.ts'
import { type CaseTagReader, newStatus } from './says.ts'
import { cleanTitle } from './titles.ts'
import { duration, isSaying, optional, path, truncateTo } from './values.ts'

/** Shared by all cases without problems or status attributes. */
const NONE: readonly never[] = []
const NEWLINE = Buffer.from('\n')
/** Elements elsewhere do not belong to JUnit. */
const ROOTS = new Set(['testsuites', 'testsuite', 'testcase'])

interface Reading {
  readonly report: RawReport
  readonly cases: GrowingCases
  readonly warnings: string[]
  suite: RawSuite | null
  /** The number of open suites, including whole documents. */
  suiteDepth: number
  /** Numbers of the open cases. */
  readonly open: number[]
  body: CaseBody | null
  depth: number
  readonly kept: Kept
  readonly output: WrittenEnd
  /** The depth of the open output element outside of cases. */
  outputDepth: number | null
  shared: Shared
  readonly says: CaseTagReader
  isForeign: boolean
}

interface JunitDocument {
  readonly report: RawReport
  readonly end: XmlEnd
  /** Output of suites or of the run. */
  readonly output: string
  readonly warnings: readonly string[]
}

/** Reads the document. @throws ReportError when a limit is passed. Malformed structure is in `end.brokenBy`. */
export function readJunit(tokenize: Tokenize): JunitDocument {
  const cases = growingCases()
  const report = emptyRawReport(cases)
  const reading: Reading = {
    report,
    cases,
    warnings: [],
    suite: null,
    suiteDepth: 0,
    open: [],
    body: null,
    depth: 0,
    kept: { text: 0, attempts: 0 },
    output: writtenEnd(),
    outputDepth: null,
    shared: { suite: null, className: '', file: null, statuses: NONE },
    says: newStatus(),
    isForeign: false,
  }
  const end = tokenize({
    wantsAttributes: (name) =>
      WANTED.has(name) ||
      (name === 'property' && (reading.open.length === 0 || report.producer === 'node-tap')) ||
      (reading.open.length > 0 && isSaying(name)),
    wantsText: () => (reading.body === null ? reading.says.wantsText() : wantsText(reading.body, reading.kept)),
    wantsEnd: () => reading.outputDepth === reading.depth,
    passed: reading.output,
    ...commentsFor(report),
    open: (name, attributes) => openElement(reading, name, attributes),
    close: (name) => closeElement(reading, name),
    text: (text) => {
      if (reading.body) addText(reading.body, text)
      else reading.says.text(text)
    },
  })
  if (end.brokenBy !== null) truncate(reading)
  return {
    report,
    end,
    output: endOf(reading.output.text()),
    warnings: [...end.warnings, ...reading.warnings],
  }
}

/** Marks the failure and the cases that were open at the end of a truncated document. */
function truncate(reading: Reading): void {
  if (reading.body !== null) closeProblem(reading)
  for (const number of reading.open) reading.cases.insideOf(number).isTruncated = true
}

/** Returns the details of the open case; null outside of cases. */
function getInside({ cases, open }: Reading): Inside | null {
  const number = open.at(-1)
  return number === undefined ? null : cases.insideOf(number)
}

function openElement(reading: Reading, name: string, attributes: TagAttributes): void {
  reading.depth += 1
  if (reading.depth === 1) reading.isForeign = !ROOTS.has(name)
  if (reading.isForeign) return
  if (reading.body !== null) openInside(reading.body, name, reading.depth)
  else if (name === 'testsuites') openRoot(reading, attributes)
  else if (name === 'testsuite') openSuite(reading, attributes)
  else if (name === 'testcase') openCase(reading, attributes)
  else if (name === 'failure' || name === 'error') openProblem(reading, name, attributes)
  else if (name === 'skipped') skip(reading, attributes)
  else if (name === 'property') readOwnProperty(reading, attributes)
  else if (name === 'system-out' || name === 'system-err') openOutput(reading, name)
  else if (reading.open.length > 0) openOther(reading, name, attributes)
  else if (name !== 'properties' && reading.outputDepth === null) reading.report.unknownElement ??= truncateTo(name, 40)
}

function closeElement(reading: Reading, name: string): void {
  if (reading.body?.depth === reading.depth) closeProblem(reading)
  else if (reading.body !== null) closeInside(reading.body, reading.depth)
  else if (reading.outputDepth === reading.depth) reading.outputDepth = null
  else {
    if (name === 'testsuite') {
      reading.suite = reading.suite?.parent ?? null
      reading.suiteDepth -= 1
    } else if (name === 'testcase') endCase(reading)
    else reading.says.close(reading.depth)
  }
  reading.depth -= 1
}

function endCase(reading: Reading): void {
  reading.says.endCase(() => getInside(reading) as Inside)
  reading.open.pop()
}

function readOwnProperty(reading: Reading, attributes: Attributes): void {
  readProperty(reading.report, reading.open.length === 0 ? null : () => getInside(reading) as Inside, attributes)
}

function openRoot(reading: Reading, attributes: Attributes): void {
  reading.report.isJunit = true
  detectByRoot(reading.report, attributes)
  claimTotals(reading.report, reading.report.claims, attributes)
}

function openSuite(reading: Reading, attributes: Attributes): void {
  const { report } = reading
  report.isJunit = true
  detectBySuite(report, attributes)
  if (reading.suiteDepth === 0) addClaim(report, attributes)
  reading.suiteDepth += 1
  reading.suite = {
    // doctest names its only suite after the path of its binary.
    name: attributes.has('doctest_version') ? '' : cleanTitle(attributes.get('name') ?? ''),
    file: suiteFile(report, attributes, path(attributes)),
    hostname: optional(attributes.get('hostname')),
    packageName: optional(attributes.get('package')),
    parent: reading.suite,
  }
}

function openCase(reading: Reading, attributes: TagAttributes): void {
  const { report, cases } = reading
  report.isJunit = true
  if (cases.length >= LIMITS.tests) throw new LimitError(reportTexts.reportHasTooManyTests(LIMITS.tests))
  detectByCase(report, attributes)
  const durationMs = duration(attributes)
  reading.shared = getShared(reading.suite, reading.shared, attributes)
  attributes.written('name', cases.writeName)
  reading.open.push(cases.add(reading.shared, durationMs))
}

function skip(reading: Reading, attributes: Attributes): void {
  const inside = getInside(reading)
  const type = truncateTo(attributes.get('type') ?? '', 200)
  if (inside) inside.skipped = { type, message: cleanText(attributes.get('message') ?? '', 200) }
}

function openOther(reading: Reading, name: string, attributes: TagAttributes): void {
  const element = ATTEMPTS.get(name)
  const meaning = element === undefined ? getMeaning(name) : null
  if (isSaying(name)) reading.says.open(name, attributes, reading.depth)
  else if (element !== undefined) tryAgain(reading, name, getHead(element, attributes))
  else if (meaning === 'failed') reading.body = newBody(unknownProblem(`<${truncateTo(name, 40)}>`), reading.depth)
  else if (meaning === 'not-run') skip(reading, attributes)
}

function tryAgain(reading: Reading, name: string, head: ReturnType<typeof getHead>): void {
  const inside = getInside(reading)
  if (inside === null) return
  inside.retries += 1
  if (name.startsWith('flaky')) inside.isFlaky = true
  reading.body = newBody(head, reading.depth, true)
}

function openProblem(reading: Reading, element: 'failure' | 'error', attributes: Attributes): void {
  reading.body = newBody(getHead(element, attributes), reading.depth)
}

function openOutput(reading: Reading, name: string): void {
  if (reading.open.length === 0) {
    reading.outputDepth = reading.depth
    reading.output.add(NEWLINE, 0, NEWLINE.length, false)
  } else if (name === 'system-out') openTestOutput(reading)
}

/** libtest writes the panic of a test into its output. */
function openTestOutput(reading: Reading): void {
  if (reading.report.producer !== 'libtest') return
  const inside = getInside(reading)
  const [problem] = inside?.problems ?? NONE
  if (inside === null || problem === undefined || problem.text !== '') return
  inside.problems = NONE
  reading.body = newBody(problem, reading.depth)
}

function closeProblem(reading: Reading): void {
  const { body, report, kept, warnings } = reading
  if (body === null) return
  reading.body = null
  const inside = getInside(reading)
  const problem = problemIn(body)
  if (body.isAttempt && inside) addAttempt(inside, problem, kept, warnings)
  else if (inside) inside.problems = [...inside.problems, boundedBody(problem, kept, warnings)]
  else report.unattached.push({ suite: reading.suite, problem: boundedBody(problem, kept, warnings) })
}
