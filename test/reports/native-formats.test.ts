/** The own formats of frameworks and dashboards, each held against the truth that was written by hand beside it. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../src/reports/detect.ts'
import { HEAD_CHARACTERS, ReportError } from '../../src/reports/format.ts'
import { identify, treeOf } from '../../src/reports/identity.ts'
import { type FormatName, reportFormats } from '../../src/reports/index.ts'
import { obeysTheLaws } from '../support/laws.ts'
import { describeCases, parseText, recorded, snapshot } from '../support/recorded.ts'

type Except = Readonly<Record<string, string | null>>
/** What a format tells otherwise than the truth, by the name of the test; null for what it does not tell. */
const REPORTS: readonly [format: FormatName, framework: string, file: string, except: Except][] = [
  ['catch2-xml', 'catch2', 'catch.xml', {}],
  ['doctest-xml', 'doctest', 'doctest.xml', {}],
  ['boost-xml', 'boost-test', 'log.xml', { 'basic > expected_failure': 'failed' }],
  ['boost-xml', 'boost-test', 'report.xml', { 'basic > throws_an_error': 'failed', 'basic > is_disabled': null }],
  ['qtest-xml', 'qtest', 'cases.xml', { 'Cases > isExpectedToFailAndPasses': 'failed unexpected-success' }],
  [
    'ctest-xml',
    'ctest',
    'Test.xml',
    // What was thrown stands in its output only.
    { is_expected_to_fail: 'passed', 'Basic.ThrowsAnError': 'errored' },
  ],
  ['testng-xml', 'testng', 'testng-results.xml', {}],
  ['mochawesome', 'mochawesome', 'mochawesome.json', { 'flaky > passes on the second try': 'passed' }],
  ['newman-json', 'newman', 'newman.json', {}],
  ['wdio-json', 'wdio', 'wdio-0-0-json-reporter.json', {}],
]

const isOfHead = (bytes: Buffer) => detectFormat(bytes.toString('utf8').slice(0, HEAD_CHARACTERS))

describe.each(REPORTS)('%s of %s, %s', (format, framework, file, except) => {
  const sample = recorded(`${framework}/out/${file}`)
  const report = parseText(reportFormats[format], sample)

  test('is recognised, whole, and tells what the manifest tells', () => {
    expect(isOfHead(sample)).toBe(format)
    expect(describeCases(report)).toEqual(snapshot(framework, except))
    expect(report).toMatchObject({ format, isComplete: true, runErrors: [], loadErrors: [] })
  })

  test('another document is refused', () => {
    for (const text of ['<other/>', '{}', '[]', 'x', '{"a":[{}]}'])
      expect(() => parseText(reportFormats[format], text)).toThrow(ReportError)
  })

  obeysTheLaws(reportFormats[format], sample)
})

const getFailure = (format: FormatName, path: string, name: string) =>
  parseText(reportFormats[format], recorded(path)).cases.find((one) => one.name === name)?.failure

test.each([
  ['catch2-xml', 'catch2/out/catch.xml', 'fails an assertion', 'assertion', 'REQUIRE( 1 + 1 == 3 ): 2 == 3', 6],
  ['catch2-xml', 'catch2/out/catch.xml', 'throws an error', 'error', 'boom: not an assertion', 8],
  ['doctest-xml', 'doctest/out/doctest.xml', 'fails an assertion', 'assertion', 'CHECK( 1 + 1 == 3 ): 2 == 3', 7],
  [
    'boost-xml',
    'boost-test/out/log.xml',
    'fails_an_assertion',
    'assertion',
    'check 1 + 1 == 3 has failed [1 + 1 != 3]',
    9,
  ],
  ['boost-xml', 'boost-test/out/log.xml', 'throws_an_error', 'error', 'std::runtime_error: boom: not an assertion', 11],
  ['qtest-xml', 'qtest/out/cases.xml', 'failsVerify', 'assertion', "'false' returned FALSE. (not today & <never>)", 6],
  ['ctest-xml', 'ctest/out/Test.xml', 'times_out', 'timeout', 'Timeout', null],
  ['ctest-xml', 'ctest/out/Test.xml', 'crashes', 'crash', 'SEGFAULT', null],
  ['ctest-xml', 'ctest/out/Test.xml', 'not_built', 'error', 'Unable to find executable', null],
  ['testng-xml', 'testng/out/testng-results.xml', 'throwsAnError', 'error', 'boom: not an assertion', null],
  ['testng-xml', 'testng/out/testng-results.xml', 'timesOut', 'timeout', expect.stringContaining('time-out 50'), null],
  ['robot-xml', 'robot/out/output.xml', 'Removes An Item', 'assertion', '1 != 2', 8],
  ['mochawesome', 'mochawesome/out/mochawesome.json', 'times out', 'timeout', expect.stringContaining('20ms'), null],
  ['newman-json', 'newman/out/newman.json', 'has a price', 'assertion', 'expected undefined to equal 5', null],
  ['wdio-json', 'wdio/out/wdio-0-0-json-reporter.json', 'throws an error', 'error', 'boom', null],
] as const)('%s (%s): why «%s» failed', (format, path, name, kind, message, line) => {
  expect(getFailure(format, path, name)).toMatchObject({ kind, message, line })
})

describe('hooks and set-ups that failed', () => {
  const getHooks = (format: FormatName, path: string) =>
    parseText(reportFormats[format], recorded(path)).hookFailures.map(({ suite, message }) => [...suite, message])

  test.each([
    [
      'mochawesome',
      'mochawesome/out/mochawesome.json',
      [['before all fails', '"before all" hook for "is never started": Error: setup exploded']],
    ],
    [
      'wdio-json',
      'wdio/out/wdio-0-0-json-reporter.json',
      [['checkout', '"before all" hook for "checkout": Error: setup exploded']],
    ],
    ['robot-xml', 'robot/out/output.xml', [['Shop', 'Checkout', 'Suite setup failed:\nthe shop is closed']]],
    [
      'newman-json',
      'newman/out/newman.json',
      [
        ['Cart', 'Broken script', 'testScript: nope is not defined'],
        ['Nobody listens', 'the request failed: ECONNREFUSED'],
      ],
    ],
  ] as const)('%s', (format, path, hooks) => {
    expect(getHooks(format, path)).toEqual(hooks)
  })

  test('of Qt Test and TestNG are no tests', () => {
    const qt =
      '<TestCase name="C"><TestFunction name="initTestCase"><Incident type="fail" file="c.cpp" line="3"><Description>no database</Description></Incident></TestFunction></TestCase>'
    const ng =
      '<testng-results><suite name="s"><test name="t"><class name="C"><test-method status="FAIL" name="setUp" is-config="true"><exception class="java.lang.IllegalStateException"><message>no database</message></exception></test-method></class></test></suite></testng-results>'
    expect(parseText(reportFormats['qtest-xml'], qt)).toMatchObject({
      cases: [],
      hookFailures: [{ suite: ['C'], message: 'initTestCase: no database' }],
    })
    expect(parseText(reportFormats['testng-xml'], ng)).toMatchObject({
      cases: [],
      hookFailures: [{ suite: ['C'], message: 'setUp: no database' }],
    })
  })
})

describe('robot', () => {
  const report = parseText(reportFormats['robot-xml'], recorded('robot/out/output.xml'))
  test('tells tests with their files, and those that a set-up kept from starting', () => {
    expect(isOfHead(recorded('robot/out/output.xml'))).toBe('robot-xml')
    expect(
      report.cases.map(({ file, suite, name, outcome, mark, durationMs }) => [
        file?.split('/').at(-1),
        ...suite,
        name,
        mark ?? outcome,
        durationMs,
      ]),
    ).toEqual([
      ['cart.robot', 'Shop', 'Cart', 'Adds An Item', 'passed', 12],
      ['cart.robot', 'Shop', 'Cart', 'Removes An Item', 'failed', 21.5],
      ['cart.robot', 'Shop', 'Cart', 'Uses A Missing Keyword', 'errored', 1],
      ['cart.robot', 'Shop', 'Cart', 'Is Skipped', 'skipped', 0.9],
      ['checkout.robot', 'Shop', 'Checkout', 'Is Never Started', 'not-run', 0.1],
    ])
  })
  obeysTheLaws(reportFormats['robot-xml'], recorded('robot/out/output.xml'))
})

describe('allure', () => {
  const folder = join(import.meta.dirname, '../fixtures/reports/allure/out')
  const files = globSync('*.json', { cwd: folder }).toSorted()
  const reports = files.map((file) => parseText(reportFormats.allure, recorded(`allure/out/${file}`)))
  const run = identify(reports, treeOf(['test/cases.spec.js']))

  test('its files together tell what the manifest tells; of two tries the worse counts', () => {
    for (const file of files) expect(isOfHead(recorded(`allure/out/${file}`))).toBe('allure')
    const except = { 'flaky > passes on the second try': 'errored', 'before all fails > is never started': null }
    expect(describeCases({ ...run, cases: run.cases })).toEqual(snapshot('allure', except))
    expect(run.runErrors).toEqual(['"before all" hook failed: setup exploded'])
    expect(new Set(run.cases.map(({ file }) => file))).toEqual(new Set(['test/cases.spec.js']))
  })

  const result = (part: object) =>
    parseText(
      reportFormats.allure,
      JSON.stringify({ uuid: 'u', name: 'adds', status: 'passed', stage: 'finished', ...part }),
    )

  test('rows are distinguished by their parameters, where the name does not', () => {
    const parameters = [{ name: 'a', value: '1' }]
    expect(result({ parameters }).cases[0]?.name).toBe('adds [a=1]')
    expect(result({ parameters, name: 'adds 1' }).cases[0]?.name).toBe('adds 1')
    expect(result({ parameters: [{ name: 'Retry', value: '1', excluded: true }] }).cases[0]?.name).toBe('adds')
  })

  test('without a file the class is looked for', () => {
    const labels = [
      { name: 'testClass', value: 'shop.CartTest' },
      { name: 'suite', value: 'cart' },
    ]
    expect(result({ labels }).cases).toMatchObject([{ className: 'shop.CartTest', suite: ['cart'], file: null }])
  })

  test('a fixture that broke is a hook, and an unknown status is an error', () => {
    const container = {
      uuid: 'u',
      children: [],
      befores: [{ name: 'db', status: 'broken', statusDetails: { message: 'no' } }],
      afters: [],
    }
    expect(parseText(reportFormats.allure, JSON.stringify(container)).hookFailures).toMatchObject([
      { message: 'db: no' },
    ])
    expect(result({ status: 'unknown' }).cases).toMatchObject([{ outcome: 'errored' }])
  })

  obeysTheLaws(reportFormats.allure, recorded('allure/out/1-result.json'))
})

describe('sonarqube', () => {
  const report = parseText(reportFormats['sonar-tests'], recorded('sonar/out/mocha.xml'))
  test('tells names with their suites, and takes what its writer leaves out for a pass', () => {
    expect(isOfHead(recorded('sonar/out/mocha.xml'))).toBe('sonar-tests')
    expect(report.cases.map(({ file, name, outcome }) => `${file}: ${name}: ${outcome}`)).toEqual([
      'test/cases.spec.js: basic adds numbers: passed',
      'test/cases.spec.js: basic fails an assertion: failed',
      'test/cases.spec.js: basic throws an error: errored',
      'test/cases.spec.js: basic is skipped: passed',
      'test/cases.spec.js: basic is pending: passed',
      'test/cases.spec.js: basic times out: errored',
      'test/cases.spec.js: basic is slow: passed',
      'test/cases.spec.js: basic inner nested: passed',
      'test/cases.spec.js: basic inner has <markup> & "quotes" ünï: passed',
      'test/cases.spec.js: flaky passes on the second try: passed',
    ])
  })

  test('skips and errors have elements', () => {
    const text =
      '<testExecutions version="1"><file path="a.js"><testCase name="s" duration="1"><skipped message="no"/></testCase><testCase name="e" duration="1"><error message="boom"/></testCase></file></testExecutions>'
    expect(parseText(reportFormats['sonar-tests'], text).cases).toMatchObject([
      { outcome: 'skipped' },
      { outcome: 'errored', failure: { message: 'boom' } },
    ])
  })
  test('a root around other elements is of another format, and the first of them is named', () => {
    const read = (text: string) => parseText(reportFormats['sonar-tests'], text)
    expect(() => read('<testExecutions><execution name="n"/></testExecutions>')).toThrow(
      'it holds no <testCase> but <execution>, which this format does not have: it is of another format',
    )
    expect(read('<testExecutions version="1"><file path="a.js"/></testExecutions>').cases).toEqual([])
    expect(read('<testExecutions><execution>').isComplete).toBe(false)
  })

  obeysTheLaws(reportFormats['sonar-tests'], recorded('sonar/out/mocha.xml'))
})

describe('what no report of these formats may say and be green', () => {
  test.each([
    ['catch2-xml', '<Catch><TestCase name="a"/></Catch>', 'errored'],
    ['catch2-xml', '<Catch><TestCase name="a"><OverallResult success="false"/></TestCase></Catch>', 'failed'],
    [
      'catch2-xml',
      '<Catch2TestRun><TestCase name="a" tags="[!shouldfail]"><OverallResult success="false"/></TestCase></Catch2TestRun>',
      'failed',
    ],
    [
      'catch2-xml',
      '<Catch2TestRun><TestCase name="a"><Skip>no</Skip><OverallResult success="true" skips="1"/></TestCase></Catch2TestRun>',
      'skipped',
    ],
    [
      'boost-xml',
      '<TestResult><TestSuite name="m"><TestCase name="a" result="odd"/></TestSuite></TestResult>',
      'errored',
    ],
    ['qtest-xml', '<TestCase name="C"><TestFunction name="a"/></TestCase>', 'errored'],
    [
      'qtest-xml',
      '<TestCase name="C"><TestFunction name="a"><Incident type="odd"/></TestFunction></TestCase>',
      'errored',
    ],
    ['ctest-xml', '<Site><Testing><Test Status="odd"><Name>a</Name></Test></Testing></Site>', 'errored'],
    [
      'testng-xml',
      '<testng-results><class name="C"><test-method name="a" status="odd"/></class></testng-results>',
      'errored',
    ],
    ['robot-xml', '<robot><suite name="s"><test name="a"/></suite></robot>', 'errored'],
    ['robot-xml', '<robot><suite name="s"><test name="a"><status status="ODD"/></test></suite></robot>', 'errored'],
    ['mochawesome', '{"stats":{},"results":[{"tests":[{"title":"a"}]}]}', 'errored'],
    ['wdio-json', '{"state":{},"suites":[{"tests":[{"name":"a"}]}]}', 'errored'],
    ['newman-json', '{"run":{"executions":[{"assertions":[{"assertion":"a","error":{}}]}]}}', 'errored'],
  ] as const)('%s: %s', (format, text, outcome) => {
    expect(parseText(reportFormats[format], text).cases).toMatchObject([{ outcome }])
  })

  test('more rows in one test than are held are no report, for the last of them may fail', () => {
    const row = (type: string) => `<Incident type="${type}"/>`
    const text = `<TestCase name="C"><TestFunction name="a">${row('pass').repeat(100_001)}${row('fail')}</TestFunction></TestCase>`
    expect(() => parseText(reportFormats['qtest-xml'], text)).toThrow('more elements than the limit of 100000')
  })

  test('fewer tests than CTest lists are an incomplete report', () => {
    const text =
      '<Site><Testing><TestList><Test>./a</Test><Test>./b</Test></TestList><Test Status="passed"><Name>a</Name></Test></Testing></Site>'
    expect(parseText(reportFormats['ctest-xml'], text).isComplete).toBe(false)
  })

  test('suites that a worker of two specs writes twice are read once', () => {
    const suite = { name: 's', tests: [{ name: 'a', state: 'passed' }], hooks: [] }
    const text = JSON.stringify({
      capabilities: {},
      suites: [suite, suite],
      specs: ['a.js', 'b.js'],
      state: { passed: 2, failed: 0 },
    })
    expect(parseText(reportFormats['wdio-json'], text)).toMatchObject({
      cases: [{ name: 'a', file: null }],
      isComplete: true,
    })
  })
})
