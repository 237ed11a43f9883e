/** Reads SonarQube's generic test execution, which reporters of many runners write. */
import { type Bytes, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { type CaseOutcome, OUTCOME } from '../json/report.ts'
import { truncateTo } from '../junit/values.ts'
import { reportTexts } from '../texts.ts'
import { newXmlCases, type XmlCases, xmlReport } from '../xml/cases.ts'
import { getAttribute, getChild, getNumber, readNodes, type XmlNode } from '../xml/nodes.ts'
import { getRoot } from '../xml/report.ts'

const ROOTS = new Set(['testExecutions', 'unitTest'])

export const sonarTests: ReportFormat = {
  about:
    'SonarQube generic test execution: jest-sonar-reporter, mocha-sonar-generic-test-coverage, karma-sonarqube-reporter and others',
  source: 'https://docs.sonarsource.com/sonarqube-server/latest/analyzing-source-code/test-coverage/generic-test-data/',
  limits:
    'suites, which are part of the names; what its writer omits: mostly files that do not load, hooks and retries; from Mocha: skipped tests (they pass)',
  looksLike: (head) => ROOTS.has(getRoot(head)?.name ?? ''),
  parse: parseSonar,
}

/** @throws ReportError for another root, or when it contains only unknown elements. */
function parseSonar(bytes: Bytes): ParsedReport {
  const found = newXmlCases()
  let file: string | null = null
  let unknown: string | null = null
  const end = readNodes(bytes, {
    roots: ROOTS,
    whole: (name) => name === 'testCase',
    take: (node, isTruncated) => {
      const place = { name: getAttribute(node, 'name'), file, durationMs: getNumber(getAttribute(node, 'duration')) }
      if (isTruncated) found.addCut(place)
      else found.add(toOutcome(found, node), place)
    },
    open: (name, attributes) => {
      if (name === 'file') file = attributes.get('path') ?? null
      else if (!ROOTS.has(name)) unknown ??= truncateTo(name, 40)
    },
  })
  if (unknown !== null && found.cases.length === 0 && end.brokenBy === null)
    throw new ReportError(reportTexts.otherFormat('testCase', unknown))
  return xmlReport('sonar-tests', found, end)
}

function toOutcome({ keep }: XmlCases, node: XmlNode): CaseOutcome {
  const bad = getChild(node, 'failure', 'error')
  if (bad === undefined) return getChild(node, 'skipped') === undefined ? OUTCOME.passed : OUTCOME.skipped
  const detail = bad.text.trim()
  const message = getAttribute(bad, 'message') || detail.split('\n', 1)[0] || 'the report gives no reason'
  const type = /^([\w$.]{1,100}(?:Error|Exception))\b/.exec(detail)?.[1] ?? null
  const element = bad.name === 'error' ? 'error' : 'failure'
  return keep.failing({ message, type, detail, element: type === null ? element : null })
}
