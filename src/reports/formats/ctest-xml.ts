/** Reads CTest's `Test.xml` (`ctest -T Test`), the format that CDash accepts. */
import type { FailureKind } from '../../core/model/test-run.ts'
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { type CaseOutcome, claim, OUTCOME } from '../json/report.ts'
import { newXmlCases, type XmlCases, xmlReport } from '../xml/cases.ts'
import { getAttribute, getChild, getNumber, readNodes, type XmlNode } from '../xml/nodes.ts'
import { getRoot } from '../xml/report.ts'

const ROOTS = new Set(['Site'])
const NOT_RUN = /^(?:Disabled$|SKIP_)/
const KINDS: ReadonlyMap<string, FailureKind> = new Map([
  ['Timeout', 'timeout'],
  ['SEGFAULT', 'crash'],
  ['ILLEGAL', 'crash'],
  ['INTERRUPT', 'crash'],
  ['NUMERICAL', 'crash'],
  ['Child aborted', 'crash'],
  ['Bus error', 'crash'],
  ['OTHER_FAULT', 'crash'],
])

export const ctestXml: ReportFormat = {
  about: 'CTest `Test.xml` (`ctest -T Test`): with time-outs, crashes and programs that were not built',
  source: 'https://cmake.org/cmake/help/latest/manual/ctest.1.html',
  limits: 'the file of a test; an expected failure (it passes); retries; compressed output',
  looksLike: (head) => getRoot(head)?.name === 'Site' && /<Testing>/.test(head),
  parse: parseCtest,
}

/** @throws ReportError for another root. */
function parseCtest(bytes: Bytes): ParsedReport {
  const found = newXmlCases()
  let listed = 0
  const end = readNodes(bytes, {
    roots: ROOTS,
    whole: (name, parent) => name === 'Test' && (parent === 'Testing' || parent === 'TestList'),
    take: (node, isTruncated) => {
      if (node.attributes.has('Status')) takeTest(found, node, isTruncated)
      else listed += 1
    },
  })
  found.claims.push(...claim(listed, found.cases.length, 'listed tests'))
  return xmlReport('ctest-xml', found, end)
}

function takeTest(found: XmlCases, node: XmlNode, isTruncated: boolean): void {
  const results = getChild(node, 'Results')
  const measured = (name: string) =>
    getChild(results?.children.find((one) => getAttribute(one, 'name') === name) ?? node, 'Value')?.text.trim() ?? ''
  const seconds = getNumber(measured('Execution Time'))
  const name = getChild(node, 'Name')?.text.trim() ?? ''
  const place = { name, durationMs: seconds === null ? null : seconds * 1_000 }
  const value = getChild(
    results && getChild(results, 'Measurement') ? (getChild(results, 'Measurement') as XmlNode) : node,
    'Value',
  )
  const output = value?.attributes.has('compression') === true ? '' : (value?.text ?? '')
  if (isTruncated) found.addCut(place)
  else found.add(toOutcome(found, getAttribute(node, 'Status'), measured, output), place)
}

function toOutcome(
  { keep }: XmlCases,
  status: string,
  measured: (name: string) => string,
  output: string,
): CaseOutcome {
  const completion = measured('Completion Status')
  if (status === 'passed') return OUTCOME.passed
  if (status === 'notrun' && NOT_RUN.test(completion)) return OUTCOME.skipped
  if (status === 'notrun') return keep.failing({ message: completion || 'the test was not run', kind: 'error' })
  if (status !== 'failed') return keep.unknown(status)
  const code = measured('Exit Code')
  const kind = KINDS.get(code) ?? KINDS.get(completion)
  const text = [code, completion].filter((word) => word !== '' && word !== 'Completed').join(', ')
  return keep.failing({ message: text || 'the test failed', detail: output, element: 'failure', ...(kind && { kind }) })
}
