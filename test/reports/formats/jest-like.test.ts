import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { jestJson, vitestJson } from '../../../src/reports/formats/jest-like.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { describeCases, parseText, recorded, snapshot } from '../../support/recorded.ts'

const vitest = parseText(vitestJson, recorded('vitest/out/results-location.json'))
const jest = parseText(jestJson, recorded('jest/out/results.json'))
const ending = (file: string | null) => file?.split('/').at(-1)

const entry = (part: object) => ({
  ancestorTitles: ['cart'],
  title: 'adds',
  status: 'passed',
  failureMessages: [],
  ...part,
})
const file = (entries: readonly object[], part: object = {}) => ({
  name: '/app/a.test.ts',
  status: 'passed',
  message: '',
  assertionResults: entries,
  ...part,
})
const document = (files: readonly object[], part: object = {}) =>
  JSON.stringify({ numTotalTestSuites: 1, success: true, testResults: files, ...part })
const read = (files: readonly object[], part: object = {}) => parseText(vitestJson, document(files, part))
const first = (part: object) => read([file([entry(part)])]).cases[0]

describe('a title that old Jest writes as the value that the test gave is the words that Jest shows', () => {
  test.each([
    [{ title: [2010, 6], fullName: 'cart 2010,6' }, '2010,6'],
    [{ title: 7, fullName: 'cart 7' }, '7'],
    [{ title: null, ancestorTitles: [], fullName: 'null' }, 'null'],
    [{ title: {}, ancestorTitles: [[1], 'b'], fullName: '1 b [object Object]' }, '1 b [object Object]'],
  ])('%j', (part, name) => {
    expect(read([file([entry(part)])], { numTotalTests: 1 })).toMatchObject({ cases: [{ name }], isComplete: true })
  })

  test('an entry without any words is lost', () => {
    expect(read([file([entry({ title: 7 })])], { numTotalTests: 1 })).toMatchObject({ cases: [], isComplete: false })
  })
})

describe('vitest json', () => {
  test('tells what the manifest tells', () => {
    // An expected failure is a plain pass in this report; a skip reason is not reported.
    const limits = { 'basic > is expected to fail': 'passed' }
    expect(describeCases(vitest)).toEqual(snapshot('vitest', limits))
  })

  test('a file that does not load is a load error that names what is missing', () => {
    expect(vitest.loadErrors.map((e) => [ending(e.file), e.kind, e.missing?.name])).toEqual([
      ['broken.test.ts', 'missing-symbol', './does-not-exist'],
      ['empty.test.ts', 'no-tests', undefined],
      ['syntax.test.ts', 'error', undefined],
    ])
    expect(vitest.emptyFiles.map(ending)).toEqual(['empty.test.ts'])
  })

  test('a file that failed while its tests were only skipped had a failing hook', () => {
    expect(vitest.hookFailures.map((h) => [ending(h.file), h.suite])).toEqual([['hooks.test.ts', ['before all fails']]])
  })

  test('a file that failed after its tests passed had a failing hook', () => {
    const { hookFailures, cases } = read([file([entry({})], { status: 'failed' })], { success: false })
    expect(hookFailures).toMatchObject([{ file: '/app/a.test.ts', suite: ['cart'] }])
    expect(cases.map((c) => c.outcome)).toEqual(['passed'])
  })

  test('has no word of an unhandled error, and says that it cannot', () => {
    // Recorded with vitest 5.1, which printed «Unhandled Rejection» and ended with exit code 1.
    const report = parseText(vitestJson, recorded('vitest/out/unhandled.json'))
    expect(report).toMatchObject({ isComplete: true, runErrors: [], hookFailures: [] })
    expect(describeCases(report)).toEqual(['cart > adds: passed', 'cart > waits: passed'])
    expect(vitestJson.limits).toContain('an unhandled error outside tests')
  })

  test('keeps type, message and stack of a failure', () => {
    expect(vitest.cases.find((c) => c.name === 'fails an assertion')?.failure).toMatchObject({
      kind: 'assertion',
      type: 'AssertionError',
      message: 'expected 2 to be 3 // Object.is equality',
      line: 5,
    })
  })

  test('counts the tries of a flaky test', () => {
    const flaky = vitest.cases.filter((c) => c.suite[0] === 'flaky').map((c) => [c.outcome, c.mark, c.retries])
    expect(flaky).toEqual([
      ['passed', 'flaky', 1],
      ['failed', null, 1],
    ])
  })

  test('a failing run without any failing test has an error outside the tests', () => {
    expect(read([file([entry({})])], { success: false }).runErrors).toEqual([
      'The runner reports a failed run, but no test, file or hook of its report failed. The error is outside the tests, such as an unhandled rejection.',
    ])
    expect(read([file([entry({})])]).runErrors).toEqual([])
  })

  describe('a hook that failed beside a failing test is in the counts of the header only', () => {
    const suite = (name: string, title: string, status: string) => entry({ ancestorTitles: [name], title, status })
    const entries = [suite('bad', 'x', 'skipped'), suite('good', 'p', 'passed'), suite('good', 'f', 'failed')]
    const header = { numTotalTestSuites: 3, numFailedTestSuites: 3 }

    test('and names the suite whose tests were all swallowed', () => {
      const { hookFailures, cases } = read([file(entries, { status: 'failed' })], header)
      expect(hookFailures).toMatchObject([{ file: '/app/a.test.ts', suite: ['bad'] }])
      expect(cases.map((c) => c.mark)).toEqual(['not-run', null, null])
    })

    test('unless suites of one name make the count unsure', () => {
      expect(read([file(entries, { status: 'failed' })], { ...header, numTotalTestSuites: 5 }).hookFailures).toEqual([])
    })

    test('and stays without a place when several suites could be it', () => {
      const two = [...entries, suite('other', 'y', 'skipped')]
      const counts = { numTotalTestSuites: 4, numFailedTestSuites: 3 }
      expect(read([file(two, { status: 'failed' })], counts).hookFailures).toMatchObject([{ file: null, suite: [] }])
    })
  })

  test.each([
    ['passed', 'passed', null],
    ['skipped', 'skipped', null],
    ['disabled', 'skipped', null],
    ['pending', 'skipped', 'not-run'],
    ['todo', 'skipped', 'todo'],
    ['failed', 'errored', null],
    ['never heard of', 'errored', null],
    ['__proto__', 'errored', null],
  ])('status %s is %s', (status, outcome, mark) => {
    expect(first({ status })).toMatchObject({ outcome, mark })
  })

  test('a snapshot that was written is a warning', () => {
    expect(read([file([entry({})])], { snapshot: { added: 2 } }).warnings).toEqual([
      '2 snapshots were written by this run: a test that writes its own expectation passes whatever happens',
    ])
  })

  test('headers that claim more than the report holds make it incomplete', () => {
    const claims = read([file([entry({})])], { numTotalTests: 3, numFailedTests: 1 })
    expect(claims).toMatchObject({ isComplete: false })
    expect(claims.warnings).toEqual([
      'the header counts 3 tests, the report holds 1',
      'the header counts 1 failed, the report holds 0',
    ])
  })

  obeysTheLaws(vitestJson, recorded('vitest/out/results.json'))
})

describe('jest json', () => {
  test('tells what the manifest tells', () => {
    expect(describeCases(jest)).toEqual(snapshot('jest'))
  })

  test('a file that does not load is a load error that names what is missing', () => {
    expect(jest.loadErrors.map((e) => [ending(e.file), e.kind, e.missing?.name])).toEqual([
      ['syntax.test.js', 'error', undefined],
      ['empty.test.js', 'no-tests', undefined],
      ['broken.test.js', 'missing-symbol', './does-not-exist'],
    ])
  })

  test('an after-all hook that failed is in the message of its file', () => {
    expect(jest.hookFailures).toMatchObject([{ suite: [], message: expect.stringContaining('teardown exploded') }])
  })

  test('counts invocations', () => {
    const flaky = jest.cases.filter((c) => c.suite[0] === 'flaky').map((c) => [c.outcome, c.mark, c.retries])
    expect(flaky).toEqual([
      ['passed', 'flaky', 1],
      ['failed', null, 2],
    ])
  })

  test('what a matcher said is an assertion, whatever the type', () => {
    const said = {
      status: 'failed',
      failureMessages: ['Error: no'],
      failureDetails: [{ matcherResult: { pass: false } }],
    }
    expect(first(said)).toMatchObject({ outcome: 'failed', failure: { kind: 'assertion' } })
  })

  test('an expected failure is marked, and so is one that did not come', () => {
    expect(first({ failing: true })?.mark).toBe('expected-failure')
    expect(first({ failing: true, status: 'failed', failureMessages: ['x'] })?.mark).toBe('unexpected-success')
  })

  test('an interrupted run is not complete', () => {
    expect(parseText(jestJson, document([file([entry({})])], { wasInterrupted: true })).isComplete).toBe(false)
  })

  obeysTheLaws(jestJson, recorded('jest/out/results.json'))
})

describe('the two formats are distinguished by content', () => {
  const head = (path: string) => recorded(path).toString('utf8').slice(0, 65_536)
  test.each([
    ['vitest/out/results.json', true, false],
    ['jest/out/results.json', false, true],
  ])('%s', (path, isVitest, isJest) => {
    expect([vitestJson.looksLike(head(path)), jestJson.looksLike(head(path))]).toEqual([isVitest, isJest])
  })

  test('a test name cannot pretend', () => {
    const vitestHead = document([file([entry({ title: '"numRuntimeErrorTestSuites": 1' })])])
    expect([vitestJson.looksLike(vitestHead), jestJson.looksLike(vitestHead)]).toEqual([true, false])
  })

  test.each(['{}', '[]', '{"tests":[]}', '<x/>', ''])('%s is neither', (text) => {
    expect(vitestJson.looksLike(text) || jestJson.looksLike(text)).toBe(false)
    expect(() => parseText(vitestJson, text)).toThrow(ReportError)
  })
})

test('names of object members are plain names', () => {
  const text = document([file([entry({ title: '__proto__', ancestorTitles: ['constructor'] })])])
  expect(describeCases(parseText(vitestJson, text))).toEqual(['constructor > __proto__: passed'])
})

describe('vitest below 2 writes no class of an error, no stack, and the file as a suite without a name', () => {
  test.each([
    ["expected [ 'new', '-name' ] to match object [ 'new-name' ]", 'failed', 'assertion'],
    ['expected 3 to be 20 // Object.is equality', 'failed', 'assertion'],
    ['expected "spy" to be called once, but got 0 times', 'failed', 'assertion'],
    ['promise resolved "undefined" instead of rejecting', 'failed', 'assertion'],
    ['Snapshot `gives a price 1` mismatched', 'failed', 'assertion'],
    ['expected a comma', 'errored', 'error'],
    ['Error: expected 3 to be 20\n    at f (/app/src/a.ts:1:1)', 'errored', 'error'],
  ])('%s', (message, outcome, kind) => {
    const part = { status: 'failed', ancestorTitles: ['', 'cart'], failureMessages: [message] }
    expect(first(part)).toMatchObject({ suite: ['cart'], outcome, failure: { kind } })
  })
})

test('a test of vitest that was to fail and passed is an unexpected success', () => {
  expect(first({ status: 'failed', failureMessages: ['Error: Expect test to fail\n    at a.ts:1:2'] })).toMatchObject({
    outcome: 'failed',
    mark: 'unexpected-success',
    failure: { kind: 'assertion' },
  })
})

describe('a jest report whose parts say otherwise', () => {
  const jestRead = (files: readonly object[], part: object = {}) =>
    parseText(jestJson, document(files, { numRuntimeErrorTestSuites: 0, ...part }))
  const passed = file([entry({})])

  test.each([
    ['numFailedTestSuites', 'the header counts 1 failed file, the report holds 0'],
    ['numRuntimeErrorTestSuites', 'the header counts 1 file that did not run, the report holds 0'],
  ])('%s of a file that is not among them is an error of the run', (name, message) => {
    expect(jestRead([passed], { [name]: 1 }).runErrors).toEqual([message])
    const failed = file([entry({ status: 'failed', failureMessages: ['Error: no'] })], { status: 'failed' })
    expect(jestRead([failed], { numFailedTestSuites: 1, success: false }).runErrors).toEqual([])
    const broken = file([], { status: 'failed', message: 'Cannot find module' })
    const counts = { numFailedTestSuites: 1, numRuntimeErrorTestSuites: 1, success: false }
    expect(jestRead([broken], counts)).toMatchObject({ runErrors: [], loadErrors: [{ file: '/app/a.test.ts' }] })
  })

  test.each([
    ['the message', { message: 'the environment broke' }, 'the environment broke'],
    ['the error', { testExecError: { message: 'it was ended', stack: 'Error: it was ended' } }, 'it was ended'],
  ])('%s of a file whose tests passed is no green run', (_what, part, message) => {
    const report = jestRead([file([entry({})], part)])
    expect(report.hookFailures).toMatchObject([{ file: '/app/a.test.ts', message }])
    expect(jestRead([file([], part)]).loadErrors).toMatchObject([{ file: '/app/a.test.ts', message }])
  })
})
