/** JUnit XML, as some fifty writers understand it: one reader, with the conventions of the known writers. */
import type { Bytes, DrainedReport, ParsedCase, ParsedReport, ReportFormat } from './format.ts'
import { ReportError } from './format.ts'
import { judgeClaims } from './junit/claims.ts'
import { headline } from './junit/outcome.ts'
import type { RawReport } from './junit/raw.ts'
import { readJunit } from './junit/read.ts'
import { settle } from './junit/settle.ts'

const ROOT = /<(?:\w+:)?(?:testsuites?|testcase)[\s/>]/
/** A report of another format may quote XML; it starts otherwise. */
const OTHER = /^\s*(?:[[{]|TAP version |ok \d|not ok )/

export const junit: ReportFormat = {
  about:
    'JUnit XML: vitest, jest-junit, mocha, Cypress, Karma, node --test, bun, deno, pytest, surefire, Gradle, gotestsum, go-junit-report, PHPUnit, Pest, RSpec, Minitest, gtest, Catch2, CTest, Bazel, Swift, Robot Framework, cargo-nextest, libtest and most others',
  cannotSay:
    'what its writer has no element for: mostly tries, load errors, hooks after tests and expected failures; a success that pytest did not expect, unless strict; what libtest ignored; skips of TAP::Formatter::JUnit; why a test of Robot Framework failed (all are assertions); a todo of jest-junit (a plain pass)',
  looksLike: (head) => ROOT.test(head) && !OTHER.test(head),
  parse: parseJunit,
  parseLarge,
}

function parseJunit(bytes: Bytes): ParsedReport {
  const { drain, ...report } = parseLarge(bytes)
  const cases: ParsedCase[] = []
  drain((test) => cases.push(test))
  return { ...report, cases }
}

function parseLarge(bytes: Bytes): DrainedReport {
  const { report, end, output, warnings } = readJunit(bytes)
  if (!report.isJunit)
    throw end.brokenBy ?? new ReportError('the report holds no <testsuites>, <testsuite> or <testcase>')
  const settled = settle(report)
  const judged = judgeClaims(report)
  return {
    format: 'junit',
    drain: settled.drain,
    loadErrors: [...settled.loadErrors, ...judged.loadErrors],
    hookFailures: settled.hookFailures,
    runErrors: [...strays(report), ...judged.runErrors, ...(end.brokenBy === null ? [] : [end.brokenBy.message])],
    emptyFiles: settled.emptyFiles,
    isComplete: end.brokenBy === null,
    output,
    warnings: [...warnings, ...judged.warnings],
  }
}

/** Failures that stand outside of any test belong to the run. */
function strays({ strays }: RawReport): string[] {
  return strays.map(({ suite, problem }) => {
    const said = headline(problem) || `<${problem.element}> without a word`
    return suite === null || suite.name === '' ? said : `${suite.name}: ${said}`
  })
}
