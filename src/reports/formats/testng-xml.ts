/** Reads TestNG's own `testng-results.xml`. */
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { type CaseOutcome, claim, OUTCOME } from '../json/report.ts'
import { newXmlCases, type XmlCases, xmlReport } from '../xml/cases.ts'
import { getAttribute, getChild, getNumber, readNodes, type XmlNode } from '../xml/nodes.ts'
import { getRoot } from '../xml/report.ts'

const ROOTS = new Set(['testng-results'])
const PASSED_BY = new Set(['reporter-output', 'attributes', 'groups'])

export const testngXml: ReportFormat = {
  about: 'TestNG `testng-results.xml`: with configuration methods and skips, which its JUnit loses',
  source: 'https://testng.org/',
  limits: 'names of the rows of a data provider, which only their order identifies; retries of a skipped test',
  looksLike: (head) => getRoot(head)?.name === 'testng-results',
  parse: parseTestng,
}

/** @throws ReportError for another root. */
function parseTestng(bytes: Bytes): ParsedReport {
  const found = newXmlCases()
  let failed = 0
  const end = readNodes(bytes, {
    roots: ROOTS,
    passed: PASSED_BY,
    whole: (name) => name === 'test-method',
    take: (node, isTruncated) => takeMethod(found, node, isTruncated),
    open: (name, attributes) => {
      if (name === 'class') found.groups.push(attributes.get('name') ?? '')
      else if (name === 'testng-results') failed = getNumber(attributes.get('failed')) ?? 0
    },
    close: (name) => {
      if (name === 'class') found.groups.pop()
    },
  })
  const bad = found.cases.filter(({ failure }) => failure !== null).length + found.hooks.length
  found.claims.push(...claim(failed, bad, 'failed'))
  return xmlReport('testng-xml', found, end)
}

function takeMethod(found: XmlCases, node: XmlNode, isTruncated: boolean): void {
  const [className = ''] = found.groups
  const name = getAttribute(node, 'name')
  const place = { name, className, durationMs: getNumber(getAttribute(node, 'duration-ms')) }
  const outcome = toOutcome(found, node)
  if (isTruncated) found.addCut(place)
  else if (getAttribute(node, 'is-config') !== 'true') found.add(outcome, place)
  else if (outcome.failure !== null) found.addHook(found.groups, `${name}: ${outcome.failure.message}`)
}

function toOutcome({ keep }: XmlCases, node: XmlNode): CaseOutcome {
  const status = getAttribute(node, 'status')
  if (status === 'PASS') return OUTCOME.passed
  if (status === 'SKIP') return OUTCOME.skipped
  if (status !== 'FAIL') return keep.unknown(status)
  const exception = getChild(node, 'exception')
  const type = exception?.attributes.get('class') ?? null
  const getText = (name: string) => (exception && getChild(exception, name)?.text.trim()) || ''
  const detail = getText('full-stacktrace') || getText('short-stacktrace')
  const message = getText('message') || detail.split('\n', 1)[0] || 'the report gives no reason'
  return keep.failing({ message, type, detail, element: type === null ? 'failure' : null })
}
