/** TestNG's own `testng-results.xml`. */
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { claim, type Ending, failing, PASSED, SKIPPED, unknownStatus } from '../json/report.ts'
import { newXmlCases, type XmlCases, xmlReport } from '../xml/cases.ts'
import { attributeOf, childOf, numberOf, readNodes, type XmlNode } from '../xml/nodes.ts'
import { rootOf } from '../xml/report.ts'

const ROOTS = new Set(['testng-results'])
const PASSED_BY = new Set(['reporter-output', 'attributes', 'groups'])

export const testngXml: ReportFormat = {
  about: 'TestNG `testng-results.xml`: with configuration methods and skips, which its JUnit loses',
  cannotSay: 'rows of a data provider apart, but by their order; that a skipped test was tried again',
  looksLike: (head) => rootOf(head)?.name === 'testng-results',
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
    take: (node, isCut) => takeMethod(found, node, isCut),
    open: (name, attributes) => {
      if (name === 'class') found.groups.push(attributes.get('name') ?? '')
      else if (name === 'testng-results') failed = numberOf(attributes.get('failed')) ?? 0
    },
    close: (name) => {
      if (name === 'class') found.groups.pop()
    },
  })
  const bad = found.cases.filter(({ failure }) => failure !== null).length + found.hooks.length
  found.claims.push(...claim(failed, bad, 'failed'))
  return xmlReport('testng-xml', found, end)
}

function takeMethod(found: XmlCases, node: XmlNode, isCut: boolean): void {
  const [className = ''] = found.groups
  const name = attributeOf(node, 'name')
  const place = { name, className, durationMs: numberOf(attributeOf(node, 'duration-ms')) }
  const ending = endingOf(found, node)
  if (isCut) found.addCut(place)
  else if (attributeOf(node, 'is-config') !== 'true') found.add(ending, place)
  else if (ending.failure !== null) found.addHook(found.groups, `${name}: ${ending.failure.message}`)
}

function endingOf({ keep }: XmlCases, node: XmlNode): Ending {
  const status = attributeOf(node, 'status')
  if (status === 'PASS') return PASSED
  if (status === 'SKIP') return SKIPPED
  if (status !== 'FAIL') return unknownStatus(status, keep)
  const exception = childOf(node, 'exception')
  const type = exception?.attributes.get('class') ?? null
  const said = (name: string) => (exception && childOf(exception, name)?.text.trim()) || ''
  const detail = said('full-stacktrace') || said('short-stacktrace')
  const message = said('message') || detail.split('\n', 1)[0] || 'the report gives no reason'
  return failing(keep({ message, type, detail, element: type === null ? 'failure' : null }))
}
