import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { tap } from '../../../src/reports/formats/tap.ts'
import { getCpuMs } from '../../support/cpu.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { describeCases, parseText, recorded, snapshot } from '../../support/recorded.ts'

const read = (path: string) => parseText(tap, recorded(path))
const ava = (name: string) => read(`ava/out/${name}.tap`)
const lines = (...text: readonly string[]) => parseText(tap, `${text.join('\n')}\n`)

describe('vitest', () => {
  // This format has no mark for a flaky or an expected failure.
  const limits = {
    'basic > is expected to fail': 'passed',
    'flaky > passes on the second try': 'passed',
    // Control characters become spaces.
    'names > has\ttab and\nnewline': null,
  }
  test('nested blocks are suites of a file', () => {
    const report = read('vitest/out/results.tap')
    expect(describeCases(report).filter((line) => !line.includes('tab and'))).toEqual(snapshot('vitest', limits))
    expect(new Set(report.cases.map((c) => c.file))).toEqual(new Set(['src/cases.test.ts', 'src/hooks.test.ts']))
    expect(report.loadErrors.map((e) => [e.file, e.kind, e.missing?.name])).toEqual([
      ['src/broken.test.ts', 'missing-symbol', './does-not-exist'],
      ['src/empty.test.ts', 'no-tests', undefined],
      ['src/syntax.test.ts', 'error', undefined],
    ])
    expect(report.hookFailures.map((h) => [h.file, h.suite])).toEqual([['src/hooks.test.ts', ['before all fails']]])
    expect(report.cases.find((c) => c.name === 'fails an assertion')?.failure).toMatchObject({
      kind: 'assertion',
      type: 'AssertionError',
    })
  })

  test('flat lines keep the file and the rest as one name, never split', () => {
    const report = read('vitest/out/results-flat.tap')
    expect(report.cases).toHaveLength(25)
    expect(report.cases[0]).toMatchObject({ file: 'src/cases.test.ts', suite: [], name: 'basic > adds numbers' })
    expect(report.loadErrors.map((e) => e.file)).toEqual([
      'src/broken.test.ts',
      'src/empty.test.ts',
      'src/syntax.test.ts',
    ])
  })
  obeysTheLaws(tap, recorded('vitest/out/results.tap'))
})

describe('node', () => {
  const report = read('node-test/out/results.tap')
  test('tells what the manifest tells', () => {
    const notTold = {
      'suite is skipped > inside a skipped suite': null,
      'passes and then the process exits': null,
      'exits the process': null,
      'is never reached': null,
      'before all fails > is never started one': 'skipped not-run',
      'before all fails > is never started two': 'skipped not-run',
      // A name over two lines ends with the first.
      'names > has\ttab and\nnewline and \\ backslash': null,
    }
    const told_ = describeCases(report).filter((line) => !line.includes('tab and'))
    expect(told_).toEqual([...snapshot('node-test', notTold), 'suite is skipped: skipped'].toSorted())
  })

  test('a file in the place of a test is a load error or an empty file', () => {
    expect(report.loadErrors.map((e) => [e.file, e.kind])).toEqual([
      ['test/broken.test.mjs', 'missing-symbol'],
      ['test/exits.test.mjs', 'crash'],
      ['test/syntax.test.mjs', 'error'],
    ])
    expect(report.emptyFiles).toEqual(['test/empty.test.mjs'])
  })

  test('hooks are distinguished from tests', () => {
    expect(report.hookFailures.map((h) => [h.suite, h.message])).toEqual([
      [['before all fails'], 'setup exploded'],
      [['after all fails'], 'teardown exploded'],
    ])
  })
  obeysTheLaws(tap, recorded('node-test/out/results.tap'))
})

describe('ava', () => {
  test('kinds come from what was thrown, not from its own AssertionError', () => {
    const kinds = ava('cases').cases.map((c) => [c.name, c.outcome, c.failure?.kind ?? c.mark])
    expect(kinds).toEqual([
      ['is skipped', 'skipped', null],
      ['is todo', 'skipped', 'todo'],
      ['adds numbers', 'passed', null],
      ['fails an assertion', 'failed', 'assertion'],
      ['throws an error', 'errored', 'error'],
      ['calls what is missing', 'errored', 'missing-symbol'],
      ['is expected to fail', 'passed', null],
      ['no assertions', 'errored', 'error'],
      ['hash # and \\ and - dash', 'passed', null],
      ['logs', 'passed', null],
      ['rejects', 'errored', 'error'],
    ])
  })

  test.each([
    ['missing-module', 'test/missing-module.js', 'missing-symbol'],
    ['missing-export', 'test/missing-export.js', 'missing-symbol'],
    ['syntax', 'test/syntax.js', 'error'],
    ['empty', 'test/empty.js', 'no-tests'],
  ])('%s is a load error of its file', (name, file, kind) => {
    const { loadErrors, cases, runErrors, isComplete } = ava(name)
    expect([loadErrors.map((e) => [e.file, e.kind]), cases, runErrors, isComplete]).toEqual([
      [[file, kind]],
      [],
      [],
      true,
    ])
  })

  test('several files in one run keep their own errors', () => {
    const report = ava('all')
    expect(report.loadErrors.map((e) => [e.file, e.kind])).toEqual([
      ['test/missing-module.js', 'missing-symbol'],
      ['test/empty.js', 'no-tests'],
    ])
    expect(report.emptyFiles).toEqual(['test/empty.js'])
    expect(report.cases).toHaveLength(12)
    expect(report.isComplete).toBe(true)
  })

  test('a rejection after the tests belongs to the run', () => {
    const report = ava('rejection')
    expect(report.cases.map((c) => c.outcome)).toEqual(['passed'])
    expect(report.runErrors).toMatchObject([expect.stringContaining('late')])
  })

  test('a hook is no test', () => {
    expect(ava('hook')).toMatchObject({
      cases: [],
      hookFailures: [{ message: expect.stringContaining('setup exploded') }],
    })
  })

  test.each(['exits', 'hangs'])('%s ends the stream without a plan', (name) => {
    expect(ava(name).isComplete).toBe(false)
  })

  test('what `only` left out is in no line', () => {
    expect(describeCases(ava('only'))).toEqual(['the one: passed'])
  })
  obeysTheLaws(tap, recorded('ava/out/cases.tap'))
})

describe('mocha', () => {
  const report = read('mocha/out/results.tap')
  test('keeps the joined title as the name', () => {
    expect(report.cases.map((c) => [c.name, c.outcome]).slice(0, 5)).toEqual([
      ['basic adds numbers', 'passed'],
      ['basic fails an assertion', 'failed'],
      ['basic throws an error', 'errored'],
      ['basic throws a string', 'errored'],
      ['basic is skipped', 'skipped'],
    ])
    expect(report.cases).toHaveLength(24)
    expect(report.cases.find((c) => c.name === 'slow times out')?.failure?.kind).toBe('timeout')
  })

  test('a hook in the place of a test is a hook failure', () => {
    expect(report.hookFailures.map((h) => [h.suite, h.message])).toEqual([
      [['before all fails'], 'setup exploded'],
      [['after each fails'], 'teardown exploded'],
    ])
    expect(report.isComplete).toBe(true)
  })
})

describe('tape', () => {
  test('a comment is the test, the lines after it are its assertions', () => {
    expect(describeCases(read('tape/out/cases.tap'))).toEqual(
      [
        'TODO is todo and fails: skipped todo',
        'a comment: passed',
        'adds numbers: passed',
        'duplicate name: failed',
        'fails an assertion: failed',
        'inner A: passed',
        'inner B: failed',
        'plans two but runs one: failed',
        'skips one assertion: skipped',
        'squares 1 to 1: passed',
        'squares 2 to 4: passed',
        'squares 3 to 10: failed',
        'times out: errored',
        'ünïcödé 😀 <tag attr="v"> & "double" \'single\' ]]> # end: passed',
      ].toSorted(),
    )
  })

  test('a stream that just ends is not complete, and nothing is an error', () => {
    expect(read('tape/out/throws.tap')).toMatchObject({ isComplete: false })
    expect(() => read('tape/out/broken.tap')).toThrow(ReportError)
  })
})

describe('node-tap', () => {
  test.each(['raw', 'results'])('a subtest of assertions is the test (%s)', (name) => {
    const notSaid = { 'throws an error': 'errored' }
    expect(describeCases(read(`node-tap/out/${name}.tap`))).toEqual(snapshot('node-tap', notSaid))
  })

  test('its files are files, and one that did not load is a load error', () => {
    const report = read('node-tap/out/results.tap')
    expect(new Set(report.cases.map((c) => c.file))).toEqual(new Set(['test/cases.js']))
    expect(report.loadErrors.map((e) => e.file)).toEqual(['test/broken.js'])
  })

  test('a bail-out ends the run', () => {
    expect(read('node-tap/out/bail.tap')).toMatchObject({ isComplete: false, runErrors: ['Bail out! no database'] })
  })
})

describe('perl', () => {
  test('subtests of assertions are tests, and so are assertions outside', () => {
    const report = read('perl-tap/out/cases.tap')
    expect(report.cases.map((c) => [...c.suite, c.name].join(' > '))).toEqual([
      'adds numbers',
      'fails an assertion',
      '3',
      '4',
      'todo that fails',
      'todo that passes',
      'squares 1',
      'squares 2',
      'squares 3',
      'same name',
      'same name',
      'outer > inner A',
      'outer > inner B',
      'ünïcödé 😀 <tag attr="v"> & \'single\' ]]> \\# hash',
      '14',
    ])
    expect(report.cases.map((c) => c.outcome).join(' ')).toBe(
      'passed failed skipped skipped skipped skipped passed passed failed passed failed passed failed passed passed',
    )
    expect(report.isComplete).toBe(true)
  })

  test.each([
    ['bad_plan', { isComplete: false }],
    ['dies', { isComplete: false }],
    ['exit_seven', { isComplete: true }],
    ['z-bail', { isComplete: false, runErrors: ['Bail out! no database'] }],
    ['odd', { isComplete: true, runErrors: ['the plan says 2 tests, the report holds 3'] }],
    ['skip_all', { isComplete: true, cases: [] }],
  ])('%s', (name, expected) => {
    expect(read(`perl-tap/out/${name}.tap`)).toMatchObject(expected)
  })

  test.each(['broken', 'syntax'])('%s is empty: an error', (name) => {
    expect(() => read(`perl-tap/out/${name}.tap`)).toThrow('is empty')
  })
})

describe('Check', () => {
  const file = '/home/user/project/cpp/src/check_cases.c'

  test('names file, test case and test before the message, which is no part of the name', () => {
    const { cases } = read('check/out/results.tap')
    expect(cases.map((c) => [c.file, ...c.suite, c.name, c.outcome, c.failure?.kind ?? null])).toEqual([
      [file, 'basic', 'adds_numbers', 'passed', null],
      [file, 'basic', 'fails_an_assertion', 'failed', 'assertion'],
      [file, 'basic', 'aborts', 'errored', 'crash'],
      [file, 'basic', 'times_out', 'errored', 'timeout'],
      [file, 'basic', 'squares', 'passed', null],
      [file, 'basic', 'squares', 'passed', null],
      [file, 'basic', 'squares', 'failed', 'assertion'],
    ])
    expect(cases[1]?.failure?.message).toBe("Assertion '1 + 1 == 3' failed: 1 + 1 == 2, 3 == 3")
  })

  test('what only begins like it keeps its name', () => {
    expect(
      lines('1..2', 'ok 1 - a.c:basic:adds: Passed', 'not ok 2 - b.c is: broken').cases.map((c) => c.name),
    ).toEqual(['a.c:basic:adds: Passed', 'b.c is: broken'])
  })
  obeysTheLaws(tap, recorded('check/out/results.tap'))
})

describe('bats', () => {
  test.each(['results.tap', 'results.tap13', 'no-syntax-error.tap', 'no-syntax-error.tap13'])('%s', (name) => {
    const report = read(`bats/out/${name}`)
    const outcomes = report.cases.map((c) => c.outcome).join(' ')
    expect(outcomes).toBe('passed failed errored skipped skipped passed failed passed passed passed failed passed')
    expect(report.hookFailures.length).toBeGreaterThan(0)
    expect(report.isComplete).toBe(true)
  })
})

describe('the lines', () => {
  test.each([
    ['ok 1 - a # SKIP why', 'a: skipped'],
    ['ok 1 - a # skip', 'a: skipped'],
    ['not ok 1 - a # SKIP why', 'a: skipped'],
    ['not ok 1 - a # TODO later', 'a: skipped todo'],
    ['ok 1 - a # TODO', 'a: skipped todo'],
    ['ok 1 - a \\# SKIP why', 'a # SKIP why: passed'],
    ['ok 1 - a # skipped nothing', 'a # skipped nothing: passed'],
    ['ok 1 a', 'a: passed'],
    ['ok', '1: passed'],
    ['not ok', '1: failed'],
    ['ok 1 - a # time=12ms', 'a: passed'],
    ['ok 1 - __proto__', '__proto__: passed'],
  ])('%s', (line, expected) => {
    expect(describeCases(lines(line, '1..1'))).toEqual([expected])
  })

  test('a time is milliseconds', () => {
    expect(lines('ok 1 - a # time=12.5ms', 'ok 2 - b # time=2s', '1..2').cases.map((c) => c.durationMs)).toEqual([
      12.5, 2_000,
    ])
  })

  test.each([
    ['no plan', ['ok 1 - a'], false],
    ['a plan at the end', ['ok 1 - a', '1..1'], true],
    ['a plan at the start', ['1..1', 'ok 1 - a'], true],
    ['too few', ['1..2', 'ok 1 - a'], false],
    ['a subtest with too few', ['# Subtest: s', '    1..2', '    ok 1 - a', 'ok 1 - s', '1..1'], false],
    ['a subtest that never ended', ['1..1', '# Subtest: s', '    ok 1 - a', '    1..1'], false],
    ['diagnostics that never end', ['1..1', 'not ok 1 - a', '  ---', '  message: x'], false],
  ])('%s', (_, text, expected) => {
    expect(lines(...text).isComplete).toBe(expected)
  })

  test.each([
    [['ok 1 - a'], 'the stream ends without a plan'],
    [['1..3', 'ok 1 - a'], 'the plan says 3 tests, the report holds 1'],
    [['1..1', '# Subtest: s', '    1..2', '    ok 1 - a', 'ok 1 - s'], 'a test of the stream never ended'],
  ])('%j says why it is not whole', (text, reason) => {
    expect(lines(...text).warnings).toEqual([reason])
  })

  test('an expected failure of node is marked, and no part of the name', () => {
    const failure = ["  failureType: 'expectedFailure'", "  error: 'test was expected to fail but passed'"]
    const report = lines(
      'TAP version 13',
      'ok 1 - does # EXPECTED FAILURE',
      '  ---',
      '  duration_ms: 1',
      '  ...',
      'ok 2 - does for a reason # EXPECTED FAILURE bug 7',
      'not ok 3 - does not # EXPECTED FAILURE',
      '  ---',
      ...failure,
      '  ...',
      'not ok 4 - fails otherwise # EXPECTED FAILURE',
      '  ---',
      "  failureType: 'testCodeFailure'",
      "  error: 'boom'",
      '  ...',
      '1..4',
    )
    expect(report.cases.map(({ name, outcome, mark }) => `${name}: ${outcome} ${mark}`)).toEqual([
      'does: passed expected-failure',
      'does for a reason: passed expected-failure',
      'does not: failed unexpected-success',
      'fails otherwise: failed null',
    ])
  })

  test('a test of vitest that was to fail and passed is an unexpected success', () => {
    const { cases } = lines(
      'TAP version 13',
      '1..1',
      'not ok 1 - a.test.ts # time=1.00ms {',
      '    1..1',
      '    not ok 1 - does not # time=1.79ms',
      '        ---',
      '        error:',
      '            name: "Error"',
      '            message: "Expect test to fail"',
      '        ...',
      '}',
    )
    expect(cases).toMatchObject([{ outcome: 'failed', mark: 'unexpected-success', failure: { kind: 'assertion' } }])
  })

  test('results after a bail-out still count', () => {
    expect(describeCases(lines('1..2', 'ok 1 - a', 'Bail out!', 'not ok 2 - b'))).toEqual(['a: passed', 'b: failed'])
  })

  test('output of the tests is no result', () => {
    expect(
      describeCases(lines('TAP version 13', 'okay then', 'say ok 1 - no', '      ok 7 - deep', 'ok 1 - a', '1..1')),
    ).toEqual(['a: passed'])
  })

  test('a parent that fails alone is a failure', () => {
    expect(describeCases(lines('# Subtest: s', '    ok 1 - a', '    1..1', 'not ok 1 - s', '1..1'))).toEqual([
      's: failed',
    ])
  })

  test('is refused when it is nested without end', () => {
    const deep = Array.from({ length: 300 }, (_, n) => `${'    '.repeat(n)}ok 1 - a`)
    expect(() => lines(...deep)).toThrow('nested deeper than the limit of 256')
  })
})

test.each([
  ['words of a hook', '" before all" hook for'],
  ['hashes', '# '],
  ['spaces', ' '],
  ['arrows', ' › before hook for '],
])('a line of a megabyte of %s costs next to nothing', (_, word) => {
  const cost = getCpuMs(() => lines(`not ok 1 - ${word.repeat(1_000_000 / word.length)}x`, '1..1'))
  expect(cost).toBeLessThan(2_000)
})

describe('is recognised', () => {
  test.each([
    ['TAP version 14\n', true],
    ['1..3\nok 1', true],
    ['# note\nok 1 - a\n', true],
    ['not ok 1 a\n', true],
    ['ok  \texample.com/cart\t0.01s\n', false],
    ['{"a":1}', false],
    ['<testsuites/>', false],
    ['ok then', false],
    ['', false],
  ])('%j: %s', (head, expected) => {
    expect(tap.looksLike(head)).toBe(expected)
  })
  test('text without any line of TAP is an error', () => {
    expect(() => parseText(tap, 'hello\n')).toThrow(ReportError)
  })
})

describe('a subtest that is shorter than its plan', () => {
  const planned = (end: string) =>
    `TAP version 13\n# Subtest: test/a.js\n    # Subtest: planned\n        1..2\n        not ok 1 - nope is not defined\n    ${end} 1 - planned\n    ok 2 - fine\n    1..2\nnot ok 1 - test/a.js\n1..1\n`

  test('is whole where it fails: what it threw kept the rest from running', () => {
    const { cases, isComplete } = parseText(tap, planned('not ok'))
    expect(isComplete).toBe(true)
    expect(cases.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['planned', 'errored'],
      ['fine', 'passed'],
    ])
  })

  test('is cut where it says that it passed', () => {
    expect(parseText(tap, planned('ok').replaceAll('not ok', 'ok')).isComplete).toBe(false)
  })
})
