/** Reads Qt Test (`-o file,xml`): a class, its functions, and an incident for each data row. */
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { type CaseOutcome, OUTCOME } from '../json/report.ts'
import { newXmlCases, type XmlCases, xmlReport } from '../xml/cases.ts'
import { getAttribute, getChild, getNumber, readNodes, type XmlNode } from '../xml/nodes.ts'
import { getRoot } from '../xml/report.ts'

const ROOTS = new Set(['TestCase'])
/** Set-up and tear-down of the class. */
const HOOKS = new Set(['initTestCase', 'cleanupTestCase'])
/** Ranks incidents: the worst one of a row counts, and an expected failure is not a plain pass. */
const ORDER = ['pass', 'bpass', 'xfail', 'bxfail', 'skip', 'bskip', 'bfail', 'bxpass', 'xpass', 'fail']

export const qtestXml: ReportFormat = {
  about: 'Qt Test `-o file,xml`: Qt 5 and 6, with rows of data, expected failures and functions that set up',
  source: 'https://doc.qt.io/qt-6/qtest-overview.html',
  limits: 'the file of a test that passed; the duration of a row; failures of blacklisted tests (skipped)',
  looksLike: (head) => getRoot(head)?.name === 'TestCase' && /<QtVersion>|<QTestVersion>|<TestFunction\s/.test(head),
  parse: parseQtest,
}

/** @throws ReportError for another root. */
function parseQtest(bytes: Bytes): ParsedReport {
  const found = newXmlCases()
  const end = readNodes(bytes, {
    roots: ROOTS,
    whole: (name) => name === 'TestFunction',
    take: (node, isTruncated) => takeFunction(found, node, isTruncated),
    open: (name, attributes) => {
      if (name === 'TestCase') found.groups.push(attributes.get('name') ?? '')
    },
  })
  return xmlReport('qtest-xml', found, end)
}

function takeFunction(found: XmlCases, node: XmlNode, isTruncated: boolean): void {
  const name = getAttribute(node, 'name')
  const rows = getRows(node)
  const milliseconds = getNumber(getChild(node, 'Duration')?.attributes.get('msecs'))
  if (isTruncated || rows.size === 0) found.add(found.keep.died(), { name })
  for (const [row, incident] of rows) {
    const outcome = toOutcome(found, incident)
    const durationMs = rows.size === 1 ? milliseconds : null
    if (!HOOKS.has(name)) found.add(outcome, { name: row === '' ? name : `${name}(${row})`, durationMs })
    else if (outcome.failure !== null) found.addHook(found.groups, `${name}: ${outcome.failure.message}`)
  }
}

/** Returns the rows by tag, in order; a function without data has one row without a tag. */
function getRows(node: XmlNode): ReadonlyMap<string, XmlNode> {
  const rows = new Map<string, XmlNode>()
  for (const one of node.children) {
    const type = getAttribute(one, 'type')
    if (one.name !== 'Incident' && !(one.name === 'Message' && type === 'skip')) continue
    const row = (getChild(one, 'DataTag')?.text ?? '').trim()
    const known = rows.get(row)
    if (known === undefined || getRank(type) > getRank(getAttribute(known, 'type'))) rows.set(row, one)
  }
  return rows
}

/** An unknown type counts as the worst outcome. */
const getRank = (type: string) => (ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length)

function toOutcome({ keep }: XmlCases, incident: XmlNode): CaseOutcome {
  const type = getAttribute(incident, 'type')
  const message = (getChild(incident, 'Description')?.text ?? '').trim()
  const line = getNumber(getAttribute(incident, 'line'))
  const file = getAttribute(incident, 'file')
  if (type === 'pass' || type === 'bpass') return OUTCOME.passed
  if (type === 'xfail' || type === 'bxfail') return OUTCOME.expectedFailure
  if (type === 'skip' || type === 'bskip' || type === 'bfail' || type === 'bxpass') return OUTCOME.skipped
  if (type === 'xpass') return keep.unexpectedSuccess(message || 'passed unexpectedly', line)
  if (type !== 'fail') return keep.unknown(type)
  const detail = file === '' ? message : `${message}\n    at ${file}:${line}`
  return keep.failing({ message: message || 'the report gives no reason', detail, line, element: 'failure' })
}
