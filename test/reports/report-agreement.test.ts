import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../src/reports/detect.ts'
import { HEAD_CHARACTERS, type ParsedCase } from '../../src/reports/format.ts'
import { identify, treeOf } from '../../src/reports/identity.ts'
import { type FormatName, reportFormats } from '../../src/reports/index.ts'
import { fixture, getTitle } from '../support/corpus.ts'

/** Reports of one run each; the first says most, and the others are held against it. */
const RUNS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  mocha: ['mocha/out/results.json', 'mocha/out/xunit.xml', 'mocha/out/results-stream.ndjson', 'ctrf/out/mocha.json'],
  playwright: ['playwright/out/results.json', 'playwright/out/junit.xml', 'playwright/out/junit-include-retries.xml'],
  rspec: ['rspec/out/results.json', 'rspec/out/junit.xml'],
  pytest: ['pytest-7/out/json-report.json', 'pytest-7/out/json-report.xml'],
  'cucumber-js': [
    'cucumber-js/out/cucumber.ndjson',
    'cucumber-js/out/cucumber.json',
    'cucumber-js/out/cucumber.junit.xml',
  ],
  behave: ['behave/out/results.json', 'behave/out/TESTS-cases.xml'],
  jest: ['jest/out/results.json', 'ctrf/out/jest.json'],
  cargo: ['cargo/out/libtest.json', 'cargo/out/libtest-whole.junit'],
  'node-tap': ['node-tap/out/results.tap', 'node-tap/out/junit.xml'],
  vitest: [
    'vitest/out/results.json',
    'vitest/out/results-location.json',
    'vitest/out/junit.xml',
    'vitest/out/junit-options.xml',
    'vitest/out/results.tap',
    'vitest/out/results-flat.tap',
  ],
  'jest and jest-junit': ['jest/out/results.json', 'jest/out/junit.xml', 'jest/out/junit-suite-errors.xml'],
  go: ['go/out/gotestsum.json', 'go/out/gotestsum-junit.xml'],
  'go with reruns': ['go/out/gotestsum-rerun.json', 'go/out/gotestsum-rerun-junit.xml'],
  'node --test': ['node-test/out/results.tap', 'node-test/out/junit.xml'],
  bats: ['bats/out/results.tap', 'bats/out/results.tap13', 'bats/out/results.junit'],
  jasmine: ['jasmine/out/junit.xml', 'jasmine/out/nunit.xml'],
  'mocha and .NET': ['mocha/out/results.json', 'mocha/out/mocha.trx', 'mocha/out/xunit-net.xml'],
  'jest and .NET': ['jest/out/results.json', 'jest/out/jest.trx', 'jest/out/nunit.xml'],
  'jasmine and TRX': ['jasmine/out/nunit.xml', 'jasmine/out/jasmine.trx'],
  karma: ['karma/out/junit.xml', 'karma/out/nunit.xml', 'karma/out/karma.trx'],
  'mocha and TAP': ['mocha/out/results.json', 'mocha/out/results.tap'],
}

/** What a format of a run tells otherwise than the first one, and why. */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  // A stream has no entry for what was skipped.
  'mocha/out/results-stream.ndjson': [
    '- is pending (no body): skipped',
    '- is skipped at run time: skipped',
    '- is skipped: skipped',
  ],
  // pytest's XML has no word for a success that was not expected, unless it is strict.
  'pytest-7/out/json-report.xml': ['+ test_xpass: passed', '- test_xpass: failed'],
  // No element for what is ignored; a panic with other words than expected would end the report.
  'cargo/out/libtest-whole.junit': [
    '- is_ignored: skipped',
    '- panics_with_the_wrong_message: failed',
    '- square (line 11): skipped',
  ],
  // What was thrown, and that time was up, stands with the assertions inside.
  'node-tap/out/junit.xml': [
    '+ throws an error: failed',
    '+ times out: failed',
    '- throws an error: errored',
    '- times out: errored',
  ],
  // The XML says <failure> of what is undefined, ambiguous or planned.
  'cucumber-js/out/cucumber.junit.xml': [
    '+ has an ambiguous step: failed',
    '+ has an undefined step: failed',
    '+ is pending: failed',
    '- has an ambiguous step: errored',
    '- has an undefined step: errored',
    '- is pending: skipped',
  ],
  // jest-junit writes a todo like any other.
  'jest/out/junit.xml': ['+ is todo: passed', '- is todo: skipped'],
  'jest/out/junit-suite-errors.xml': ['+ is todo: passed', '- is todo: skipped'],
  // gotestsum misses an event after output without a newline.
  'go/out/gotestsum-junit.xml': ['+ TestOutput: failed', '- TestOutput: passed'],
  // A test with sub-tests is a suite, and white space of an attribute is one space.
  'node-test/out/junit.xml': [
    '+ names has tab and newline and \\ backslash: passed',
    '- has\\ttab and\\nnewline and \\ backslash: passed',
    '- parent with subtests: failed',
  ],
  // A line of TAP ends a name.
  'mocha/out/results.tap': ['+ names has tab and: passed', '- has tab and newline: passed'],
  // mocha says nothing of tests that a hook kept from starting; this reporter lists them.
  'mocha/out/mocha.trx': [
    '+ after each fails is never started three: skipped',
    '+ before all fails is never started one: skipped',
    '+ before all fails is never started two: skipped',
  ],
  // Every test that did not pass is a Failure; skipped ones are left out.
  'jest/out/nunit.xml': ['+ is todo: failed', '- is skipped: skipped', '- is todo: skipped'],
  // Every test that did not fail is Passed.
  'jasmine/out/jasmine.trx': [
    '+ is pending (no body): passed',
    '+ is pending at run time: passed',
    '+ is skipped: passed',
    '- is pending (no body): skipped',
    '- is pending at run time: skipped',
    '- is skipped: skipped',
  ],
  // Pending tests are left out, unless asked for.
  'mocha/out/xunit-net.xml': [
    '- is pending (no body): skipped',
    '- is skipped at run time: skipped',
    '- is skipped: skipped',
  ],
  'behave/out/TESTS-cases.xml': ['+ has an undefined step: failed', '- has an undefined step: errored'],
}

/** The last words of a title: writers join what is around it in ways of their own. */
const ROWS = / -- @\d.*$|^(?:.* - #[\d.]+(?:: |$))|^a rule - /g
const getLine = (test: ParsedCase, own: readonly string[]) => {
  const title = getTitle(test, 'full').replace(/^(?:Cucumber |cases\.)+basic /, '')
  const plain = title.replace(ROWS, '') || 'same row title'
  return `${own.find((name) => plain === name || plain.endsWith(` ${name}`)) ?? plain}: ${test.outcome}`
}

const parse = (path: string) => {
  const bytes = fixture(path)
  const name = detectFormat(Buffer.from(bytes).toString('utf8').slice(0, HEAD_CHARACTERS))
  return reportFormats[name as FormatName].parse([bytes])
}
const read = (path: string) => parse(path).cases

describe.each(Object.entries(RUNS))('%s', (_run, [first, ...others]) => {
  const cases = read(first)
  const own = [...new Set(cases.map((test) => getTitle(test, 'name')))].toSorted((a, b) => b.length - a.length)

  test.each(others)(`%s tells the tests and outcomes of ${first}`, (path) => {
    const mine = cases.map((test) => getLine(test, own))
    const left = read(path).map((test) => getLine(test, own))
    const missing = mine.filter((line) => {
      const at = left.indexOf(line)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    const found = [...missing.map((line) => `- ${line}`), ...left.map((line) => `+ ${line}`)].toSorted()
    expect(found).toEqual(DIFFERENT[path] ?? [])
  })
})

/** What a run gains by a second format, where the two tell a title or an outcome otherwise. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  'cucumber-js/out/cucumber.json': ['+ basic > a rule > same title: passed'],
  'cucumber-js/out/cucumber.junit.xml': [
    '+ Cucumber > basic > same row title - #1.1: passed',
    '+ Cucumber > basic > same row title - #1.2: failed',
    '+ Cucumber > basic > squares <n> to <square> - #1.1: squares 1 to 1: passed',
    '+ Cucumber > basic > squares <n> to <square> - #1.2: squares 3 to 10: failed',
    '+ basic > is pending: failed',
    '- basic > is pending: skipped',
  ],
  'behave/out/TESTS-cases.xml': [
    '+ cases.basic > squares 1 to 1 -- @1.1: passed',
    '+ cases.basic > squares 3 to 10 -- @1.2: failed',
  ],
  'jest/out/nunit.xml': ['+ basic > is todo: failed', '- basic > is todo: skipped'],
  'mocha/out/results.tap': ['+ names has tab and: passed'],
  'mocha/out/mocha.trx': [
    '+ after each fails is never started three: skipped',
    '+ before all fails is never started one: skipped',
    '+ before all fails is never started two: skipped',
  ],
  'node-test/out/junit.xml': [
    '+ names > has\\ttab and\\nnewline and \\ backslash: passed',
    '+ parent with subtests: failed',
  ],
  'go/out/gotestsum-junit.xml': [
    '+ example.com/cases/good > TestOutput: failed',
    '- example.com/cases/good > TestOutput: passed',
  ],
}

const PAIRS = Object.entries(RUNS).flatMap(([run, paths]) =>
  paths.flatMap((path) => {
    const [first] = paths
    return path === first || parse(path).format === parse(first).format ? [] : [[run, first, path] as const]
  }),
)

test.each(PAIRS)('%s: %s beside %s tells each test once, by the id of the better one', (_run, first, other) => {
  const tell = (...paths: readonly string[]) =>
    identify(paths.map(parse), treeOf([])).cases.map(({ id, outcome }) => `${id.replace(/^\? > /, '')}: ${outcome}`)
  const both = tell(other, first)
  expect(tell(first, other).toSorted()).toEqual(both.toSorted())
  const changes = [first, other].map((path) => {
    const alone = tell(path)
    const gone = alone.filter((line) => !both.includes(line)).map((line) => `- ${line}`)
    return [...both.filter((line) => !alone.includes(line)).map((line) => `+ ${line}`), ...gone].toSorted()
  })
  expect(changes).toContainEqual(ADDED[other] ?? [])
})

test.each([
  ['playwright/out/results.json', 'playwright/out/junit.xml', ['tests/cases.spec.js', 'tests/multi.spec.js']],
  ['pytest-7/out/json-report.json', 'pytest-7/out/json-report.xml', ['tests/test_cases.py', 'tests/test_flaky.py']],
  ['mocha/out/results.json', 'mocha/out/xunit.xml', ['test/cases.spec.js']],
  ['node-tap/out/results.tap', 'node-tap/out/junit.xml', ['test/cases.js']],
] as const)('a test has one id in %s and %s', (one, other, tracked) => {
  const getIds = (path: string) => identify([parse(path)], treeOf(tracked)).cases.map(({ id }) => id)
  expect(getIds(other).toSorted()).toEqual(getIds(one).toSorted())
  expect(getIds(one).filter((id) => /^(?:\[[^\]]*\] )?\?/.test(id)).length).toBeLessThan(3)
})
