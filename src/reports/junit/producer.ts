/** Recognises the writer of a JUnit document by unique marks: attribute order, properties, names. */
import type { Attributes } from '../xml/xml.ts'
import type { RawCase, RawReport } from './raw.ts'

/**
 * node --test writes a root without attributes, `name time disabled` for suites and `name time classname` for cases.
 */
const NODE_SUITE = 'name,time,disabled'
const NODE_CASE = 'name,time,classname'
const JEST_SUITE = 'name,errors,failures,skipped,timestamp,time,tests'
const LOOKED_AT = 100
const LIBTEST_SUITE = 'name,package,id'
/** TAP::Formatter::JUnit numbers the tests of a file and writes nothing else. */
const NUMBERED = /^\d{1,9}(?: - |$)/
/** busted writes it for repeated runs. */
const BUSTED_SUITE = /^Run \d{1,9} of \d{1,9}$/
const MINITEST_SUITE = /^name,(?:filepath,)?skipped,failures,errors,tests,assertions(?:,|$)/
const PYTEST_SUITE = 'name,errors,failures,skipped,tests,time,timestamp,hostname'

export function detectByRoot(report: RawReport, attributes: Attributes): void {
  if (attributes.size === 0) report.isBareRoot = true
  else if (attributes.get('name') === 'bun test') report.producer = 'bun'
  else if (attributes.get('name') === 'deno test') report.producer = 'deno'
  else if (attributes.get('name') === 'vitest tests') report.producer = 'vitest'
  else if (attributes.get('name') === 'jest tests') report.producer = 'jest'
  else if (attributes.get('name') === 'nextest-run') report.producer = 'nextest'
  else if (attributes.get('name') === 'TAP Tests') report.producer = 'node-tap'
  else if (attributes.has('id')) report.producer = 'playwright'
}

export function detectBySuite(report: RawReport, attributes: Attributes): void {
  if (!isOpen(report)) return
  if (report.isBareRoot && keys(attributes, 3) === NODE_SUITE) report.producer = 'node'
  else if (attributes.get('name') === 'pytest' || keys(attributes, 8) === PYTEST_SUITE) report.producer = 'pytest'
  else if (report.isBareRoot && keys(attributes, 3) === LIBTEST_SUITE && attributes.get('package') === 'test')
    report.producer = 'libtest'
  else if (BUSTED_SUITE.test(attributes.get('name') ?? '')) report.producer = 'busted'
  else if (keys(attributes, 7) === JEST_SUITE) report.producer = 'jest'
  else if (MINITEST_SUITE.test(keys(attributes, 7))) report.producer = 'minitest'
  else if (attributes.get('xsi:noNamespaceSchemaLocation')?.includes('surefire')) report.producer = 'java'
}

export function detectByCase(report: RawReport, attributes: Attributes): void {
  if (!report.isBareRoot || !isOpen(report)) return
  if (keys(attributes, 3) === NODE_CASE) report.producer = 'node'
  else if (!attributes.has('classname') && NUMBERED.test(attributes.get('name') ?? '')) report.producer = 'perl'
}

/** Cypress names the file of all suites in the first one, which is empty. */
export function suiteFile(report: RawReport, attributes: Attributes, own: string | null): string | null {
  if (attributes.get('name') === 'Root Suite') report.rootFile = own
  return own ?? report.rootFile
}

/**
 * node-tap writes skips and todos as properties of a case. Other writers identify themselves with properties of a
 * suite.
 */
export function readProperty(report: RawReport, inside: RawCase | null, attributes: Attributes): void {
  const name = attributes.get('name')
  if (inside !== null && report.producer === 'node-tap' && (name === 'skip' || name === 'todo'))
    inside.skipped = { type: name, message: '' }
  if (inside !== null || report.producer !== 'unknown') return
  if (name === 'go.version') report.producer = 'go'
  else if (name === 'java.version') report.producer = 'java'
  else if (name === 'browser.fullName') report.producer = 'karma'
}

/** Detection ends after the first elements, because a report has a single writer. */
function isOpen(report: RawReport): boolean {
  return report.producer === 'unknown' && report.cases.length < LOOKED_AT
}

function keys(attributes: Attributes, count: number): string {
  return [...attributes.keys()].slice(0, count).join(',')
}
