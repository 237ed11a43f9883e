/** What contradicts itself in a TAP stream is never green. */
import { describe, expect, test } from 'vitest'
import { tap } from '../../../src/reports/formats/tap.ts'
import { isGreen } from '../../support/laws.ts'
import { describeCases, parseText } from '../../support/recorded.ts'

const lines = (...text: readonly string[]) => parseText(tap, `${text.join('\n')}\n`)

describe('a failing child of a parent that is ok', () => {
  const CHILD = ['# Subtest: s', '    ok 1 - a', '    not ok 2 - b', '    1..2', 'ok 1 - s']

  test('fails its parent, whose assertion it is', () => {
    const { cases } = lines('TAP version 14', '1..1', ...CHILD)
    expect(cases).toMatchObject([{ name: 's', outcome: 'failed', failure: { message: 'b' } }])
  })

  test('two levels deep as well', () => {
    const deep = CHILD.map((line) => `    ${line}`)
    expect(describeCases(lines('1..1', '# Subtest: p', ...deep, '    1..1', 'ok 1 - p'))).toEqual(['p > s: failed'])
  })

  test('beside a subtest of its own it is a test', () => {
    const inner = [
      '    # Subtest: t',
      '        ok 1 - x',
      '        1..1',
      '    ok 1 - t',
      '    not ok 2 - b',
      '    1..2',
    ]
    expect(describeCases(lines('1..1', '# Subtest: s', ...inner, 'ok 1 - s'))).toEqual([
      's > b: failed',
      's > t: passed',
    ])
  })

  test('in braces as well', () => {
    const report = lines('TAP version 14', '1..1', 'ok 1 - s {', '    ok 1 - a', '    not ok 2 - b', '    1..2', '}')
    expect(describeCases(report).join()).toContain('failed')
  })

  test.each(['TODO', 'SKIP'])('is no failure where it is marked # %s', (mark) => {
    const report = lines('1..1', '# Subtest: s', '    ok 1 - a', `    not ok 2 - b # ${mark}`, '    1..2', 'ok 1 - s')
    expect(describeCases(report)).toEqual(['s: passed'])
  })

  test.each(['TODO', 'SKIP'])('nor where the parent is marked # %s', (mark) => {
    const report = lines('1..1', '# Subtest: s', '    not ok 1 - b', '    1..1', `ok 1 - s # ${mark}`)
    expect(report.cases.map(({ outcome }) => outcome)).toEqual(['skipped'])
  })
})

test('a failing parent is failing, whatever its children are', () => {
  const report = lines('1..1', '# Subtest: s', '    ok 1 - a # SKIP', '    1..1', 'not ok 1 - s')
  expect(describeCases(report)).toEqual(['s: failed'])
})

test('a suite of braces that fails alone fails', () => {
  const text = 'TAP version 14\n1..1\nnot ok 1 - s {\n    ok 1 - a\n    1..1\n}\n'
  expect(isGreen(tap, Buffer.from(text))).toBe(false)
})

test.each([
  ['a file of node-tap', ['# Subtest: test/a.js', '    ok 1 - a', '    1..1', 'not ok 1 - test/a.js', '1..1']],
  [
    'a suite of node',
    [
      'TAP version 13',
      '# Subtest: s',
      '    ok 1 - a',
      '      ---',
      '      duration_ms: 1',
      '      ...',
      '    1..1',
      'not ok 1 - s',
      '  ---',
      "  type: 'suite'",
      "  failureType: 'somethingNew'",
      '  ...',
      '1..1',
    ],
  ],
])('%s that failed while nothing in it did is an error of the run', (_, text) => {
  const report = lines(...text)
  const [, name] = /not ok 1 - (.*)/.exec(text.join('\n')) ?? []
  expect(report.runErrors).toEqual([`${name} is «not ok», but nothing in it failed`])
})

describe('totals that tell of failures that no line shows', () => {
  test.each([
    ['node', ['# tests 1', '# suites 0', '# pass 0', '# fail 1', '# cancelled 0', '# skipped 0'], 1],
    ['node, of cancelled tests', ['# tests 2', '# pass 0', '# fail 0', '# cancelled 2'], 2],
    ['tape', ['', '# tests 1', '# pass  0', '# fail  1'], 1],
    ['mocha', ['# tests 1', '# pass 0', '# fail 1'], 1],
    ['perl', ['# Looks like you failed 1 test of 1.'], 1],
    ['node-tap', ['# { total: 2, pass: 1, fail: 1 }', '# time=5ms'], 1],
    ['old node-tap', ['# failed 1 of 1 tests'], 1],
  ])('%s', (_, totals, count) => {
    const words = `the report claims ${count} failure${count === 1 ? '' : 's'} that none of its lines shows`
    expect(lines('TAP version 13', 'ok 1 - a', '1..1', ...totals).runErrors).toEqual([words])
  })

  test.each([
    ['what a line shows', ['not ok 1 - a', '1..1', '# tests 1', '# pass 0', '# fail 1']],
    ['a todo, as AVA counts it', ['not ok 1 - a # TODO', 'ok 2 - b', '1..2', '# tests 1', '# pass 1', '# fail 1']],
    ['none', ['ok 1 - a', '1..1', '# tests 1', '# pass 1', '# fail 0', '# cancelled 0']],
    ['what a test printed before its totals', ['ok 1 - a', '1..1', '# fail 3', '# tests 1', '# pass 1', '# fail 0']],
    ['the name of a test of tape', ['# fail 1', 'ok 1 a', '', '1..1', '# tests 1', '# pass  1', '', '# ok']],
    ['words about a subtest', ['    # fail 1', 'ok 1 - a', '1..1']],
    ['words with more behind them', ['ok 1 - a', '1..1', '# fail 1 of these as you like']],
  ])('%s: no error', (_, text) => {
    expect(lines('TAP version 13', ...text).runErrors).toEqual([])
  })

  test('beyond what is marked', () => {
    const text = ['not ok 1 - a # TODO', '1..1', '# tests 1', '# pass 0', '# fail 3']
    expect(lines(...text).runErrors).toEqual(['the report claims 2 failures that none of its lines shows'])
  })

  test('of one of several streams', () => {
    const green = ['TAP version 13', 'ok 1 - a', '1..1']
    expect(lines(...green, '# tests 1', '# fail 1', ...green, '# tests 1', '# fail 0').runErrors).toHaveLength(1)
  })
})

test.each(['# Looks like your test exited with 7 just after 1.', '# Looks like your test died just after 1.'])(
  '%s is an error of the run, whatever failed',
  (line) => {
    const words = line.slice(2)
    expect(lines('1..1', 'ok 1 - a', line).runErrors).toEqual([words])
    expect(lines('1..1', 'not ok 1 - a', line).runErrors).toEqual([words])
  },
)

describe('numbers that leave something out', () => {
  test.each([
    ['twice', ['1..2', 'ok 1 - a', 'ok 1 - b'], 'the number 1 is used twice: a test may be missing'],
    ['beyond', ['1..3', 'ok 1 - a', 'ok 3 - b', 'ok 4 - c'], 'the number 4 is beyond the 3 tests of the plan'],
    ['nought', ['1..2', 'ok 0 - a', 'ok 1 - b'], 'the number 0 is no number of a test'],
    [
      'twice in a subtest',
      ['1..1', '# Subtest: s', '    ok 1 - a', '    ok 1 - b', '    1..2', 'ok 1 - s'],
      'the number 1 is used twice: a test may be missing',
    ],
    [
      'beyond, in the plan of a subtest',
      ['1..1', '# Subtest: s', '    1..1', '    ok 1 - a', '    ok 2 - b', 'ok 1 - s'],
      'the plan of a subtest says 1 tests, it holds 2',
    ],
  ])('%s', (_, text, words) => {
    expect(lines(...text).runErrors).toEqual([words])
  })

  test.each([
    ['another order', ['1..2', 'ok 2 - b', 'ok 1 - a']],
    ['none at all', ['1..2', 'ok - a', 'ok - b']],
    ['one of two', ['1..2', 'ok - a', 'ok 2 - b']],
  ])('%s is no error', (_, text) => {
    expect(lines(...text)).toMatchObject({ runErrors: [], isComplete: true })
  })

  test("node's own are no numbers: files count for themselves", () => {
    const yaml = ['  ---', '  duration_ms: 1', '  ...']
    const text = ['TAP version 13', 'ok 1 - a', ...yaml, 'ok 3 - b', ...yaml, '1..2']
    expect(lines(...text)).toMatchObject({ runErrors: [], isComplete: true })
  })
})
