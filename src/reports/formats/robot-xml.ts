/** Reads Robot Framework's `output.xml`, versions 3 to 7. */
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { type CaseOutcome, OUTCOME } from '../json/report.ts'
import { newXmlCases, type XmlCases, xmlReport } from '../xml/cases.ts'
import { getAttribute, getNumber, readNodes, type XmlNode } from '../xml/nodes.ts'
import { getRoot } from '../xml/report.ts'

const ROOTS = new Set(['robot'])
/** Skipped, because the status contains the result and there may be many keywords. */
const PASSED_BY = new Set([
  ...['kw', 'for', 'while', 'if', 'try', 'group', 'branch', 'iter', 'return', 'break', 'continue', 'error'],
  ...['doc', 'tag', 'tags', 'metadata', 'meta', 'var', 'timeout', 'statistics', 'errors', 'arguments'],
])
/** The message of a test whose suite set-up or tear-down failed. */
const OF_PARENT = /^(?:Parent suite setup failed|Skipped in parent suite setup)/
const MISSING = /^No keyword with name '/

export const robotXml: ReportFormat = {
  about: 'Robot Framework `output.xml`: with files, skips, and set-ups of suites that failed',
  source: 'https://github.com/robotframework/robotframework/tree/master/doc/schema',
  limits: 'the failing keyword; import errors (the tests that need the import fail)',
  looksLike: (head) => getRoot(head)?.name === 'robot',
  parse: parseRobot,
}

/** @throws ReportError for another root. */
function parseRobot(bytes: Bytes): ParsedReport {
  const found = newXmlCases()
  const files: (string | null)[] = []
  const end = readNodes(bytes, {
    roots: ROOTS,
    passed: PASSED_BY,
    whole: (name, parent) => name === 'test' || (name === 'status' && parent === 'suite'),
    take: (node, isTruncated) =>
      node.name === 'test' ? takeTest(found, node, files.at(-1) ?? null, isTruncated) : takeSuite(found, node),
    open: (name, attributes) => {
      if (name !== 'suite') return
      found.groups.push(attributes.get('name') ?? '')
      files.push(attributes.get('source') ?? null)
    },
    close: (name) => {
      if (name !== 'suite') return
      found.groups.pop()
      files.pop()
    },
  })
  return xmlReport('robot-xml', found, end)
}

/** A suite has a message only when its set-up or tear-down failed. */
function takeSuite(found: XmlCases, status: XmlNode): void {
  const message = status.text.trim()
  if (getAttribute(status, 'status') === 'FAIL' && message !== '') found.addHook([...found.groups], message)
}

function takeTest(found: XmlCases, node: XmlNode, source: string | null, isTruncated: boolean): void {
  const status = node.children.findLast(({ name }) => name === 'status')
  const line = getNumber(getAttribute(node, 'line'))
  const seconds = getNumber(status?.attributes.get('elapsed'))
  const durationMs = seconds === null ? null : seconds * 1_000
  const place = { name: getAttribute(node, 'name'), file: source, durationMs }
  if (isTruncated || status === undefined) found.addCut(place)
  else found.add(toOutcome(found, status, line), place)
}

function toOutcome({ keep }: XmlCases, status: XmlNode, line: number | null): CaseOutcome {
  const word = getAttribute(status, 'status')
  const text = status.text.trim()
  if (word === 'PASS') return OUTCOME.passed
  if (word === 'SKIP' || word === 'NOT_RUN' || word === 'NOT RUN')
    return OF_PARENT.test(text) ? OUTCOME.notRun : OUTCOME.skipped
  if (word !== 'FAIL') return keep.unknown(word)
  if (OF_PARENT.test(text)) return OUTCOME.notRun
  const message = text || 'the report gives no reason'
  return keep.failing({ message, line, element: MISSING.test(text) ? 'error' : 'failure' })
}
