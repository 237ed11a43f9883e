import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { junit } from '../../../src/reports/formats/junit.ts'
import { identify, treeOf } from '../../../src/reports/identity.ts'
import { fixture, printJunit, readJunit } from '../../support/corpus.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/reports')
test('a test that bun expects to fail, and its time-out, are recognised by their messages', () => {
  const result = readJunit('bun/out/junit.xml').cases.flatMap(({ name, mark, failure }) =>
    mark !== null || failure?.kind === 'timeout' ? [`${name}: ${mark} ${failure?.kind}`] : [],
  )
  expect(result).toEqual([
    'is todo: todo undefined',
    'is expected to fail and passes: unexpected-success assertion',
    'times out: null timeout',
  ])
})

test('a test of deno fails with its step and is a test, and a step that was skipped was skipped', () => {
  expect(printJunit('deno/out/junit.xml').slice(6, 12)).toEqual([
    './cases_test.ts > parent with steps | failed | assertion | 1 test step failed',
    './cases_test.ts > parent with passing steps | passed',
    './cases_test.ts > squares 2 to 4 | passed',
    './cases_test.ts > squares 3 to 10 | failed | assertion | Uncaught AssertionError: Values are not equal: 9 10',
    './cases_test.ts > parent with steps > step passes | passed',
    './cases_test.ts > parent with steps > step fails | failed | assertion | Uncaught AssertionError: Values are not equal: 1 2',
  ])
})

test('a browser of Karma is a dimension, and its version is none', () => {
  expect(new Set(readJunit('karma/out/junit.xml').cases.map(({ variant }) => variant))).toEqual(
    new Set(['WebKit (linux)']),
  )
})

test('the number of a Minitest example moves with its file, and is no part of its name', () => {
  expect(printJunit('minitest/out/TEST-BasicTest.xml').slice(-2)).toEqual([
    'test/cases_test.rb > a cart::inner > fails | failed | assertion | Expected: 2...',
    'test/cases_test.rb > a cart::inner > adds | passed',
  ])
  const types = readJunit('minitest/out/junit.xml').cases.flatMap(({ failure }) => failure?.type ?? [])
  expect(types).toEqual(['RuntimeError', 'TypeError', 'NameError', 'RuntimeError'])
})

test.each([
  ['cypress/out/board.xml', 'cypress/e2e/board.cy.js', 12],
  ['pest/out/junit.xml', 'tests/Unit/CartTest.php', 8],
] as const)('%s: each test is of the file, and a failure of a line', (path, file, line) => {
  const { cases } = readJunit(path)
  expect(new Set(cases.map((test) => test.file))).toEqual(new Set([file]))
  expect(cases[1]?.failure?.line).toBe(line)
})

test.each([
  ['pest/out/junit.xml', 'Failed asserting that 2 is identical to 3.'],
  ['phpunit-11/out/junit.xml', 'Failed asserting that false is true.'],
  ['phpunit-9/out/junit.xml', 'should be three'],
])('%s: the name of the test is no part of what it says', (path, message) => {
  const failed = readJunit(path).cases.find(({ outcome }) => outcome === 'failed')
  expect(failed?.failure?.message.split('\n')[0]).toBe(message)
  expect(failed?.failure?.message).not.toMatch(/^at \S+\.php/m)
})

test.each([
  'cargo/out/nextest.xml',
  'gradle/out/TEST-com.example.CasesTest.xml',
  'swift/out/swift-testing.xml',
  'surefire-rerun/out/TEST-com.example.FlakyTest.xml',
  'node-test/out/junit.xml',
  'node-test/out/junit-late-files-20.xml',
  'node-test/out/junit-late-files-24.xml',
  'pytest-7/out/junit-subtests.xml',
  'pytest-9/out/junit-subtests.xml',
  'pytest-rerun/out/rerun.xml',
  'pytest-rerun/out/rerun-xdist.xml',
])('%s: attempts, issues and skips may be counted or not, and are no contradiction', (path) => {
  expect(readJunit(path).warnings).toEqual([])
})

test('a suite of node that claims failures which no element shows keeps its run from being green', () => {
  const xml = Buffer.from(fixture('node-test/out/junit-late-24.xml')).toString()
  const suite = '<testsuite name="s" time="0" disabled="0" errors="0" tests="1" failures="1"></testsuite></testsuites>'
  expect(junit.parse([Buffer.from(xml.replace('</testsuites>', suite))]).runErrors).toContain(
    'the report claims 1 failure that none of its elements shows',
  )
})

test('pytest counts sub-tests and tear-downs beside the tests, and never fewer than it tells of', () => {
  const claiming = (tests: number) => {
    const xml = Buffer.from(fixture('pytest-9/out/junit-subtests.xml')).toString()
    return junit.parse([Buffer.from(xml.replace('tests="23"', `tests="${tests}"`))]).warnings
  }
  expect(claiming(9)).toEqual([])
  expect(claiming(2)).toEqual(['the report claims 2 tests, its elements are 10'])
})

test('a test of Bazel that a signal ended has crashed, and SIGALRM says that its time was over', () => {
  const kinds = ['price', 'exit_seven', 'killed', 'gtest_crash', 'hangs'].flatMap((name) =>
    readJunit(`bazel-2/out/${name}_test.xml`).cases.map(({ failure }) => `${failure?.message}: ${failure?.kind}`),
  )
  expect(kinds).toEqual([
    'exited with error code 1: error',
    'exited with error code 7: error',
    'exited with error code 139: crash',
    'exited with error code 134: crash',
    'exited with error code 142: timeout',
  ])
})

test('the line of a test of busted moves with its file, and is no part of its key', () => {
  const { cases } = identify([readJunit('busted/out/junit.xml')], treeOf(['spec/cases_spec.lua']))
  expect(cases[1]).toMatchObject({
    id: 'spec/cases_spec.lua > cases fails an assertion',
    failure: { at: 'spec/cases_spec.lua', line: 3 },
  })
  expect(cases[1]?.failure?.message).toMatch(/^spec\/cases_spec\.lua:3: Expected objects [\s\S]*\(number\) 3$/)
})

test('a class that did not load, and a whole class that Ant ignores, are found in the tree by their name', () => {
  const files = ['NoTests', 'NoSuch', 'IgnoredClass'].map((name) => `src/test/java/com/example/${name}Test.java`)
  const reports = ['NoTests', 'NoSuch', 'IgnoredClass'].map((name) =>
    readJunit(`junit4/out/ant/TEST-com.example.${name}Test.xml`),
  )
  const run = identify(reports, treeOf(files))
  expect(run.loadErrors.map(({ file }) => file)).toEqual(files.slice(0, 2))
  expect(run.cases.map(({ file }) => file)).toEqual(files.slice(2))
  expect(run.runErrors).toEqual([])
})

test('frames of a class loader are frames', () => {
  const tree = treeOf(['a/src/test/java/com/example/CasesTest.java', 'b/src/test/java/com/other/CasesTest.java'])
  const run = identify([readJunit('gradle/out/TEST-com.example.CasesTest.xml')], tree)
  const [failed] = run.cases.filter(({ outcome }) => outcome === 'failed')
  expect(failed?.failure).toMatchObject({ at: 'a/src/test/java/com/example/CasesTest.java', line: 17 })
})

test('many files of unittest-xml-reporting and one say the same', () => {
  const files = globSync('*.xml', { cwd: join(FIXTURES, 'python-unittest/out/many') }).toSorted()
  const run = (reports: readonly string[]) =>
    identify(
      reports.map((file) => readJunit(`python-unittest/out/${file}`)),
      treeOf(['tests/test_cases.py', 'tests/test_broken.py']),
    )
  const describeCases = (reports: readonly string[]) => {
    const { cases, loadErrors, hookFailures } = run(reports)
    const tests = cases.map(({ id, outcome }) => `${id}: ${outcome}`).toSorted()
    return { tests, loads: loadErrors.map(({ file }) => file).filter((file) => file !== null), hookFailures }
  }
  expect(files).toHaveLength(8)
  expect(describeCases(files.map((file) => `many/${file}`))).toEqual(describeCases(['junit-single.xml']))
})
