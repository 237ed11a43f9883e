import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS, ReportError } from '../../../src/reports/format.ts'
import { junit } from '../../../src/reports/formats/junit.ts'
import { BROKEN, inChunks, junitAround, READABLE, REFUSED, utf8 } from '../../support/hostile-xml.ts'
import { shareOf } from '../../support/property-runs.ts'

const parse = (xml: string) => junit.parse([utf8(xml)])
const suite = (inner: string, attributes = 'name="s"') =>
  `<testsuites><testsuite ${attributes}>${inner}</testsuite></testsuites>`
const kase = (inner: string, attributes = 'classname="c" name="n"') =>
  parse(suite(`<testcase ${attributes}>${inner}</testcase>`)).cases[0]

describe('a case', () => {
  test('has every field of the report', () => {
    expect(
      kase(
        '<failure type="AssertionError" message="1 is not 2">AssertionError: 1 is not 2\n    at src/a.test.js:7:3</failure>',
        'classname="c" name="n" file="src/a.test.js" time="0.0015"',
      ),
    ).toEqual({
      file: 'src/a.test.js',
      suite: ['s', 'c'],
      name: 'n',
      variant: null,
      outcome: 'failed',
      mark: null,
      durationMs: 1.5,
      retries: 0,
      attempts: [],
      failure: {
        kind: 'assertion',
        message: '1 is not 2',
        type: 'AssertionError',
        stack: 'AssertionError: 1 is not 2\n    at src/a.test.js:7:3',
        line: 7,
        missing: null,
      },
    })
  })

  const outcomes: readonly [what: string, inner: string, attributes: string, outcome: string, mark: string | null][] = [
    ['nothing', '', '', 'passed', null],
    ['output only', '<system-out>x</system-out>', '', 'passed', null],
    ['failure', '<failure/>', '', 'failed', null],
    ['error', '<error/>', '', 'errored', null],
    ['failure that is an exception', '<failure message="boom" type="TypeError"/>', '', 'errored', null],
    ['skipped', '<skipped/>', '', 'skipped', null],
    ['todo of node', '<skipped type="todo"/>', '', 'skipped', 'todo'],
    ['todo of bun', '<skipped message="TODO"/>', '', 'skipped', 'todo'],
    ['failing todo', '<skipped type="todo"/><failure/>', '', 'skipped', 'todo'],
    ['xfail of pytest', '<skipped type="pytest.xfail"/>', '', 'passed', 'expected-failure'],
    ['xfail of pytest, not run', '<skipped type="pytest.xfail" message="[NOTRUN] hangs"/>', '', 'skipped', 'not-run'],
    ['xfail of unittest', '<skipped type="XFAIL"/>', '', 'passed', 'expected-failure'],
    [
      'xpass of rspec',
      '<failure message="Expected example to fail since it is pending, but it passed."/>',
      '',
      'failed',
      'unexpected-success',
    ],
    ['xpass of playwright', '<failure message="Expected to fail, but passed."/>', '', 'failed', 'unexpected-success'],
    ['skip of TestNG', '<error message="not today" type="org.testng.SkipException"/>', '', 'skipped', null],
    ['strict xpass', '<failure message="[XPASS(strict)] bug"/>', '', 'failed', 'unexpected-success'],
    ['xpass of unittest', '<error type="UnexpectedSuccess"/>', '', 'failed', 'unexpected-success'],
    ['xpass of vitest', '<failure message="Expect test to fail" type="Error"/>', '', 'failed', 'unexpected-success'],
    [
      'xpass of node',
      '<failure type="expectedFailure" message="test was expected to fail but passed"/>',
      '',
      'failed',
      'unexpected-success',
    ],
    ['skipped and failing', '<skipped/><failure/>', '', 'failed', null],
    ['skipped, failing and in error', '<skipped/><failure/><error/>', '', 'failed', null],
    ['not run, by attribute', '', 'status="notrun"', 'skipped', null],
    ['suppressed, by attribute', '', 'status="run" result="suppressed"', 'skipped', null],
    ['disabled, by attribute', '', 'status="disabled"', 'skipped', null],
    ['failed, by attribute only', '', 'status="failed"', 'errored', null],
    ['failed, by another attribute only', '', 'result="failure"', 'errored', null],
    ['an ordinary status', '', 'status="run" result="completed"', 'passed', null],
    ['flaky', '<flakyFailure message="x"/><flakyError message="y"/>', '', 'passed', 'flaky'],
    ['failing every time', '<failure/><rerunFailure/><rerunError/>', '', 'failed', null],
  ]
  test.each(outcomes)('%s', (_what, inner, attributes, outcome, mark) => {
    expect(kase(inner, `name="n" classname="c" ${attributes}`)).toMatchObject({ outcome, mark })
  })

  test('counts what was tried again', () => {
    expect(kase('<flakyFailure/><flakyError/>')?.retries).toBe(2)
    expect(kase('<failure/><rerunFailure><stackTrace>x</stackTrace></rerunFailure>')).toMatchObject({
      retries: 1,
      failure: { stack: null },
    })
  })

  test('the first of several failures is kept', () => {
    expect(kase('<failure message="one"/><failure message="two"/>')?.failure?.message).toBe('one')
  })

  test('a message may stand in the body only', () => {
    expect(
      kase('<failure>Error: expect(received).toBe(expected)\n\nExpected: 3\n    at a (a.js:1:2)\n    at b</failure>')
        ?.failure,
    ).toMatchObject({
      kind: 'assertion',
      message: 'Error: expect(received).toBe(expected)\n\nExpected: 3',
    })
  })

  const times: readonly [time: string, ms: number | null][] = [
    ['time="1,234.5"', 1_234_500],
    ['time="1,234"', 1_234_000],
    ['time="12,345,678.9"', 12_345_678_900],
    ['time="1,5"', 1_500],
    ['time="0,004"', 4],
    ['time="1234,567"', 1_234_567],
    ['time="-0,0"', 0],
    ['time="1,23,456"', null],
    ['time="1.234,5"', null],
    ['time="1,"', null],
    ['time=","', null],
    ['time="-0.000000"', 0],
    ['time="abc"', null],
    ['time=""', null],
    ['', null],
    ['time="0.004"', 4],
    ['time="5."', 5_000],
    ['time=".5"', 500],
    ['time="."', null],
    ['time="1.2.3"', null],
    ['time="00000000000000000000.5"', 500],
    ['time="&#49;"', 1_000],
    ['duration="0.25"', 250],
  ]
  test.each(times)('%s is %s ms', (time, ms) => {
    expect(kase('', `name="n" ${time}`)?.durationMs).toBe(ms)
  })

  test('names are cleaned of colours and keep everything else', () => {
    expect(kase('', 'name="&#27;[31mred&#27;[0m 🎉 &lt;b&gt;"')?.name).toBe('red 🎉 <b>')
  })
})

describe('where a case belongs', () => {
  const cases: readonly [what: string, xml: string, expected: object][] = [
    [
      'vitest',
      suite('<testcase classname="src/a.test.ts" name="outer &gt; inner &gt; adds"/>', 'name="src/a.test.ts"'),
      { file: 'src/a.test.ts', suite: ['outer', 'inner'], name: 'adds' },
    ],
    [
      'playwright',
      '<testsuites id=""><testsuite name="a.spec.js" hostname="chromium"><testcase name="outer › adds" classname="a.spec.js"/></testsuite></testsuites>',
      { file: 'a.spec.js', suite: ['outer'], name: 'adds', variant: 'chromium' },
    ],
    [
      'jest',
      suite('<testcase classname="outer adds" name="outer adds"/>', 'name="outer"'),
      { file: null, suite: [], name: 'outer adds' },
    ],
    [
      'jest with templates',
      suite('<testcase classname="outer inner" name="adds" file="a.test.js"/>', 'name="outer"'),
      { file: 'a.test.js', suite: ['outer inner'], name: 'adds' },
    ],
    [
      'jest with file names',
      suite(
        '<testcase classname="src/a.test.js" name="outer adds" file="src/a.test.js"/>',
        'name="src/a.test.js" errors="0" failures="0" skipped="0" timestamp="x" time="0" tests="1"',
      ),
      { file: 'src/a.test.js', suite: [], name: 'outer adds' },
    ],
    [
      'mocha-junit-reporter',
      suite('<testcase name="outer adds" classname="adds"/>', 'name="outer" file="/p/a.js"'),
      { file: '/p/a.js', suite: ['outer'], name: 'adds' },
    ],
    [
      'node',
      '<testsuites><testsuite name="outer" time="0" disabled="0"><testsuite name="inner" time="0" disabled="0"><testcase name="says &amp;quot;hi&amp;quot;" time="0" classname="test" file="/p/a.mjs"/></testsuite></testsuite></testsuites>',
      { file: '/p/a.mjs', suite: ['outer', 'inner'], name: 'says "hi"' },
    ],
    [
      'pytest',
      suite('<testcase classname="tests.test_a.TestB.TestC" name="test_d[1-2]"/>', 'name="pytest" errors="0"'),
      { file: null, className: 'tests.test_a.TestB.TestC', suite: ['TestB', 'TestC'], name: 'test_d[1-2]' },
    ],
    [
      'a test of pytest that a class has from another module',
      suite(
        '<testcase classname="tests.test_url.TestUrl" name="test_age" file="tests/test_timed.py" line="3"/>',
        'name="pytest" errors="0"',
      ),
      { file: 'tests/test_url.py', suite: ['TestUrl'], name: 'test_age' },
    ],
    [
      'a test of pytest in a module with the name of a class',
      suite(
        '<testcase classname="tests.TestUrl.TestAge" name="test_age" file="tests/TestUrl.py" line="3"/>',
        'name="pytest" errors="0"',
      ),
      { file: 'tests/TestUrl.py', suite: ['TestUrl', 'TestAge'], name: 'test_age' },
    ],
    [
      'pytest xunit1',
      suite(
        '<testcase classname="tests.test_a" name="test_d" file="tests/test_a.py" line="3"/>',
        'name="pytest" errors="0"',
      ),
      { file: 'tests/test_a.py', suite: [], name: 'test_d' },
    ],
    [
      'surefire',
      '<testsuite name="com.example.ATest"><testcase name="adds" classname="com.example.ATest$Inner"/></testsuite>',
      { file: null, className: 'com.example.ATest$Inner', suite: ['com.example.ATest$Inner'], name: 'adds' },
    ],
    [
      'go',
      suite(
        '<properties><property name="go.version" value="go1.24"/></properties><testcase classname="example.com/a/b" name="TestC/d"/>',
        'name="example.com/a/b"',
      ),
      { file: null, className: 'example.com/a/b', suite: ['example.com/a/b'], name: 'TestC/d' },
    ],
    [
      'phpunit',
      suite(
        '<testsuite name="CTest" file="/p/CTest.php"><testcase name="testA" class="CTest" classname="CTest" file="/p/CTest.php" line="3" assertions="1"/></testsuite>',
        'name="unit"',
      ),
      { file: '/p/CTest.php', suite: ['CTest'], name: 'testA' },
    ],
    [
      'bun',
      '<testsuites name="bun test"><testsuite name="a.test.ts" file="a.test.ts"><testsuite name="outer"><testcase name="adds" classname="outer" file="a.test.ts"/></testsuite></testsuite></testsuites>',
      { file: 'a.test.ts', suite: ['outer'], name: 'adds' },
    ],
    [
      'unittest with time stamps',
      suite(
        '<testcase classname="tests.test_a.B" name="test_c" file="tests/test_a.py"/>',
        'name="tests.test_a.B-20261121015703"',
      ),
      { file: 'tests/test_a.py', suite: ['tests.test_a.B'], name: 'test_c' },
    ],
    [
      'gtest',
      suite('<testcase name="Adds" classname="Calc" file="/p/calc.cpp"/>', 'name="Calc"'),
      { file: '/p/calc.cpp', suite: ['Calc'], name: 'Adds' },
    ],
    [
      'nested suites of somebody',
      suite('<testsuite name="t"><testcase name="n"/></testsuite>'),
      { file: null, suite: ['s', 't'], name: 'n' },
    ],
    ['a case without a suite', '<testsuites><testcase name="n"/></testsuites>', { file: null, suite: [], name: 'n' }],
  ]
  test.each(cases)('%s', (_what, xml, expected) => {
    expect(parse(xml).cases).toEqual([expect.objectContaining(expected)])
  })
})

describe('what is no test is no case', () => {
  test('a file that vitest could not load', () => {
    const report = parse(
      suite(
        '<testcase classname="a.test.ts" name="a.test.ts"><failure message="Cannot find module &apos;./b&apos; imported from /p/a.test.ts" type="Error"/></testcase>',
        'name="a.test.ts"',
      ),
    )
    expect(report).toMatchObject({
      cases: [],
      loadErrors: [{ file: 'a.test.ts', kind: 'missing-symbol', missing: { kind: 'module', name: './b' } }],
    })
  })

  test('a set-up of vitest that failed, and the tests it kept from running', () => {
    const report = parse(
      suite(
        '<testcase classname="a.test.ts" name="outer &gt; one"><skipped/></testcase><testcase classname="a.test.ts" name="other"/><testcase classname="a.test.ts" name="outer"><failure message="no database" type="Error"/></testcase>',
        'name="a.test.ts"',
      ),
    )
    expect(report.hookFailures).toEqual([{ file: 'a.test.ts', suite: ['outer'], message: 'no database' }])
    expect(report.cases).toMatchObject([
      { name: 'one', outcome: 'skipped', mark: 'not-run' },
      { name: 'other', outcome: 'passed', mark: null },
    ])
  })

  test('a set-up of a whole file that failed', () => {
    const report = parse(
      suite(
        '<testcase classname="a.test.ts" name="one"><skipped/></testcase><testcase classname="a.test.ts" name="a.test.ts"><failure message="no database" type="Error"/></testcase>',
        'name="a.test.ts"',
      ),
    )
    expect(report).toMatchObject({
      loadErrors: [],
      hookFailures: [{ file: 'a.test.ts', suite: [] }],
      cases: [{ mark: 'not-run' }],
    })
  })

  test('a file that jest could not load, listed twice', () => {
    const twice = '<testcase classname="Test suite failed to run" name="a.test.js" file="a.test.js">'
    const report = parse(
      suite(
        `${twice}<error>  ● Test suite failed to run\n\n    Cannot find module './b' from 'a.test.js'\n\n    &gt; 1 | x</error></testcase>${twice}<failure>{}</failure></testcase>`,
        'name="a.test.js"',
      ),
    )
    expect(report).toMatchObject({
      cases: [],
      loadErrors: [{ file: 'a.test.js', kind: 'missing-symbol', missing: { name: './b' } }],
    })
    expect(report.loadErrors).toHaveLength(1)
  })

  test('a tear-down of jest that failed', () => {
    const report = parse(
      suite(
        '<testcase classname="" name="Test execution failure: could be caused by test hooks like &apos;afterAll&apos;." file="a.js"><failure>{"message":"","stack":"Error: no"}</failure></testcase>',
        'name="outer"',
      ),
    )
    expect(report).toMatchObject({
      cases: [],
      hookFailures: [{ file: 'a.js', suite: [], message: 'Error: no' }],
    })
  })

  test('hooks of mocha', () => {
    const report = parse(
      suite(
        '<testcase classname="outer" name="&quot;before all&quot; hook for &quot;adds&quot;" file="a.js"><failure>no\nError: no</failure></testcase>',
        'name="Mocha Tests"',
      ),
    )
    expect(report).toMatchObject({
      cases: [],
      hookFailures: [{ file: 'a.js', suite: ['outer'], message: expect.stringMatching(/^"before all" hook/) }],
    })
  })

  test('a test of mocha that is only named like a hook and passes', () => {
    expect(parse(suite('<testcase classname="outer" name="&quot;before all&quot; hook works"/>')).cases).toHaveLength(1)
  })

  test('files of node: one that failed to load, one without a test', () => {
    const file = (name: string, inner: string) =>
      `<testcase name="test/${name}" time="0.1" classname="test" file="/p/test/${name}">${inner}</testcase>`
    const report = parse(
      `<testsuites>${file('a.mjs', '<failure type="testCodeFailure" message="test failed">x</failure>')}${file('b.mjs', '')}</testsuites>`,
    )
    expect(report).toMatchObject({
      cases: [],
      loadErrors: [{ file: '/p/test/a.mjs', kind: 'error', missing: null }],
      emptyFiles: ['/p/test/b.mjs'],
    })
  })

  test('tests that node cancelled because a hook of their suite failed', () => {
    const cancelled =
      '<testcase name="NAME" time="0" classname="outer" file="/p/a.mjs"><failure type="cancelledByParent" message="test did not finish before its parent and was cancelled"/></testcase>'
    const report = parse(
      `<testsuites><testsuite name="outer" time="0" disabled="0">${cancelled.replace('NAME', 'one')}${cancelled.replace('NAME', 'two')}</testsuite></testsuites>`,
    )
    expect(report.cases).toMatchObject([
      { outcome: 'skipped', mark: 'not-run' },
      { outcome: 'skipped', mark: 'not-run' },
    ])
    expect(report.hookFailures).toHaveLength(1)
    expect(report.hookFailures[0]).toMatchObject({ file: '/p/a.mjs', suite: ['outer'] })
  })

  test('modules that pytest could not collect, and one it skipped whole', () => {
    const report = parse(
      suite(
        '<testcase classname="" name="tests.test_a"><error message="collection failure">E   ModuleNotFoundError: No module named \'shop\'</error></testcase><testcase classname="" name="tests.test_b"><skipped message="collection skipped">x</skipped></testcase>',
        'name="pytest" errors="1"',
      ),
    )
    expect(report).toMatchObject({
      cases: [],
      loadErrors: [{ file: 'tests/test_a.py', kind: 'missing-symbol', missing: { name: 'shop' } }],
      emptyFiles: ['tests/test_b.py'],
    })
  })

  test('one test of pytest in two phases', () => {
    const phases = (first: string) =>
      `<testcase classname="t" name="n" time="0.1">${first}</testcase><testcase classname="t" name="n" time="0.2"><error message="failed on teardown with &quot;RuntimeError: no&quot;"/></testcase>`
    const [failing, ...rest] = parse(
      suite(phases('<failure message="assert 1 == 2"/>'), 'name="pytest" errors="1"'),
    ).cases
    expect(failing).toMatchObject({ outcome: 'failed', failure: { message: 'assert 1 == 2' }, durationMs: 300 })
    expect(rest).toEqual([])
    expect(parse(suite(phases(''), 'name="pytest" errors="1"')).cases).toMatchObject([{ outcome: 'errored' }])
  })

  test('the phases of pytest-xdist, with another test between them', () => {
    const teardown =
      '<testcase classname="t" name="n"><error message="failed on teardown with &quot;RuntimeError: no&quot;"/></testcase>'
    const report = parse(
      suite(`<testcase classname="t" name="n"/><testcase classname="t" name="m"/>${teardown}`, 'name="pytest"'),
    )
    expect(report.cases.map((test) => `${test.name} ${test.outcome}`)).toEqual(['n errored', 'm passed'])
  })

  test('the class of a Java test whose set-up failed', () => {
    for (const name of ['com.example.ATest', '']) {
      const report = parse(
        `<testsuite name="com.example.ATest"><testcase name="${name}" classname="com.example.ATest"><error message="no" type="java.lang.IllegalStateException"/></testcase></testsuite>`,
      )
      expect(report).toMatchObject({
        cases: [],
        hookFailures: [{ file: null, suite: ['com.example.ATest'], message: 'no' }],
      })
    }
  })

  test('a test that is only named like its suite', () => {
    const failing =
      '<testcase name="adds" time="0" classname="adds" file="/p/a.mjs"><failure type="testCodeFailure" message="no"/></testcase>'
    const node = `<testsuites><testsuite name="adds" time="0" disabled="0">${failing}</testsuite></testsuites>`
    for (const xml of [node, suite(failing, 'name="adds"')])
      expect(parse(xml)).toMatchObject({ cases: [{ name: 'adds' }], hookFailures: [] })
  })

  test('what gotestsum says of packages', () => {
    const report = parse(
      '<testsuites tests="1" failures="1" errors="2"><testsuite name="example.com/a"><properties><property name="go.version" value="go1.24"/></properties><testcase classname="" name="TestMain"><failure message="Failed" type="">setup exploded</failure></testcase></testsuite></testsuites>',
    )
    expect(report.cases).toEqual([])
    expect(report.loadErrors).toEqual([
      { file: 'example.com/a', kind: 'error', missing: null, message: 'Failed\nsetup exploded' },
      {
        file: null,
        kind: 'error',
        missing: null,
        message: 'the report says that 2 packages failed without a test of theirs, and does not name them',
      },
    ])
  })

  describe('a name that gotestsum tells twice', () => {
    const run = (name: string, inner = '') => `<testcase classname="p" name="${name}">${inner}</testcase>`
    const failed = '<failure message="Failed"/>'
    const go = (inner: string, header = '') =>
      parse(
        suite(`<properties><property name="go.version" value="go1.24"/></properties>${inner}`, `name="p" ${header}`),
      ).cases.map((c) => [c.name, c.outcome, c.mark, c.retries])

    test('is one test that was run again where another test of the package was not', () => {
      expect(go(run('TestA', failed) + run('TestA') + run('TestB'), 'tests="3" failures="1"')).toEqual([
        ['TestA', 'passed', 'flaky', 1],
        ['TestB', 'passed', null, 0],
      ])
      expect(go(run('TestA', failed) + run('TestA', failed) + run('TestB'))).toEqual([
        ['TestA', 'failed', null, 1],
        ['TestB', 'passed', null, 0],
      ])
    })

    test('is two tests where all of the package were, as with -count', () => {
      const twice = run('TestA', failed) + run('TestA') + run('TestB') + run('TestB')
      expect(go(twice, 'tests="4" failures="1"')).toEqual([
        ['TestA', 'failed', null, 0],
        ['TestA', 'passed', null, 0],
        ['TestB', 'passed', null, 0],
        ['TestB', 'passed', null, 0],
      ])
    })

    test('is two tests where there is no other to tell, unless the header has no such failure', () => {
      const twice = run('TestA', failed) + run('TestA')
      const two = [
        ['TestA', 'failed', null, 0],
        ['TestA', 'passed', null, 0],
      ]
      expect([go(twice), go(twice, 'failures="1"')]).toEqual([two, two])
      expect(go(twice, 'failures="0"')).toEqual([['TestA', 'passed', 'flaky', 1]])
    })

    test('is judged by the other tests, not by parts of tests, whose names may change from run to run', () => {
      expect(go(run('TestA', failed) + run('TestA') + run('TestA/x')).map(([, outcome]) => outcome)).toEqual([
        'failed',
        'passed',
        'passed',
      ])
    })
  })

  test('equal names of other writers stay apart', () => {
    expect(
      parse(suite('<testcase classname="c" name="n"/><testcase classname="c" name="n"><failure/></testcase>')).cases,
    ).toHaveLength(2)
  })

  test('files of bats: a set-up and a syntax error', () => {
    const file = (name: string, text: string) =>
      `<testsuite name="${name}"><testcase classname="${name}" name=""><failure type="failure">${text}</failure></testcase></testsuite>`
    const report = parse(
      `<testsuites>${file('a.bats', '(from function `setup_file&#39; in test file a.bats, line 1)')}${file('b.bats', 'b.bats: line 1: syntax error')}</testsuites>`,
    )
    expect(report).toMatchObject({
      cases: [],
      hookFailures: [{ file: 'a.bats' }],
      loadErrors: [{ file: 'b.bats', kind: 'error' }],
    })
  })

  test('modules and classes of unittest', () => {
    const report = parse(
      suite(
        '<testcase classname="unittest.loader._FailedTest.tests" name="test_broken"><error type="ImportError" message="Failed to import test module: tests.test_broken\nModuleNotFoundError: No module named \'shop\'"/></testcase><testcase classname="" name="setUpClass (tests.test_a.B)" file="tests/test_a.py"><error type="RuntimeError" message="no"/></testcase>',
      ),
    )
    expect(report).toMatchObject({
      cases: [],
      loadErrors: [{ file: 'tests/test_broken.py', missing: { name: 'shop' } }],
      hookFailures: [{ file: 'tests/test_a.py', suite: ['tests.test_a.B'], message: 'no' }],
    })
  })

  test('errors that stand outside of any test', () => {
    expect(
      parse(
        '<testsuites><error message="could not start"/><testsuite name="s"><error message="lost"/><testcase name="n"/></testsuite></testsuites>',
      ),
    ).toMatchObject({
      cases: [{ outcome: 'passed' }],
      runErrors: ['could not start', 's: lost'],
    })
  })
})

describe('headers are never believed and never ignored', () => {
  test('failures that no element shows keep the run from being green', () => {
    const report = parse(
      '<testsuites tests="1" failures="1"><testsuite name="s"><testcase name="n"/></testsuite></testsuites>',
    )
    expect(report.runErrors).toEqual(['the report claims 1 failure that none of its elements shows'])
  })

  test('so do failures that only a suite claims', () => {
    expect(parse(suite('<testcase name="n"/>', 'name="s" errors="2" failures="1"')).runErrors).toEqual([
      'the report claims 3 failures that none of its elements shows',
    ])
  })

  test('other sums are a warning', () => {
    const report = parse(
      '<testsuites tests="5" failures="3"><testsuite name="s"><testcase name="n"><failure/></testcase></testsuite></testsuites>',
    )
    expect(report.runErrors).toEqual([])
    expect(report.warnings).toEqual([
      'the report claims 5 tests, its elements are 1',
      'the report claims 3 failures, its elements show 1',
    ])
  })

  test('so is a failure that the header denies', () => {
    const report = parse(
      '<testsuites tests="1" failures="0" errors="0"><testsuite name="s"><testcase name="n"><failure/></testcase></testsuite></testsuites>',
    )
    expect(report).toMatchObject({
      cases: [{ outcome: 'failed' }],
      warnings: ['the report claims 0 failures, its elements show 1'],
    })
  })

  test('a failing todo is what the header counts', () => {
    expect(
      parse(
        '<testsuites failures="1"><testsuite name="s"><testcase name="n"><skipped type="todo"/><failure/></testcase></testsuite></testsuites>',
      ).runErrors,
    ).toEqual([])
  })

  test('attempts that have elements of their own are what the header counts', () => {
    const report = parse(
      '<testsuite name="s" tests="2" failures="1"><testcase name="n"><flakyFailure/></testcase></testsuite>',
    )
    expect(report.runErrors).toEqual([])
  })

  const claiming = (root: string, inner = '', suite = '') =>
    parse(
      `<testsuites ${root}><testsuite name="s" ${suite}><testcase name="n">${inner}</testcase></testsuite></testsuites>`,
    )

  test.each(['failures="many"', 'errors=""', 'tests="all"', 'failures="no"', 'failures="0,0"'])(
    'a warning names a total that is no number: %s',
    (claim) => {
      const warnings = [`the report claims ${claim}, which is no number`]
      expect(claiming(claim)).toMatchObject({ runErrors: [], warnings })
      expect(claiming('', '', claim)).toMatchObject({ runErrors: [], warnings })
    },
  )

  test.each([
    'failures="1,000"',
    'errors="3 of 5"',
    'failures="²"',
    'failures="Infinity"',
    'errors="-1"',
    'errors="0.5"',
  ])('one that is not nothing either keeps the run from being green: %s', (claim) => {
    const runErrors = [`the report claims ${claim}, which is no number, and not 0`]
    expect(claiming(claim)).toMatchObject({ runErrors, warnings: [] })
    expect(claiming('', '', claim)).toMatchObject({ runErrors, warnings: [] })
  })

  test.each([
    ['failures="1e9"', 1_000_000_000],
    ['failures="12345678901"', 12_345_678_901],
    ['failures=" 2 "', 2],
    ['errors="+3"', 3],
    ['errors="4.0"', 4],
    ['failures="0x5"', 5],
  ])('a number that is written otherwise is one: %s', (claim, count) => {
    const runErrors = [`the report claims ${count} failures that none of its elements shows`]
    expect(claiming(claim)).toMatchObject({ runErrors, warnings: [] })
    expect(claiming('failures="0.0" errors="-0" tests="1."')).toMatchObject({ runErrors: [], warnings: [] })
  })

  test('of many totals that are no numbers a few are named', () => {
    const suites = Array.from({ length: 500 }, (_, n) => `<testsuite name="s" failures="n${'x'.repeat(n)}"/>`)
    const { warnings } = parse(`<testsuites>${suites.join('')}</testsuites>`)
    expect(warnings.length).toBeLessThan(12)
    expect(warnings.join('').length).toBeLessThan(2_000)
  })
})

describe('bad input', () => {
  test('the entries before the break of a report are kept, and the report is never complete', () => {
    const report = parse(
      '<testsuites><testsuite name="s"><testcase name="one"/><testcase name="two"><failure message="x',
    )
    expect(report.isComplete).toBe(false)
    expect(report.cases.map((test) => test.name)).toEqual(['one', 'two'])
    expect(report.cases[1]?.outcome).toBe('errored')
    expect(report.runErrors).toEqual([expect.stringMatching(/^line 1: the report ends inside a tag/)])
  })

  test('every broken document is incomplete or refused', () => {
    for (const [name, bytes] of Object.entries(BROKEN)) {
      const read = () => junit.parse([bytes])
      if (/empty|white|no markup/.test(name)) expect(read, name).toThrow(ReportError)
      else expect(read().isComplete, name).toBe(false)
    }
  })

  test('every odd document is one failing test', () => {
    for (const [name, bytes] of Object.entries(READABLE)) {
      const report = junit.parse([bytes])
      expect(report.isComplete, name).toBe(true)
      expect(report.cases[0]?.outcome, name).toMatch(/failed|errored/)
      expect(report.cases[0]?.failure?.message, name).not.toMatch(/root:|lollol/)
    }
  })

  test('limits are refused by name', () => {
    for (const [limit, document] of Object.values(REFUSED))
      expect(() => junit.parse([document()])).toThrow(new RegExp(`limit ${limit}`))
  })

  test('XML of another kind is refused', () => {
    for (const xml of ['<coverage/>', '<html><body>testsuite</body></html>', '<checkstyle><file/></checkstyle>'])
      expect(() => parse(xml)).toThrow('the report holds no <testsuites>, <testsuite> or <testcase>')
  })

  test('a report without tests is a report without tests', () => {
    expect(parse('<testsuites tests="0"/>')).toMatchObject({ cases: [], isComplete: true, runErrors: [] })
  })

  test('long messages and stacks are cut, and all of them together are bounded', () => {
    const long = 'x'.repeat(20_000)
    const one = kase(`<failure message="${long}">${long}</failure>`)?.failure
    expect(one?.message).toHaveLength(4_000)
    expect(one?.stack).toHaveLength(16_000)
    const many = (function* () {
      yield utf8('<testsuite name="s">')
      for (let at = 0; at < 3_000; at += 1)
        yield utf8(`<testcase name="${at}"><failure message="short">first line\n${long}</failure></testcase>`)
      yield utf8('</testsuite>')
    })()
    const report = junit.parse(many)
    const kept = report.cases.reduce(
      (sum, { failure }) => sum + (failure?.message.length ?? 0) + (failure?.stack?.length ?? 0),
      0,
    )
    expect(kept).toBeLessThan(LIMITS.keptText + 3_000 * 20)
    expect(report.cases.at(-1)?.failure).toMatchObject({ message: 'short', stack: null })
    expect(report.warnings).toEqual([expect.stringContaining('limit keptText')])
  })

  const costly: readonly [what: string, xml: string][] = [
    ['a class of many parts that is none', suite(`<testcase name="n" classname="${'a.'.repeat(27)}!"/>`)],
    [
      'bodies of empty lines',
      suite(`<testcase name="n"><failure>x${'\n'.repeat(15_000)}y</failure></testcase>`.repeat(30)),
    ],
    [
      'titles in titles',
      suite(
        `<testcase classname="a.test.ts" name="b${' > b'.repeat(30_000)}"><failure/></testcase>`,
        'name="a.test.ts"',
      ),
    ],
  ]
  test.each(costly)('%s costs next to nothing', (_what, xml) => {
    const start = process.cpuUsage()
    expect(parse(xml).cases.length).toBeGreaterThan(0)
    expect(process.cpuUsage(start).user).toBeLessThan(600_000)
  })

  test('a name is cut where no reader needs the rest', () => {
    const long = 'x'.repeat(50_000)
    const [first] = parse(
      suite(`<testcase name="${long}" classname="${long}" file="${long}"/>`, `name="${long}"`),
    ).cases
    for (const text of [first?.name, first?.file, ...(first?.suite ?? [])]) expect(text?.length).toBe(4_000)
  })

  test('any nesting of known elements is read or refused', () => {
    const name = fc.constantFrom(
      'testsuites',
      'testsuite',
      'testcase',
      'failure',
      'error',
      'skipped',
      'system-out',
      'properties',
      'property',
      'x',
    )
    const attributes = fc.dictionary(
      fc.constantFrom(
        'name',
        'classname',
        'file',
        'time',
        'tests',
        'failures',
        'message',
        'type',
        'status',
        '__proto__',
      ),
      fc.constantFrom('', '1', 'a.test.ts', 'TestMain', 'pytest', 'todo', 'x > y'),
    )
    const write = ([tag, values, inner]: [string, Record<string, string>, readonly string[]]) => {
      const written = Object.entries(values).map(([key, value]) => ` ${key}="${value}"`)
      return `<${tag}${written.join('')}>${inner.join('')}t</${tag}>`
    }
    const { element } = fc.letrec<{ element: string }>((tie) => ({
      element: fc.oneof(
        { maxDepth: 5 },
        fc.tuple(name, attributes, fc.constant([])).map(write),
        fc.tuple(name, attributes, fc.array(tie('element'), { maxLength: 3 })).map(write),
      ),
    }))
    const attempt = (bytes: Iterable<Uint8Array>) => {
      try {
        return junit.parse(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(ReportError)
        return String(error)
      }
    }
    fc.assert(
      fc.property(element, fc.integer({ min: 1, max: 30 }), (xml, size) => {
        expect(attempt(inChunks(utf8(xml), [size]))).toEqual(attempt([utf8(xml)]))
      }),
      { numRuns: shareOf(500) },
    )
  })

  test('the head of a JUnit report is recognised, and no other', () => {
    expect(junit.looksLike(junitAround(''))).toBe(true)
    expect(junit.looksLike('log line\n<testsuite name="s">')).toBe(true)
    expect(junit.looksLike('<j:testsuites xmlns:j="u">')).toBe(true)
    for (const head of [
      '',
      '{"a": "<testsuite>"}',
      '<coverage line-rate="1">',
      'TAP version 13\nok 1 - <testsuite>',
      '[{"x":"<testsuites>"}]',
    ])
      expect(junit.looksLike(head), head).toBe(false)
  })
})
