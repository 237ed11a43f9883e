import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFailing } from '../../src/core/model/test-run.ts'
import { detectFormat } from '../../src/reports/detect.ts'
import { HEAD_CHARACTERS, ReportError } from '../../src/reports/format.ts'
import { identify, treeOf } from '../../src/reports/identity.ts'
import { type FormatName, reportFormats } from '../../src/reports/index.ts'
import { differences, fixture, getTruth } from '../support/corpus.ts'
import { inChunks } from '../support/hostile-xml.ts'
import { shareOf } from '../support/property-runs.ts'

interface Recorded {
  readonly format: FormatName
  readonly truth: string
  readonly except?: Readonly<Record<string, string>>
  readonly loads?: readonly string[]
  readonly hooks?: readonly string[]
  readonly run?: readonly string[]
  readonly warnings?: readonly string[]
  readonly empty?: readonly string[]
}

const PENDING = 'the writer leaves pending tests out, unless asked'
const STOPPED = 'a hook stopped it and the report has no element for it'
const KARMA_ENDS = 'Karma ends a run at the first error that is of no test'
const NUNIT_LOAD = 'Shop.Tests.NoConstructor: No suitable constructor was found'

const RECORDED: Readonly<Record<string, Recorded>> = {
  'nunit2/out/results.xml': {
    format: 'nunit2',
    truth: 'nunit2',
    loads: [`error ${NUNIT_LOAD}`],
    hooks: [
      'Shop.Tests.Broken: SetUp : System.InvalidOperationException : namespace setup exploded',
      'Shop.Tests.FixtureSetUpAsserts: fixture says no',
      'Shop.Tests.FixtureSetUpFails: SetUp : System.InvalidOperationException : fixture setup exploded',
      'Shop.Tests.FixtureTearDownFails: the report says that this suite failed, but shows no failure in it',
    ],
    warnings: ['2 tests ended inconclusive: neither passed nor failed'],
  },
  'jasmine/out/nunit.xml': {
    format: 'nunit2',
    truth: 'jasmine',
  },
  'nunit3/out/results.xml': {
    format: 'nunit3',
    truth: 'nunit3',
    loads: [`error ${NUNIT_LOAD}`, 'error nosuch.dll: File not found: /home/user/project/dotnet/nosuch.dll'],
    hooks: [
      'Shop.Tests.Broken: System.InvalidOperationException : namespace setup exploded',
      'Shop.Tests.FixtureSetUpFails: System.InvalidOperationException : fixture setup exploded',
      'Shop.Tests.FixtureTearDownFails: TearDown : System.InvalidOperationException : fixture teardown exploded',
    ],
    warnings: [
      '2 tests ended inconclusive: neither passed nor failed',
      '1 test ended with a warning: neither passed nor failed',
    ],
  },
  'xunit-net/out/v2.xml': {
    format: 'xunit-net',
    truth: 'xunit-net',
    hooks: [
      'Shop.Tests.CleanupFails: System.InvalidOperationException : fixture disposal exploded',
      "Shop.Tests.FixtureFails: Class fixture type 'Shop.Tests.ExplodingFixture' threw in its constructor: System.InvalidOperationException : setup exploded",
    ],
    run: ['System.IO.FileLoadException : the run was lost'],
  },
  'xunit-net/out/v3.xml': {
    format: 'xunit-net',
    truth: 'xunit-net',
    except: { '+ Shop.Tests.CartTests IsExplicit: skipped': 'only version 3 tells explicit tests' },
    hooks: [
      'Shop.Tests.CleanupFails: System.InvalidOperationException : fixture disposal exploded',
      "Shop.Tests.FixtureFails: Class fixture type 'Shop.Tests.ExplodingFixture' threw in its constructor: System.InvalidOperationException : setup exploded",
    ],
    run: ['System.IO.FileLoadException : the run was lost'],
  },
  'trx/out/mstest.trx': {
    format: 'trx',
    truth: 'trx',
    hooks: [
      'Shop.Tests.ClassInitFails: Class Initialization method Shop.Tests.ClassInitFails.Init threw exception. System.InvalidOperationException: setup exploded.',
    ],
    run: ['The active test run was aborted. Reason: Test host process crashed : Stack overflow.'],
    warnings: [
      'No test is available in /home/user/project/dotnet/bin/Empty.dll.',
      '1 test ended inconclusive: neither passed nor failed',
      '1 test ended with a warning: neither passed nor failed',
      '1 test ended completed: neither passed nor failed',
    ],
  },
  'mocha/out/mocha.trx': {
    format: 'trx',
    truth: 'mocha',
    hooks: [
      'before all fails: "before all" hook for "is never started one": Error: setup exploded',
      'after each fails: "after each" hook for "passes before the teardown fails": Error: teardown exploded',
    ],
  },
  'jest/out/jest.trx': {
    format: 'trx',
    truth: 'jest',
    loads: [
      'error Jest encountered an unexpected token',
      'no-tests Error: Your test suite must contain at least one test.',
      "missing-symbol Error: Cannot find module './does-not-exist' from 'src/broken.test.js'",
    ],
    hooks: [': Error: teardown exploded'],
  },
  'jest/out/nunit.xml': {
    format: 'nunit2',
    truth: 'jest',
    except: {
      '- basic is skipped: skipped': PENDING,
      '+ basic is todo: failed': 'the writer says Failure of every test that did not pass',
      '- basic is todo: skipped': '',
      '+ outer/inner A same title: passed': 'the writer joins titles with a slash',
      '+ outer/inner B same title: failed': '',
      '- outer inner A same title: passed': '',
      '- outer inner B same title: failed': '',
    },
    warnings: ['the report claims 27 tests, its elements are 26'],
    empty: ['broken', 'empty', 'syntax'].map((name) => `/home/user/project/src/${name}.test.js`),
  },
  'karma/out/nunit.xml': {
    format: 'nunit2',
    truth: 'karma',
    except: { '- after all fails passes before the teardown: passed': KARMA_ENDS },
    warnings: ['the report claims 14 tests, its elements are 13'],
  },
  'karma/out/karma.trx': {
    format: 'trx',
    truth: 'karma',
    except: {
      '- after all fails passes before the teardown: passed': KARMA_ENDS,
      '+ basic.inner is nested: passed': 'the writer joins titles with a dot',
      '- basic inner is nested: passed': '',
    },
    warnings: ['the report claims 14 tests, its elements are 13', 'the report claims 7 failures, its elements show 6'],
  },
  'jasmine/out/jasmine.trx': {
    format: 'trx',
    truth: 'jasmine',
    except: {
      '+ basic is pending (no body): passed': 'the writer says Passed of every test that did not fail',
      '- basic is pending (no body): skipped': '',
      '+ basic is pending at run time: passed': '',
      '- basic is pending at run time: skipped': '',
      '+ basic is skipped: passed': '',
      '- basic is skipped: skipped': '',
      '+ inner A same title: passed': 'only the innermost title is written',
      '- outer inner A same title: passed': '',
      '+ inner B same title: failed': '',
      '- outer inner B same title: failed': '',
    },
  },
  'mocha/out/xunit-net.xml': {
    format: 'xunit-net',
    truth: 'mocha',
    except: {
      '- after each fails is never started three: skipped': STOPPED,
      '- basic is pending (no body): skipped': PENDING,
      '- basic is skipped at run time: skipped': PENDING,
      '- basic is skipped: skipped': PENDING,
      '- before all fails is never started one: skipped': STOPPED,
      '- before all fails is never started two: skipped': STOPPED,
    },
    hooks: [
      'before all fails: "before all" hook for "is never started one": setup exploded',
      'after each fails: "after each" hook for "passes before the teardown fails": teardown exploded',
    ],
  },
}
/** Of several lines the first. */
const headline = (text: string) => text.split('\n')[0]

const ALL = Object.keys(RECORDED)
const read = (path: string, bytes: Iterable<Uint8Array> = [fixture(path)]) =>
  reportFormats[RECORDED[path]?.format ?? 'junit'].parse(bytes)
const getHead = (path: string) => new TextDecoder().decode(fixture(path)).slice(0, HEAD_CHARACTERS)

describe('reports of .NET are read with exactly the tests and outcomes they hold', () => {
  test.each(Object.entries(RECORDED))('%s', (path, recorded) => {
    const { truth: snapshot, except = {}, loads = [], hooks = [], run = [], warnings = [], empty = [] } = recorded
    const report = read(path)
    const wrong = differences(getTruth(snapshot), report.cases, 'full')
    expect(wrong).toEqual(Object.keys(except).toSorted())
    expect(report.loadErrors.map(({ kind, message }) => `${kind} ${headline(message)}`)).toEqual(loads)
    expect(report.hookFailures.map(({ suite, message }) => `${suite.join(' > ')}: ${headline(message)}`)).toEqual(hooks)
    expect(report.runErrors).toEqual(run)
    expect(report.warnings).toEqual(warnings)
    expect(report.emptyFiles.toSorted()).toEqual(empty)
    expect(report.isComplete).toBe(true)
  })

  test.each(Object.entries(RECORDED))('%s is recognised by its head', (path, { format }) => {
    expect(detectFormat(getHead(path))).toBe(format)
  })

  test('tests that a failed fixture kept from running are distinguished from skipped ones', () => {
    const notRun = (path: string) => read(path).cases.flatMap(({ mark, name }) => (mark === 'not-run' ? [name] : []))
    const never = ['IsNeverStartedOne', 'IsNeverStartedTwo']
    expect(notRun('nunit3/out/results.xml')).toEqual(['IsNeverStarted', ...never, 'CannotRun'])
    expect(notRun('nunit2/out/results.xml')).toEqual(['IsNeverStarted', 'IsNeverStarted', ...never, 'CannotRun'])
    expect(notRun('xunit-net/out/v2.xml')).toEqual(never)
    expect(notRun('trx/out/mstest.trx')).toEqual(never)
  })

  test('a failure keeps its type, message, stack, file and line', () => {
    const tree = treeOf(['dotnet/Cases.cs'])
    const getFailure = (path: string) =>
      identify([read(path)], tree).cases.find(({ name }) => name === 'Throws')?.failure ?? null
    for (const path of ['nunit3/out/results.xml', 'xunit-net/out/v2.xml', 'trx/out/mstest.trx'])
      expect(getFailure(path)).toMatchObject({
        kind: 'error',
        type: 'System.InvalidOperationException',
        message: expect.stringContaining('boom: not an assertion'),
        stack: expect.stringContaining('Cases.cs:line 10'),
        at: 'dotnet/Cases.cs',
        line: 10,
      })
  })

  test('reporters of JavaScript name the file of a test, and its suites', () => {
    const { cases, loadErrors, hookFailures } = identify(
      [read('jest/out/jest.trx')],
      treeOf(['cases', 'hooks', 'broken', 'syntax', 'empty', 'flaky', 'snap'].map((name) => `src/${name}.test.js`)),
    )
    expect(cases.filter(({ name }) => name === 'same title').map(({ id }) => id)).toEqual([
      'src/cases.test.js > outer > inner A > same title',
      'src/cases.test.js > outer > inner B > same title',
    ])
    expect(cases.find(({ name }) => name === 'matches the stored snapshot')?.id).toBe(
      'src/snap.test.js > matches the stored snapshot',
    )
    const files = ['syntax', 'empty', 'broken'].map((name) => `src/${name}.test.js`)
    expect(loadErrors.map(({ file }) => file)).toEqual(files)
    expect(hookFailures.map(({ file }) => file)).toEqual(['src/hooks.test.js'])
    expect(cases.find(({ name }) => name === 'throws an error')?.failure).toMatchObject({
      message: 'TypeError: boom: not an assertion',
      type: 'TypeError',
      at: 'src/cases.test.js',
      line: 4,
    })
    const mocha = identify([read('mocha/out/mocha.trx')], treeOf(['test/cases.spec.js']))
    expect(mocha.cases[0]?.id).toBe('test/cases.spec.js > basic adds numbers')
  })

  test('reporters of browsers name the browser, which is no part of a name, and frames, which are no part of a message', () => {
    const nested = (path: string) => read(path).cases.find(({ name }) => name === 'is nested')
    expect(nested('karma/out/nunit.xml')).toMatchObject({ suite: ['basic inner'], variant: 'WebKit (linux)' })
    expect(nested('karma/out/karma.trx')).toMatchObject({ suite: ['basic.inner'], variant: 'WebKit (linux)' })
    const failures = ['karma/out/nunit.xml', 'karma/out/karma.trx', 'jasmine/out/jasmine.trx', 'jest/out/nunit.xml']
    for (const path of failures) {
      const failed = identify([read(path)], treeOf(['spec.js', 'spec/cases.spec.js', 'src/cases.test.js'])).cases
      expect(failed.find(({ name }) => name.endsWith('throws an error'))?.failure).toMatchObject({
        message: expect.stringMatching(/^TypeError: boom(?:: not an assertion)?$/),
        type: 'TypeError',
        at: expect.stringMatching(/^(?:spec|spec\/cases\.spec|src\/cases\.test)\.js$/),
      })
    }
    const jest = identify([read('jest/out/nunit.xml')], treeOf(['src/cases.test.js', 'src/empty.test.js']))
    expect(jest.cases[0]?.id).toBe('src/cases.test.js > basic adds numbers')
    expect(jest.emptyFiles).toContain('src/empty.test.js')
  })

  test('durations are milliseconds', () => {
    const first = (path: string) => read(path).cases.find(({ name }) => name === 'Adds')?.durationMs
    expect(first('nunit3/out/results.xml')).toBeCloseTo(19.25)
    expect(first('nunit2/out/results.xml')).toBeCloseTo(19)
    expect(first('xunit-net/out/v2.xml')).toBeCloseTo(1.926)
    expect(first('trx/out/mstest.trx')).toBeCloseTo(19.256)
  })

  test('a class is found in the tree by its name, and is part of the key', () => {
    const tree = treeOf(['tests/Shop.Tests/CartTests.cs', 'tests/Other.Tests/CartTests.cs', 'src/SetUpFails.fs'])
    const { cases } = identify([read('nunit3/out/results.xml')], tree)
    const getFile = (name: string) => cases.find((one) => one.name === name)?.file
    expect(getFile('Squares(3,10)')).toBe('tests/Shop.Tests/CartTests.cs')
    expect(getFile('NeverRuns')).toBe('src/SetUpFails.fs')
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  })
})

describe('laws', () => {
  test('how the bytes are cut never changes the result', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.constantFrom(...ALL), sizes, (path, cuts) => {
        expect(read(path, inChunks(fixture(path), cuts))).toEqual(read(path))
      }),
      { numRuns: shareOf(40) },
    )
  })

  test('a truncated report is never complete, says so, and shows no pass that the whole one has not', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL), fc.double({ min: 0, max: 0.999, noNaN: true }), (path, part) => {
        const whole = fixture(path)
        const bytes = whole.subarray(0, Math.floor((whole.length - 3) * part))
        try {
          const report = read(path, [bytes])
          expect(report.isComplete).toBe(false)
          expect(report.runErrors.join()).toMatch(/report/)
          const passed = (cases: typeof report.cases) => cases.filter(({ outcome }) => outcome === 'passed').length
          expect(passed(report.cases)).toBeLessThanOrEqual(passed(read(path).cases))
        } catch (error) {
          expect(error).toBeInstanceOf(ReportError)
        }
      }),
      { numRuns: shareOf(200) },
    )
  })

  test('only failing tests have a failure, and every one of them has', () => {
    for (const path of ALL)
      for (const { outcome, failure } of read(path).cases) expect(failure !== null).toBe(isFailing(outcome))
  })
})
