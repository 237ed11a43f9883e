/** Reads the XML of Catch2 (2 and 3) and of doctest, which copied it. */
import type { FailureKind } from '../../core/model/test-run.ts'
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { type CaseOutcome, OUTCOME } from '../json/report.ts'
import { newXmlCases, type XmlCases, xmlReport } from '../xml/cases.ts'
import { allIn, getAttribute, getChild, getNodeText, getNumber, readNodes, type XmlNode } from '../xml/nodes.ts'
import { getRoot } from '../xml/report.ts'

const CATCH2 = new Set(['Catch', 'Catch2TestRun'])
const DOCTEST = new Set(['doctest'])
/** Elements that report a failure, and its kind where the element defines one. */
const FAILURES: ReadonlyMap<string, FailureKind | null> = new Map([
  ['Expression', 'assertion'],
  ['Failure', 'assertion'],
  ['Message', 'assertion'],
  ['Exception', null],
  ['FatalErrorCondition', 'crash'],
])

export const catch2Xml: ReportFormat = {
  about: 'Catch2 `-r xml`: versions 2 and 3, with the exceptions and expansions that its JUnit loses',
  source: 'https://github.com/catchorg/Catch2/blob/devel/docs/reporters.md',
  limits: 'which run of a section an assertion belongs to',
  looksLike: (head) => CATCH2.has(getRoot(head)?.name ?? ''),
  parse: (bytes) => parse('catch2-xml', CATCH2, bytes),
}

export const doctestXml: ReportFormat = {
  about: 'doctest `-r=xml`: with skipped tests, exceptions and failures that were expected',
  source: 'https://github.com/doctest/doctest/blob/master/doc/markdown/reporters.md',
  limits: 'subcases, which are part of their test',
  looksLike: (head) => DOCTEST.has(getRoot(head)?.name ?? ''),
  parse: (bytes) => parse('doctest-xml', DOCTEST, bytes),
}

/** @throws ReportError for another root. */
function parse(format: string, roots: ReadonlySet<string>, bytes: Bytes): ParsedReport {
  const found = newXmlCases()
  const end = readNodes(bytes, {
    roots,
    whole: (name) => name === 'TestCase',
    take: (node, isTruncated) => takeCase(found, node, isTruncated),
    open: (name, attributes) => {
      // A group of Catch2 is the program.
      if (name === 'TestSuite') found.groups.push(attributes.get('name') ?? '')
    },
    close: (name) => {
      if (name === 'TestSuite') found.groups.pop()
    },
  })
  return xmlReport(format, found, end)
}

function takeCase(found: XmlCases, node: XmlNode, isTruncated: boolean): void {
  const result = getChild(node, 'OverallResult', 'OverallResultsAsserts')
  const seconds = getNumber(result?.attributes.get('durationInSeconds') ?? result?.attributes.get('duration'))
  const place = {
    name: getAttribute(node, 'name'),
    file: getAttribute(node, 'filename') || null,
    durationMs: seconds === null ? null : seconds * 1_000,
  }
  if (isTruncated) found.addCut(place)
  else found.add(toOutcome(found, node, result), place)
}

function toOutcome({ keep }: XmlCases, node: XmlNode, result: XmlNode | undefined): CaseOutcome {
  if (node.attributes.get('skipped') === 'true') return OUTCOME.skipped
  const success = result?.attributes.get('success') ?? result?.attributes.get('test_case_success')
  const bad = Iterator.from(allIn(node)).find(isFailure)
  const line = getNumber(bad?.attributes.get('line'))
  if (success === 'true') {
    if (bad !== undefined) return OUTCOME.expectedFailure
    return Number(result?.attributes.get('skips') ?? 0) > 0 ? OUTCOME.skipped : OUTCOME.passed
  }
  if (success !== 'false') return keep.unknown(success)
  if (bad !== undefined) return keep.failing({ ...getFailureText(bad), line })
  const isMeant = /\[!shouldfail\]/i.test(getAttribute(node, 'tags')) || getAttribute(node, 'should_fail') === 'true'
  if (isMeant) return keep.unexpectedSuccess('the test was expected to fail, and passed')
  return keep.failing({ message: 'the report says that the test failed, and no more', element: 'failure' })
}

function isFailure({ name, attributes }: XmlNode): boolean {
  if (name === 'Expression') return attributes.get('success') === 'false'
  if (name === 'Message') return /error/i.test(attributes.get('type') ?? '')
  return FAILURES.has(name)
}

/** `REQUIRE( 1 + 1 == 3 ): 2 == 3`; an error that an expression threw is an exception. */
function getFailureText(bad: XmlNode) {
  const thrown = getChild(bad, 'Exception', 'FatalErrorCondition')
  if (bad.name === 'Expression' && thrown === undefined) {
    const check = `${getAttribute(bad, 'type')}( ${getNodeText(getChild(bad, 'Original'))} )`
    return { message: `${check}: ${getNodeText(getChild(bad, 'Expanded'))}`, kind: 'assertion' as const }
  }
  const node = thrown ?? bad
  const kind = node.attributes.get('crash') === 'true' ? 'crash' : FAILURES.get(node.name)
  const message = getNodeText(getChild(node, 'Text') ?? node) || `<${node.name}> and no more`
  return { message, element: 'error' as const, ...(kind && { kind }) }
}
