/** Reads JUnit XML of about fifty writers, with the conventions of each known writer. */
import type { ParsedReport, ReportFormat } from '../format.ts'
import { ReportError } from '../format.ts'
import { judgeClaims } from '../junit/declared-totals.ts'
import { readJunit } from '../junit/read.ts'
import { settle } from '../junit/settle.ts'
import { classifyUnattached } from '../junit/unattached-failures.ts'
import { getRoot } from '../xml/report.ts'
import { type Tokenize, tokenizeXml } from '../xml/xml.ts'

const ROOT = /^(?:testsuites?|testcase)$/
/** Finds a report that follows output of the run, on a new line. */
const BEHIND = /^[ \t]*<(?:\w+:)?(?:testsuites?|testcase)[\s/>]/m
/** Recognises reports of other formats, which may quote XML. */
const OTHER = /^\s*(?:[[{]|TAP version |ok \d|not ok )/

export const junit: ReportFormat = {
  about:
    'JUnit XML: vitest, jest-junit, mocha, Cypress, Karma, node --test, bun, deno, pytest, surefire, Gradle, Ant, TestNG, gotestsum, go-junit-report, PHPUnit, Pest, RSpec, Minitest, gtest, Catch2, CTest, Meson, Bazel, busted, Swift, Robot Framework, cargo-nextest, libtest and most others',
  source: 'https://github.com/testmoapp/junitxml',
  limits:
    'what its writer has no element for: mostly retries, load errors, hooks after tests and expected failures; from pytest: an unexpected success, unless strict; from libtest: ignored tests; from TAP::Formatter::JUnit: skipped tests; from Robot Framework: the kind of a failure (all are assertions); from jest-junit: a todo (it passes); from Meson: a time-out and an unexpected pass (both pass); from Cucumber for Ruby: an undefined step, unless strict (skipped); from node: an empty suite (it passes), and line ends in titles (Node 20 omits them); from gotestsum: whether repeated cases come from `-count` or a rerun, where no other test of the package ran once (failures stay)',
  looksLike: (head) => {
    const root = getRoot(head)
    return root === null ? BEHIND.test(head) && !OTHER.test(head) : ROOT.test(root.name)
  },
  parse: (bytes) => junitReport((handler) => tokenizeXml(bytes, handler)),
}

/** Reads the tags and texts of a document, from any source. @throws ReportError for documents other than JUnit. */
export function junitReport(tokenize: Tokenize): ParsedReport {
  const { report, end, output, warnings } = readJunit(tokenize)
  if (!report.isJunit)
    throw end.brokenBy ?? new ReportError('the report holds no <testsuites>, <testsuite> or <testcase>')
  const { cases, unattached: failures, unknownElement } = report
  if (unknownElement !== null && cases.length + failures.length === 0 && end.brokenBy === null)
    throw new ReportError(
      `it holds no <testcase> but <${unknownElement}>, which JUnit does not have: it is of another format`,
    )
  const settled = settle(report)
  const unattached = classifyUnattached(report)
  const judged = judgeClaims(report)
  return {
    format: 'junit',
    cases: settled.cases,
    loadErrors: [...settled.loadErrors, ...unattached.loadErrors, ...judged.loadErrors],
    hookFailures: [...settled.hookFailures, ...unattached.hookFailures],
    runErrors: [
      ...settled.runErrors,
      ...unattached.runErrors,
      ...report.late.map(({ message }) => message),
      ...judged.runErrors,
      ...(end.brokenBy === null ? [] : [end.brokenBy.message]),
    ],
    emptyFiles: settled.emptyFiles,
    isComplete: end.brokenBy === null,
    output,
    warnings: [...warnings, ...judged.warnings],
  }
}
