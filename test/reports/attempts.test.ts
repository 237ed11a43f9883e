/** Tries of a test that count no more: what each of them failed with, as far as a format tells it. */
import { describe, expect, test } from 'vitest'
import { MAX_ATTEMPTS, NO_ATTEMPTS } from '../../src/core/model/test-run.ts'
import { ATTEMPT_COST, failureKeeper } from '../../src/reports/failure/failures.ts'
import { LIMITS, type ReportFormat } from '../../src/reports/format.ts'
import { type FormatName, reportFormats } from '../../src/reports/index.ts'
import { parseText, recorded } from '../support/recorded.ts'

const read = (format: FormatName, text: string | Uint8Array) =>
  parseText((reportFormats as Readonly<Record<FormatName, ReportFormat>>)[format], text)
const firstLine = (message: string) => message.split('\n', 1)[0]

describe('recorded reports', () => {
  const EXPECT = 'assertion expect(received).toBe(expected) // Object.is equality'
  const PRINTED = 'assertion Error: expect(received).toBe(expected) // Object.is equality'
  const NEVER = "assertion expected 'never' to be 'equal' // Object.is equality"
  const WRONG = 'assertion good_test.go:26: Square(3) = 9, want 10'
  const STEP = 'assertion Expected values to be strictly equal:'
  const outcome: readonly [
    path: string,
    format: FormatName,
    Readonly<Record<string, readonly [number, ...string[]]>>,
  ][] = [
    [
      'surefire-rerun/out/TEST-com.example.FlakyTest.xml',
      'junit',
      {
        failsOnEveryTry: [2, 'assertion never', 'assertion never'],
        passesOnTheSecondTry: [1, 'assertion expected:<2> but was:<1>'],
        errorsOnEveryTry: [2, 'error never', 'error never'],
      },
    ],
    [
      'gradle/out/TEST-com.example.CasesTest.xml',
      'junit',
      { 'passesOnTheSecondTry()': [1, 'assertion org.opentest4j.AssertionFailedError: expected: <2> but was: <1>'] },
    ],
    [
      'cargo/out/nextest.xml',
      'junit',
      {
        passes_on_the_second_try: [
          1,
          "error thread 'tests::passes_on_the_second_try' (3409) panicked at src/lib.rs:50:9",
        ],
      },
    ],
    [
      'playwright/out/junit-include-retries.xml',
      'junit',
      {
        'fails an assertion': [1, EXPECT],
        'throws an error': [1, 'error boom: not an assertion'],
        'squares 3 to 10': [1, EXPECT],
        'same title': [1, EXPECT],
        'passes on the second try': [1, EXPECT],
        'fails two soft assertions': [1, EXPECT],
        'fails with <markup> & "quotes" ]]> in the message 🚀': [1, EXPECT],
        'times out': [1, 'timeout Test timeout of 100ms exceeded.'],
        'is never started one': [1, 'error setup exploded'],
        'runs in two projects': [1, EXPECT],
      },
    ],
    [
      'playwright/out/results.json',
      'playwright-json',
      {
        'fails an assertion': [1, PRINTED],
        'throws an error': [1, 'error boom: not an assertion'],
        'is expected to fail but passes': [1, 'assertion Expected to fail, but passed.'],
        'squares 3 to 10': [1, PRINTED],
        'same title': [1, PRINTED],
        'passes on the second try': [1, PRINTED],
        'fails two soft assertions': [1, PRINTED],
        'fails with <markup> & "quotes" ]]> in the message 🚀': [1, PRINTED],
        'times out': [1, 'timeout Test timeout of 100ms exceeded.'],
        'is never started one': [1, 'error Error: setup exploded'],
        'is never started two': [1],
        'runs in two projects': [1, PRINTED],
      },
    ],
    ['vitest/out/junit.xml', 'junit', { 'flaky > fails on every try': [1, NEVER] }],
    ['vitest/out/junit-options.xml', 'junit', {}],
    [
      'vitest/out/results.json',
      'vitest-json',
      {
        'passes on the second try': [1, 'assertion expected 1 to be 2 // Object.is equality'],
        'fails on every try': [1, NEVER],
      },
    ],
    [
      'jest/out/results.json',
      'jest-json',
      { 'passes on the second try': [1, PRINTED], 'fails on every try': [2, PRINTED, PRINTED] },
    ],
    ['jest/out/junit.xml', 'junit', {}],
    [
      'go/out/gotestsum-rerun-junit.xml',
      'junit',
      {
        'TestSquares/3_to_10': [1, 'assertion Failed'],
        TestSquares: [1, 'assertion Failed'],
        TestFlaky: [1, 'assertion Failed'],
      },
    ],
    [
      'go/out/gotestsum-rerun.json',
      'go-json',
      {
        TestSquares: [1, WRONG],
        'TestSquares/3_to_10': [1, WRONG],
        TestFlaky: [1, 'assertion good_test.go:72: fails the first time'],
      },
    ],
    [
      'xcresult/out/tests.json',
      'xcresult-json',
      {
        'testPassesOnTheSecondTry()': [1, 'assertion XCTAssertTrue failed'],
        'testFailsOnEveryTry()': [1, 'assertion XCTAssertTrue failed'],
      },
    ],
    [
      'cucumber-js/out/cucumber.ndjson',
      'cucumber-messages',
      {
        'fails an assertion': [1, STEP],
        'throws an error': [1, 'error boom: not an assertion'],
        'passes on the second try': [1, 'assertion first try'],
        'same title': [1, 'error boom: not an assertion'],
        'is failed by its hook': [1, 'error Error: setup exploded'],
        'fails in its after hook': [1, 'error Error: teardown exploded'],
        'times out': [1, 'timeout Error: function timed out, ensure the promise resolves within 50 milliseconds'],
        'squares 3 to 10': [1, STEP],
        'same row title': [1, STEP],
      },
    ],
    ['mocha/out/results.json', 'mocha-json', { 'passes on the second try': [1], 'fails on every try': [1] }],
    ['mocha/out/results-stream.ndjson', 'mocha-stream', { 'passes on the second try': [1], 'fails on every try': [1] }],
    ['dart/out/results.jsonl', 'dart-json', { 'passes on the second try': [1] }],
    ['ctrf/out/jest.json', 'ctrf', { 'passes on the second try': [1], 'fails on every try': [2] }],
    ['pytest-rerun/out/rerun.xml', 'junit', {}],
  ]
  test.each(outcome)('%s (%s)', (path, format, attempts) => {
    const tried = read(format, recorded(path)).cases.filter((one) => one.retries + one.attempts.length > 0)
    expect(
      Object.fromEntries(
        tried.map(({ name, suite, retries, attempts }) => [
          path.startsWith('vitest/out/junit') ? [...suite, name].join(' > ') : name,
          [retries, ...attempts.map(({ kind, message }) => `${kind} ${firstLine(message)}`)],
        ]),
      ),
    ).toEqual(attempts)
  })

  test('an attempt has type, stack and line like any failure', () => {
    const { cases } = read('junit', recorded('surefire-rerun/out/TEST-com.example.FlakyTest.xml'))
    expect(cases.find(({ name }) => name === 'passesOnTheSecondTry')?.attempts).toEqual([
      {
        kind: 'assertion',
        message: 'expected:<2> but was:<1>',
        type: 'java.lang.AssertionError',
        stack:
          'java.lang.AssertionError: expected:<2> but was:<1>\n\tat com.example.FlakyTest.passesOnTheSecondTry(FlakyTest.java:8)',
        line: null,
        missing: null,
      },
    ])
    const [flaky] = read('playwright-json', recorded('playwright/out/results.json')).cases.filter(
      ({ mark }) => mark === 'flaky',
    )
    expect(flaky?.attempts).toMatchObject([{ line: 20, stack: expect.stringContaining('cases.spec.js:20:71') }])
  })

  test('tests that were not tried again share one list', () => {
    const { cases } = read('junit', recorded('surefire-rerun/out/TEST-com.example.FlakyTest.xml'))
    expect(cases.find(({ name }) => name === 'isIgnored')?.attempts).toBe(NO_ATTEMPTS)
  })
})

describe('JUnit', () => {
  const kase = (inner: string) =>
    read('junit', `<testsuite name="s"><testcase classname="c" name="n">${inner}</testcase></testsuite>`).cases[0]
  const messages = (inner: string) => kase(inner)?.attempts.map(({ message }) => message)

  test('what a try printed is none of its words', () => {
    const [attempt] =
      kase(
        '<flakyError message="no" type="E"><stackTrace>E: no</stackTrace><system-out>said</system-out><system-err><![CDATA[more]]></system-err></flakyError>',
      )?.attempts ?? []
    expect(attempt).toMatchObject({ kind: 'error', message: 'no', type: 'E', stack: 'E: no' })
  })

  test('a text may stand right in the element', () => {
    expect(messages('<failure/><rerunFailure type="E">E: no</rerunFailure>')).toEqual(['E: no'])
    expect(messages('<flakyFailure><system-out>said</system-out>E: no</flakyFailure>')).toEqual(['E: no'])
  })

  test('output after an attempt belongs to the test', () => {
    const outcome = kase(
      '<flakyFailure message="one"><stackTrace>x</stackTrace></flakyFailure><failure message="two"/>',
    )
    expect(outcome).toMatchObject({ outcome: 'failed', failure: { message: 'two' }, attempts: [{ message: 'one' }] })
  })

  test('all are counted, some are kept', () => {
    const many = Array.from({ length: MAX_ATTEMPTS + 5 }, (_, n) => `<flakyFailure message="${n}"/>`).join('')
    expect(kase(many)?.retries).toBe(MAX_ATTEMPTS + 5)
    expect(messages(many)).toEqual(Array.from({ length: MAX_ATTEMPTS }, (_, n) => `${n}`))
  })

  test('beyond the bound of a report none is kept, and failures lose nothing by it', () => {
    const long = 'x'.repeat(16_000)
    const count = Math.ceil(LIMITS.keptAttempts / long.length) + 5
    const one = `<testcase name="n"><flakyFailure>${long}</flakyFailure></testcase>`
    const report = read(
      'junit',
      `<testsuite name="s">${one.repeat(count)}<testcase name="last"><failure message="no">E: no</failure></testcase></testsuite>`,
    )
    const kept = report.cases.flatMap(({ attempts }) => attempts).length
    expect(kept).toBeLessThan(count)
    expect(kept * long.length).toBeGreaterThan(LIMITS.keptAttempts / 2)
    expect(report.cases.at(-2)).toMatchObject({ mark: 'flaky', retries: 1, attempts: [] })
    expect(report.cases.at(-1)?.failure).toMatchObject({ message: 'no', stack: 'E: no' })
    expect(report.warnings).toEqual([])
  })

  const vitest = (inner: string) =>
    read(
      'junit',
      `<testsuites name="vitest tests"><testsuite name="a.test.ts"><testcase classname="a.test.ts" name="n">${inner}</testcase></testsuite></testsuites>`,
    ).cases[0]

  test.each([
    ['of one kind are tries', '<failure message="a"/><failure message="a"/><failure message="a"/>', 2, ['a', 'a']],
    ['that differ are soft assertions', '<failure message="a"/><failure message="b"/>', 0, []],
    ['that are one are a failure', '<failure message="a"/>', 0, []],
  ])('several failures of vitest %s', (_what, inner, retries, attempts) => {
    expect(vitest(inner)).toMatchObject({ retries, attempts: attempts.map((message) => ({ message })) })
  })

  test('of other writers they are of one try', () => {
    expect(kase('<failure message="a"/><failure message="a"/>')).toMatchObject({ retries: 0, attempts: [] })
  })

  test('of a repeated test of gotestsum those that do not count', () => {
    const run = (inner: string) => `<testcase classname="p" name="TestA">${inner}</testcase>`
    const go = (...runs: readonly string[]) =>
      read(
        'junit',
        `<testsuite name="p"><properties><property name="go.version" value="go1.24"/></properties>${runs.map(run).join('')}<testcase classname="p" name="TestB"/></testsuite>`,
      ).cases[0]
    const [one, two] = ['<failure message="one"/>', '<failure message="two"/>']
    expect(go(one, two, '')).toMatchObject({ retries: 2, attempts: [{ message: 'one' }, { message: 'two' }] })
    expect(go(one, two)).toMatchObject({ failure: { message: 'one' }, attempts: [{ message: 'two' }] })
    expect(go('', one)).toMatchObject({ outcome: 'passed', mark: 'flaky', attempts: [{ message: 'one' }] })
    expect(go(...Array.from({ length: 30 }, () => one))?.attempts).toHaveLength(MAX_ATTEMPTS)
  })
})

describe('JSON', () => {
  const jest = (part: object) =>
    read(
      'jest-json',
      JSON.stringify({
        numTotalTestSuites: 1,
        success: true,
        testResults: [
          { name: 'a.js', assertionResults: [{ title: 'a', status: 'passed', failureMessages: [], ...part }] },
        ],
      }),
    ).cases[0]

  test('of jest only where it logs errors before it tries again', () => {
    expect(jest({ invocations: 2 })).toMatchObject({ retries: 1, attempts: [] })
    expect(jest({ invocations: 2, retryReasons: ['TypeError: no\n    at x (a.js:1:2)'] })).toMatchObject({
      attempts: [{ kind: 'error', type: 'TypeError', message: 'no' }],
    })
    expect(jest({ invocations: 1, retryReasons: ['Error: none was tried again'] })?.attempts).toEqual([])
  })

  const event = (action: string, Test: string, part: object = {}) =>
    JSON.stringify({ Action: action, Package: 'p', Test, ...part })
  const end = JSON.stringify({ Action: 'fail', Package: 'p' })
  const tries = (...lines: readonly string[]) => read('go-json', lines.join('\n')).cases[0]
  const run = (Test: string, Output: string, action = 'fail') =>
    [event('run', Test), event('output', Test, { Output }), event(action, Test)].join('\n')

  test('of go every run of a test that failed, but the last', () => {
    expect(tries(run('TestA', 'one\n'), end, run('TestA', 'two\n'), end, run('TestA', 'three\n'))).toMatchObject({
      failure: { message: 'three' },
      attempts: [{ message: 'one' }, { message: 'two' }],
    })
    expect(tries(run('TestA', 'ok\n', 'pass'), end, run('TestA', 'no\n'))).toMatchObject({ retries: 1, attempts: [] })
    const often = Array.from({ length: 30 }, () => [run('TestA', 'no\n'), end]).flat()
    expect(tries(...often)?.attempts).toHaveLength(MAX_ATTEMPTS)
  })

  test('of go a test without a word fails for what is inside of it, however deep', () => {
    const once = (words: string) => [
      event('run', 'TestA'),
      event('run', 'TestA/b'),
      run('TestA/b/c', words),
      event('fail', 'TestA/b'),
      event('fail', 'TestA'),
    ]
    expect(tries(...once('one\n'), end, ...once('two\n'))?.attempts).toMatchObject([{ message: 'one' }])
    const names = Array.from({ length: LIMITS.depth * 8 }, (_, n) => `T${'/a'.repeat(n)}`)
    const deep = [...names.map((name) => event('run', name)), ...names.toReversed().map((name) => event('fail', name))]
    expect(tries(...deep, end, ...deep)?.attempts).toHaveLength(1)
  })

  const dart = (...events: readonly object[]) =>
    read(
      'dart-json',
      [
        { protocolVersion: '0.1.1', type: 'start' },
        { type: 'testStart', test: { id: 1, name: 'adds', groupIDs: [2] } },
        ...events.map((one) => ({ testID: 1, ...one })),
        { success: true, type: 'done' },
      ]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    ).cases[0]
  const error = (said: string) => ({ type: 'error', error: said, stackTrace: 'a_test.dart 3:1', isFailure: true })
  const again = { type: 'print', message: 'Retry: adds' }
  const done = (result: string) => ({ type: 'testDone', result, skipped: false, hidden: false })

  test('of dart what was thrown before it tries again', () => {
    expect(dart(error('one'), again, done('success'))).toMatchObject({
      outcome: 'passed',
      mark: 'flaky',
      retries: 1,
      attempts: [{ kind: 'assertion', message: 'one' }],
    })
    expect(dart(error('one'), again, error('two'), done('failure'))).toMatchObject({
      failure: { message: 'two' },
      attempts: [{ message: 'one' }],
    })
  })

  test('of dart: a test that says the same when it is done takes nothing back', () => {
    expect(dart(done('success'), error('late'), again)).toMatchObject({ outcome: 'failed', retries: 0, attempts: [] })
  })

  const ctrf = (part: object) =>
    read(
      'ctrf',
      JSON.stringify({
        results: { tool: { name: 'x' }, summary: {}, tests: [{ name: 'adds', duration: 3, ...part }] },
      }),
    ).cases[0]

  test('CTRF shows the attempts that are listed and failed', () => {
    const attempts = [
      { attempt: 1, status: 'failed', message: 'Error: one', trace: 'Error: one\n    at a.js:1:1' },
      { attempt: 2, status: 'failed', message: 'Error: two' },
    ]
    const passed = { status: 'passed', flaky: true, retries: 2 }
    const two = [{ message: 'Error: one' }, { message: 'Error: two' }]
    expect(ctrf({ ...passed, retryAttempts: attempts })).toMatchObject({ mark: 'flaky', attempts: two })
    expect(ctrf({ ...passed, retryAttempts: [...attempts, { attempt: 3, status: 'passed' }] })?.attempts).toHaveLength(
      2,
    )
    const failed = { status: 'failed', message: 'Error: two', retries: 1 }
    expect(ctrf({ ...failed, retryAttempts: attempts })?.attempts).toMatchObject([{ message: 'Error: one' }])
    expect(ctrf({ ...failed, retryAttempts: 'none' })?.attempts).toEqual([])
  })
})

describe('a keeper', () => {
  test('keeps so many of one test', () => {
    const keep = failureKeeper()
    const attempts = keep.attempts(
      Array.from({ length: 50 }, (_, n) => `${n}`),
      (message, make) => make({ message }),
    )
    expect(attempts.map(({ message }) => message)).toEqual(Array.from({ length: MAX_ATTEMPTS }, (_, n) => `${n}`))
    expect(keep.attempts([], () => null)).toBe(NO_ATTEMPTS)
    expect(keep.attempts([1, 2], () => null)).toBe(NO_ATTEMPTS)
  })

  test('is full of empty ones as well', () => {
    const keep = failureKeeper()
    const most = Math.floor(LIMITS.keptAttempts / ATTEMPT_COST) + 1
    let kept = 0
    for (let n = 0; n < most + 10; n += 1) kept += keep.attempts([n], (_, make) => make({ message: '' })).length
    expect(kept).toBe(most)
    expect(keep({ message: 'a failure', detail: 'E: a failure' }).stack).toBe('E: a failure')
  })
})
