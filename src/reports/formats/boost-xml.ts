/** Reads Boost.Test: its log (`--log_format=XML`) and its result report (`--report_format=XML`). */
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { type CaseOutcome, OUTCOME } from '../json/report.ts'
import { newXmlCases, type XmlCases, xmlReport } from '../xml/cases.ts'
import { getAttribute, getChild, getNodeText, getNumber, readNodes, type XmlNode } from '../xml/nodes.ts'
import { getRoot } from '../xml/report.ts'

const ROOTS = new Set(['TestLog', 'TestResult'])
const FAILURES = ['Error', 'FatalError', 'Exception']
const OUTSIDE = new Set(FAILURES)

export const boostXml: ReportFormat = {
  about:
    'Boost.Test: log and report of results as XML (`--log_format=XML`, `--report_format=XML`; with `--log_level=test_suite` or `--report_level=detailed`)',
  source: 'https://www.boost.org/doc/libs/release/libs/test/doc/html/boost_test/test_output.html',
  limits:
    'in a log: expected failures (they fail), and passing tests below the level `test_suite`; in a report of results: messages of failures, and disabled tests',
  looksLike: (head) => ROOTS.has(getRoot(head)?.name ?? ''),
  parse: parseBoost,
}

/** @throws ReportError for another root. */
function parseBoost(bytes: Bytes): ParsedReport {
  const found = newXmlCases()
  const end = readNodes(bytes, {
    roots: ROOTS,
    whole: (name) => name === 'TestCase' || OUTSIDE.has(name),
    take: (node, isTruncated) =>
      node.name === 'TestCase' ? takeCase(found, node, isTruncated) : takeOutside(found, node),
    open: (name, attributes) => {
      if (name === 'TestSuite') found.groups.push(attributes.get('name') ?? '')
    },
    close: (name) => {
      if (name === 'TestSuite') found.groups.pop()
    },
  })
  return xmlReport('boost-xml', found, end)
}

/** The outermost suite is the program. */
const suiteIn = ({ groups }: XmlCases) => groups.slice(1)

function takeOutside(found: XmlCases, node: XmlNode): void {
  found.addHook(suiteIn(found), getNodeText(node) || `the report says <${node.name}> outside of any test`)
}

function takeCase(found: XmlCases, node: XmlNode, isTruncated: boolean): void {
  const microseconds = getNumber(getChild(node, 'TestingTime')?.text)
  const place = {
    name: getAttribute(node, 'name'),
    suite: suiteIn(found),
    file: getAttribute(node, 'file') || null,
    durationMs: microseconds === null ? null : microseconds / 1_000,
  }
  if (isTruncated) found.addCut(place)
  else found.add(getAttribute(node, 'result') === '' ? endOfLog(found, node) : endOfResult(found, node), place)
}

function endOfLog({ keep }: XmlCases, node: XmlNode): CaseOutcome {
  if (getAttribute(node, 'skipped') === 'yes') return OUTCOME.skipped
  const bad = getChild(node, ...FAILURES)
  if (bad === undefined) return OUTCOME.passed
  const line =
    getNumber(bad.attributes.get('line')) || getNumber(getChild(bad, 'LastCheckpoint')?.attributes.get('line'))
  const isThrown = bad.name === 'Exception'
  const detail = isThrown
    ? null
    : node.children
        .filter((child) => FAILURES.includes(child.name))
        .map(getNodeText)
        .join('\n')
  const message = getNodeText(bad) || `<${bad.name}> and no more`
  return keep.failing({ message, detail, line, element: isThrown ? 'error' : 'failure' })
}

function endOfResult({ keep }: XmlCases, node: XmlNode): CaseOutcome {
  const result = getAttribute(node, 'result')
  const failed = Number(getAttribute(node, 'assertions_failed') || 0)
  if (result.startsWith('passed')) return failed > 0 ? OUTCOME.expectedFailure : OUTCOME.passed
  if (result === 'skipped') return OUTCOME.skipped
  if (result !== 'failed' && result !== 'aborted') return keep.unknown(result)
  const message = `the report says «${result}» with ${failed} failed assertions, and no more`
  return keep.failing({ message, kind: 'unknown' })
}
