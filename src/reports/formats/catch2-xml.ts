/** The XML of Catch2 (2 and 3) and of doctest, which are of one descent. */
import type { FailureKind } from '../../core/model/test-run.ts'
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import {
  type Ending,
  EXPECTED_FAILURE,
  failing,
  PASSED,
  SKIPPED,
  unexpectedSuccess,
  unknownStatus,
} from '../json/report.ts'
import { newXmlCases, type XmlCases, xmlReport } from '../xml/cases.ts'
import { allIn, attributeOf, childOf, numberOf, readNodes, textOf, type XmlNode } from '../xml/nodes.ts'
import { rootOf } from '../xml/report.ts'

const CATCH2 = new Set(['Catch', 'Catch2TestRun'])
const DOCTEST = new Set(['doctest'])
/** What tells of a failure, and of which kind where its element says so. */
const FAILURES: ReadonlyMap<string, FailureKind | null> = new Map([
  ['Expression', 'assertion'],
  ['Failure', 'assertion'],
  ['Message', 'assertion'],
  ['Exception', null],
  ['FatalErrorCondition', 'crash'],
])

export const catch2Xml: ReportFormat = {
  about: 'Catch2 `-r xml`: versions 2 and 3, with the exceptions and expansions that its JUnit loses',
  cannotSay: 'whether an assertion inside of a section was of this run or of one before it',
  looksLike: (head) => CATCH2.has(rootOf(head)?.name ?? ''),
  parse: (bytes) => parse('catch2-xml', CATCH2, bytes),
}

export const doctestXml: ReportFormat = {
  about: 'doctest `-r=xml`: with skipped tests, exceptions and failures that were expected',
  cannotSay: 'sub-cases apart from their test',
  looksLike: (head) => DOCTEST.has(rootOf(head)?.name ?? ''),
  parse: (bytes) => parse('doctest-xml', DOCTEST, bytes),
}

/** @throws ReportError for another root. */
function parse(format: string, roots: ReadonlySet<string>, bytes: Bytes): ParsedReport {
  const found = newXmlCases()
  const end = readNodes(bytes, {
    roots,
    whole: (name) => name === 'TestCase',
    take: (node, isCut) => takeCase(found, node, isCut),
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

function takeCase(found: XmlCases, node: XmlNode, isCut: boolean): void {
  const result = childOf(node, 'OverallResult', 'OverallResultsAsserts')
  const seconds = numberOf(result?.attributes.get('durationInSeconds') ?? result?.attributes.get('duration'))
  const place = {
    name: attributeOf(node, 'name'),
    file: attributeOf(node, 'filename') || null,
    durationMs: seconds === null ? null : seconds * 1_000,
  }
  if (isCut) found.addCut(place)
  else found.add(endingOf(found, node, result), place)
}

function endingOf({ keep }: XmlCases, node: XmlNode, result: XmlNode | undefined): Ending {
  if (node.attributes.get('skipped') === 'true') return SKIPPED
  const said = result?.attributes.get('success') ?? result?.attributes.get('test_case_success')
  const bad = Iterator.from(allIn(node)).find(isFailure)
  const line = numberOf(bad?.attributes.get('line'))
  if (said === 'true') {
    if (bad !== undefined) return EXPECTED_FAILURE
    return Number(result?.attributes.get('skips') ?? 0) > 0 ? SKIPPED : PASSED
  }
  if (said !== 'false') return unknownStatus(said, keep)
  if (bad !== undefined) return failing(keep({ ...wordsOf(bad), line }))
  const isMeant = /\[!shouldfail\]/i.test(attributeOf(node, 'tags')) || attributeOf(node, 'should_fail') === 'true'
  if (isMeant) return unexpectedSuccess('the test was expected to fail, and passed', keep)
  return failing(keep({ message: 'the report says that the test failed, and no more', element: 'failure' }))
}

function isFailure({ name, attributes }: XmlNode): boolean {
  if (name === 'Expression') return attributes.get('success') === 'false'
  if (name === 'Message') return /error/i.test(attributes.get('type') ?? '')
  return FAILURES.has(name)
}

/** `REQUIRE( 1 + 1 == 3 ): 2 == 3`; what was thrown inside of an expression is an exception. */
function wordsOf(bad: XmlNode) {
  const thrown = childOf(bad, 'Exception', 'FatalErrorCondition')
  if (bad.name === 'Expression' && thrown === undefined) {
    const check = `${attributeOf(bad, 'type')}( ${textOf(childOf(bad, 'Original'))} )`
    return { message: `${check}: ${textOf(childOf(bad, 'Expanded'))}`, kind: 'assertion' as const }
  }
  const node = thrown ?? bad
  const kind = node.attributes.get('crash') === 'true' ? 'crash' : FAILURES.get(node.name)
  const message = textOf(childOf(node, 'Text') ?? node) || `<${node.name}> and no more`
  return { message, element: 'error' as const, ...(kind && { kind }) }
}
