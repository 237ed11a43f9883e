/** Turns the tokens of a JUnit document into raw cases, keeping no more text than the limits allow. */
import { MAX_MESSAGE, MAX_STACK } from '../../core/test-run.ts'
import { type Bytes, LIMITS, ReportError } from '../format.ts'
import { cleanText } from '../text.ts'
import { type Attributes, type TagAttributes, tokenizeXml, type XmlEnd } from '../xml.ts'
import { own } from '../xml-text.ts'
import { type GrowingCases, growingCases, type Shared, title } from './cases.ts'
import { addClaim, claim } from './claims.ts'
import { readProperty, sniffCase, sniffRoot, sniffSuite, suiteFile } from './dialect.ts'
import type { Inside, RawProblem, RawReport, RawSuite } from './raw.ts'
import { cutTo, milliseconds, optional, path, words } from './words.ts'

/** More than MAX_STACK, so that cleaning and cutting has something to work on; bodies beyond it are passed by. */
const BODY = MAX_STACK * 2
/** Most cases have no problem and no words: one list for all of them. */
const NONE: readonly never[] = []
const WANTED = new Set(['testsuites', 'testsuite', 'testcase', 'failure', 'error', 'skipped'])
const TRIED_AGAIN = /^(?:rerun|flaky)(?:Failure|Error)$/

interface Reading {
  readonly report: RawReport
  readonly cases: GrowingCases
  readonly warnings: string[]
  suite: RawSuite | null
  /** Suites that are open, whole documents included. */
  suiteDepth: number
  /** Numbers of the cases that are open. */
  readonly open: number[]
  body: {
    readonly element: 'failure' | 'error'
    readonly message: string
    readonly type: string | null
    readonly depth: number
    readonly pieces: string[]
    size: number
  } | null
  depth: number
  kept: number
  shared: Shared
}

/** @throws ReportError when a limit is passed. Broken structure is in `end.brokenBy`. */
export function readJunit(bytes: Bytes): { report: RawReport; end: XmlEnd; warnings: readonly string[] } {
  const cases = growingCases()
  const report = emptyReport(cases)
  const reading: Reading = {
    report,
    cases,
    warnings: [],
    suite: null,
    suiteDepth: 0,
    open: [],
    body: null,
    depth: 0,
    kept: 0,
    shared: { suite: null, className: '', file: null, words: NONE },
  }
  const end = tokenizeXml(bytes, {
    wantsAttributes: (name) =>
      WANTED.has(name) || (name === 'property' && (reading.open.length === 0 || report.dialect === 'node-tap')),
    wantsText: () => wantsText(reading),
    open: (name, attributes) => openElement(reading, name, attributes),
    close: (name) => closeElement(reading, name),
    text: (text) => {
      reading.body?.pieces.push(text)
      if (reading.body) reading.body.size += text.length
    },
  })
  if (end.brokenBy !== null) cutOff(reading)
  return { report, end, warnings: [...end.warnings, ...reading.warnings] }
}

/** Once the report's share of memory is used up, a body counts only where there is no message. */
function wantsText({ body, kept }: Reading): boolean {
  return body !== null && body.size < BODY && (kept <= LIMITS.keptText || body.message === '')
}

function emptyReport(cases: GrowingCases): RawReport {
  return {
    dialect: 'unknown',
    cases,
    strays: [],
    claims: { tests: null, failing: null, errors: 0 },
    suiteClaims: { tests: null, failing: null, errors: 0 },
    rootFile: null,
    isBareRoot: false,
    isJunit: false,
  }
}

/** Text of a failure and cases that were open when the document broke. */
function cutOff(reading: Reading): void {
  if (reading.body !== null) closeProblem(reading)
  for (const number of reading.open) reading.cases.insideOf(number).isCut = true
}

/** What is told inside of the case that is open; null outside of any. */
function insideOf({ cases, open }: Reading): Inside | null {
  const number = open.at(-1)
  return number === undefined ? null : cases.insideOf(number)
}

function openElement(reading: Reading, name: string, attributes: TagAttributes): void {
  reading.depth += 1
  if (reading.body !== null) return
  if (name === 'testsuites') openRoot(reading, attributes)
  else if (name === 'testsuite') openSuite(reading, attributes)
  else if (name === 'testcase') openCase(reading, attributes)
  else if (name === 'failure' || name === 'error') openProblem(reading, name, attributes)
  else if (name === 'skipped') skip(reading, attributes)
  else if (name === 'property') readOwnProperty(reading, attributes)
  else if (name === 'system-out') openOutput(reading)
  else if (TRIED_AGAIN.test(name)) tryAgain(reading, name)
}

function closeElement(reading: Reading, name: string): void {
  if (reading.body?.depth === reading.depth) closeProblem(reading)
  else if (reading.body === null) {
    if (name === 'testsuite') {
      reading.suite = reading.suite?.parent ?? null
      reading.suiteDepth -= 1
    } else if (name === 'testcase') reading.open.pop()
  }
  reading.depth -= 1
}

function readOwnProperty(reading: Reading, attributes: Attributes): void {
  const inside = reading.open.length === 0 ? null : () => insideOf(reading) as Inside
  readProperty(reading.report, inside, attributes)
}

function openRoot(reading: Reading, attributes: Attributes): void {
  reading.report.isJunit = true
  sniffRoot(reading.report, attributes)
  claim(reading.report.claims, attributes)
}

function openSuite(reading: Reading, attributes: Attributes): void {
  const { report } = reading
  report.isJunit = true
  sniffSuite(report, attributes)
  if (reading.suiteDepth === 0) addClaim(report, attributes)
  reading.suiteDepth += 1
  reading.suite = {
    // doctest names its only suite after the path of its binary.
    name: attributes.has('doctest_version') ? '' : title(attributes.get('name') ?? ''),
    file: suiteFile(report, attributes, path(attributes)),
    hostname: optional(attributes.get('hostname')),
    parent: reading.suite,
  }
}

function openCase(reading: Reading, attributes: TagAttributes): void {
  const { report, cases } = reading
  report.isJunit = true
  if (cases.length >= LIMITS.tests)
    throw new ReportError(`the report has more tests than limit tests (${LIMITS.tests})`)
  sniffCase(report, attributes)
  const durationMs = milliseconds(attributes.get('time') ?? attributes.get('duration'))
  reading.shared = sharedOf(reading, attributes)
  reading.open.push(cases.add(reading.shared, attributes.written('name') ?? '', durationMs))
}

/** That of the case before, where it is the same. */
function sharedOf({ suite, shared }: Reading, attributes: Attributes): Shared {
  const name = attributes.get('classname') ?? attributes.get('class') ?? ''
  const className = name === shared.className ? name : title(name)
  const file = path(attributes)
  const said = words(attributes)
  const isSame =
    suite === shared.suite &&
    className === shared.className &&
    file === shared.file &&
    said.length === shared.words.length &&
    said.every((word, n) => word === shared.words[n])
  return isSame ? shared : { suite, className, file, words: said }
}

function skip(reading: Reading, attributes: Attributes): void {
  const inside = insideOf(reading)
  if (inside)
    inside.skipped = {
      type: cutTo(attributes.get('type') ?? '', 200),
      message: cleanText(attributes.get('message') ?? '', 200),
    }
}

function tryAgain(reading: Reading, name: string): void {
  const inside = insideOf(reading)
  if (!inside) return
  inside.retries += 1
  if (name.startsWith('flaky')) inside.isFlaky = true
}

function openProblem(reading: Reading, element: 'failure' | 'error', attributes: Attributes): void {
  const message = cleanText(attributes.get('message') ?? '', MAX_MESSAGE)
  const type = optional(attributes.get('type'), 300)
  reading.body = { element, message, type, depth: reading.depth, pieces: [], size: 0 }
}

/** libtest writes what a test said of its failure into its output. */
function openOutput(reading: Reading): void {
  if (reading.report.dialect !== 'libtest') return
  const inside = insideOf(reading)
  const [problem] = inside?.problems ?? NONE
  if (inside === null || problem === undefined || problem.text !== '') return
  inside.problems = NONE
  const { element, message, type } = problem
  reading.body = { element, message, type, depth: reading.depth, pieces: [], size: 0 }
}

function closeProblem(reading: Reading): void {
  const { body, report } = reading
  if (body === null) return
  reading.body = null
  const problem = bounded(reading, {
    element: body.element,
    message: body.message,
    type: body.type,
    text: cleanText(own(body.pieces.join('').slice(0, BODY)), MAX_STACK),
  })
  const inside = insideOf(reading)
  if (inside) inside.problems = [...inside.problems, problem]
  else report.strays.push({ suite: reading.suite, problem })
}

/** Once the report's share of memory is used up, a failure keeps the first line of what it says. */
function bounded(reading: Reading, problem: RawProblem): RawProblem {
  reading.kept += problem.message.length + problem.text.length
  if (reading.kept <= LIMITS.keptText) return problem
  if (reading.warnings.length === 0)
    reading.warnings.push(`failures after limit keptText (${LIMITS.keptText}) keep their first line only`)
  const [first = ''] = (problem.message || problem.text).split('\n', 1)
  return { ...problem, message: cleanText(own(first), 200), text: '' }
}
