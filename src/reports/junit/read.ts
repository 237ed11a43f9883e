/** Turns the tokens of a JUnit document into raw cases, keeping no more text than the limits allow. */
import { MAX_MESSAGE, MAX_STACK } from '../../core/test-run.ts'
import { type Bytes, LIMITS, ReportError } from '../format.ts'
import { cleanText, plainText } from '../text.ts'
import { type Attributes, tokenizeXml, type XmlEnd } from '../xml.ts'
import { own } from '../xml-text.ts'
import { addClaim, claim } from './claims.ts'
import { readProperty, sniffCase, sniffRoot, sniffSuite, suiteFile } from './dialect.ts'
import type { RawCase, RawProblem, RawReport, RawSuite } from './raw.ts'

/** More than MAX_STACK, so that cleaning and cutting has something to work on; bodies beyond it are passed by. */
const BODY = MAX_STACK * 2
/** Most cases have no problem and no words: one list for all of them. */
const NONE: readonly never[] = []
const WANTED = new Set(['testsuites', 'testsuite', 'testcase', 'failure', 'error', 'skipped'])
const TRIED_AGAIN = /^(?:rerun|flaky)(?:Failure|Error)$/

interface Reading {
  readonly report: RawReport
  readonly warnings: string[]
  suite: RawSuite | null
  /** Suites that are open, whole documents included. */
  suiteDepth: number
  readonly open: RawCase[]
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
  lastClass: string
}

/** @throws ReportError when a limit is passed. Broken structure is in `end.brokenBy`. */
export function readJunit(bytes: Bytes): { report: RawReport; end: XmlEnd; warnings: readonly string[] } {
  const report = emptyReport()
  const reading: Reading = {
    report,
    warnings: [],
    suite: null,
    suiteDepth: 0,
    open: [],
    body: null,
    depth: 0,
    kept: 0,
    lastClass: '',
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

function emptyReport(): RawReport {
  return {
    dialect: 'unknown',
    cases: [],
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
  for (const raw of reading.open) raw.isCut = true
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  reading.depth += 1
  if (reading.body !== null) return
  if (name === 'testsuites') openRoot(reading, attributes)
  else if (name === 'testsuite') openSuite(reading, attributes)
  else if (name === 'testcase') openCase(reading, attributes)
  else if (name === 'failure' || name === 'error') openProblem(reading, name, attributes)
  else if (name === 'skipped') skip(reading, attributes)
  else if (name === 'property') readProperty(reading.report, reading.open.at(-1), attributes)
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
    name: attributes.has('doctest_version') ? '' : title(attributes.get('name')),
    file: suiteFile(report, attributes, path(attributes)),
    hostname: optional(attributes.get('hostname')),
    parent: reading.suite,
  }
}

function openCase(reading: Reading, attributes: Attributes): void {
  const { report } = reading
  report.isJunit = true
  if (report.cases.length >= LIMITS.tests)
    throw new ReportError(`the report has more tests than limit tests (${LIMITS.tests})`)
  sniffCase(report, attributes)
  const raw: RawCase = {
    suite: reading.suite,
    name: title(attributes.get('name')),
    className: className(reading, attributes),
    file: path(attributes) ?? null,
    durationMs: milliseconds(attributes.get('time') ?? attributes.get('duration')),
    words: words(attributes),
    skipped: null,
    problems: NONE,
    retries: 0,
    isFlaky: false,
    isCut: false,
  }
  report.cases.push(raw)
  reading.open.push(raw)
}

function words(attributes: Attributes): readonly string[] {
  const status = attributes.get('status')
  const result = attributes.get('result')
  if (!status && !result) return NONE
  return [status, result].flatMap((word) => (word ? [own(word.slice(0, 40)).toLowerCase()] : []))
}

/** Neighbours share their class: one string for all of them. */
function className(reading: Reading, attributes: Attributes): string {
  const name = attributes.get('classname') ?? attributes.get('class') ?? ''
  if (name !== reading.lastClass) reading.lastClass = title(name)
  return name === reading.lastClass ? reading.lastClass : title(name)
}

function skip(reading: Reading, attributes: Attributes): void {
  const raw = reading.open.at(-1)
  if (raw)
    raw.skipped = {
      type: own((attributes.get('type') ?? '').slice(0, 200)),
      message: cleanText(own(attributes.get('message') ?? ''), 200),
    }
}

function tryAgain(reading: Reading, name: string): void {
  const raw = reading.open.at(-1)
  if (!raw) return
  raw.retries += 1
  if (name.startsWith('flaky')) raw.isFlaky = true
}

function openProblem(reading: Reading, element: 'failure' | 'error', attributes: Attributes): void {
  const message = cleanText(own(attributes.get('message') ?? ''), MAX_MESSAGE)
  const type = optional(attributes.get('type')?.slice(0, 300))
  reading.body = { element, message, type, depth: reading.depth, pieces: [], size: 0 }
}

/** libtest writes what a test said of its failure into its output. */
function openOutput(reading: Reading): void {
  const raw = reading.open.at(-1)
  const [problem] = raw?.problems ?? NONE
  if (reading.report.dialect !== 'libtest' || raw === undefined || problem === undefined || problem.text !== '') return
  raw.problems = NONE
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
  const raw = reading.open.at(-1)
  if (raw) raw.problems = [...raw.problems, problem]
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

/** Seconds with or without thousands separators; Go writes negative zeros. */
function milliseconds(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const seconds = Number(text.includes(',') ? text.replaceAll(',', '') : text)
  return Number.isFinite(seconds) ? Math.max(0, Math.round(seconds * 1e6) / 1e3) : null
}

function title(text: string | undefined): string {
  return text === undefined ? '' : plainText(own(text.slice(0, MAX_MESSAGE)))
}

function path(attributes: Attributes): string | null {
  return optional(attributes.get('file') ?? attributes.get('filepath'))
}

function optional(text: string | undefined): string | null {
  return text ? own(text.slice(0, MAX_MESSAGE)) : null
}
