/** Converts the tokens of a JUnit document into raw cases, within the limits on text. */
import { LIMITS, LimitError } from '../format.ts'
import { type OutputEnd, outputEnd } from '../output.ts'
import { cleanText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import type { Attributes, Tokenize, XmlEnd } from '../xml/xml.ts'
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
import { addClaim, claimTotals } from './declared-totals.ts'
import { ATTEMPTS, getMeaning, unknownProblem, WANTED } from './elements.ts'
import { commentsFor } from './late.ts'
import { detectByCase, detectByRoot, detectBySuite, readProperty, suiteFile } from './producer.ts'
import { emptyRawReport, type RawCase, type RawReport, type RawSuite } from './raw.ts'
import { type CaseTagReader, newStatus } from './says.ts'
import { cleanTitle, duration, getClassName, getStatuses, isSaying, optional, path, truncateTo } from './values.ts'

/** Shared by all cases without problems or status attributes. */
const NONE: readonly never[] = []
/** Elements elsewhere do not belong to JUnit. */
const ROOTS = new Set(['testsuites', 'testsuite', 'testcase'])

interface Reading {
  readonly report: RawReport
  readonly warnings: string[]
  suite: RawSuite | null
  /** The number of open suites, including whole documents. */
  suiteDepth: number
  /** The open cases. */
  readonly open: RawCase[]
  body: CaseBody | null
  depth: number
  readonly kept: Kept
  readonly output: OutputEnd
  /** The depth of the open output element outside of cases. */
  outputDepth: number | null
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
  const report = emptyRawReport()
  const reading: Reading = {
    report,
    warnings: [],
    suite: null,
    suiteDepth: 0,
    open: [],
    body: null,
    depth: 0,
    kept: { text: 0, attempts: 0 },
    output: outputEnd(),
    outputDepth: null,
    says: newStatus(),
    isForeign: false,
  }
  const end = tokenize({
    wantsAttributes: (name) =>
      WANTED.has(name) ||
      (name === 'property' && (reading.open.length === 0 || report.producer === 'node-tap')) ||
      (reading.open.length > 0 && isSaying(name)),
    wantsText: () => {
      if (reading.outputDepth !== null) return reading.outputDepth === reading.depth
      return reading.body === null ? reading.says.wantsText() : wantsText(reading.body, reading.kept)
    },
    ...commentsFor(report),
    open: (name, attributes) => openElement(reading, name, attributes),
    close: (name) => closeElement(reading, name),
    text: (text) => {
      if (reading.outputDepth !== null) reading.output.add(text)
      else if (reading.body) addText(reading.body, text)
      else reading.says.text(text)
    },
  })
  if (end.brokenBy !== null) truncate(reading)
  return {
    report,
    end,
    output: reading.output.text(),
    warnings: [...end.warnings, ...reading.warnings],
  }
}

/** Marks the failure and the cases that were open at the end of a truncated document. */
function truncate(reading: Reading): void {
  if (reading.body !== null) closeProblem(reading)
  for (const test of reading.open) test.isTruncated = true
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
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
  const test = reading.open.pop()
  if (test !== undefined) reading.says.endCase(test)
}

function readOwnProperty(reading: Reading, attributes: Attributes): void {
  readProperty(reading.report, reading.open.at(-1) ?? null, attributes)
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

function openCase({ report, open, suite }: Reading, attributes: Attributes): void {
  const { cases } = report
  report.isJunit = true
  if (cases.length >= LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
  detectByCase(report, attributes)
  const test: RawCase = {
    suite,
    name: cleanTitle(attributes.get('name') ?? ''),
    className: getClassName(attributes, cases.at(-1)?.className ?? ''),
    file: path(attributes),
    durationMs: duration(attributes),
    statuses: getStatuses(attributes),
    skipped: null,
    problems: NONE,
    retries: 0,
    attempts: NONE,
    isFlaky: false,
    isTruncated: false,
  }
  cases.push(test)
  open.push(test)
}

function skip(reading: Reading, attributes: Attributes): void {
  const inside = reading.open.at(-1)
  const type = truncateTo(attributes.get('type') ?? '', 200)
  if (inside) inside.skipped = { type, message: cleanText(attributes.get('message') ?? '', 200) }
}

function openOther(reading: Reading, name: string, attributes: Attributes): void {
  const element = ATTEMPTS.get(name)
  const meaning = element === undefined ? getMeaning(name) : null
  if (isSaying(name)) reading.says.open(name, attributes, reading.depth)
  else if (element !== undefined) tryAgain(reading, name, getHead(element, attributes))
  else if (meaning === 'failed') reading.body = newBody(unknownProblem(`<${truncateTo(name, 40)}>`), reading.depth)
  else if (meaning === 'not-run') skip(reading, attributes)
}

function tryAgain(reading: Reading, name: string, head: ReturnType<typeof getHead>): void {
  const inside = reading.open.at(-1)
  if (inside === undefined) return
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
    reading.output.add('\n')
  } else if (name === 'system-out') openTestOutput(reading)
}

/** libtest writes the panic of a test into its output. */
function openTestOutput(reading: Reading): void {
  if (reading.report.producer !== 'libtest') return
  const inside = reading.open.at(-1)
  const [problem] = inside?.problems ?? NONE
  if (inside === undefined || problem === undefined || problem.text !== '') return
  inside.problems = NONE
  reading.body = newBody(problem, reading.depth)
}

function closeProblem(reading: Reading): void {
  const { body, report, kept, warnings } = reading
  if (body === null) return
  reading.body = null
  const inside = reading.open.at(-1)
  const problem = problemIn(body)
  if (body.isAttempt && inside) addAttempt(inside, problem, kept, warnings)
  else if (inside) inside.problems = [...inside.problems, boundedBody(problem, kept, warnings)]
  else report.unattached.push({ suite: reading.suite, problem: boundedBody(problem, kept, warnings) })
}
