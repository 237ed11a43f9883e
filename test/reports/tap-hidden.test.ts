/** What contradicts itself in a TAP stream is never green. */
import { describe, expect, test } from 'vitest'
import { tap } from '../../src/reports/tap.ts'
import { isGreen } from '../support/laws.ts'
import { parseText, told } from '../support/recorded.ts'

const lines = (...text: readonly string[]) => parseText(tap, `${text.join('\n')}\n`)

describe('a failing child of a parent that is ok', () => {
  const CHILD = ['# Subtest: s', '    ok 1 - a', '    not ok 2 - b', '    1..2', 'ok 1 - s']

  test('fails its parent, whose assertion it is', () => {
    const { cases } = lines('TAP version 14', '1..1', ...CHILD)
    expect(cases).toMatchObject([{ name: 's', outcome: 'failed', failure: { message: 'b' } }])
  })

  test('two levels deep as well', () => {
    const deep = CHILD.map((line) => `    ${line}`)
    expect(told(lines('1..1', '# Subtest: p', ...deep, '    1..1', 'ok 1 - p'))).toEqual(['p > s: failed'])
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
    expect(told(lines('1..1', '# Subtest: s', ...inner, 'ok 1 - s'))).toEqual(['s > b: failed', 's > t: passed'])
  })

  test('in braces as well', () => {
    const report = lines('TAP version 14', '1..1', 'ok 1 - s {', '    ok 1 - a', '    not ok 2 - b', '    1..2', '}')
    expect(told(report).join()).toContain('failed')
  })

  test.each(['TODO', 'SKIP'])('is no failure where it is marked # %s', (mark) => {
    const report = lines('1..1', '# Subtest: s', '    ok 1 - a', `    not ok 2 - b # ${mark}`, '    1..2', 'ok 1 - s')
    expect(told(report)).toEqual(['s: passed'])
  })

  test.each(['TODO', 'SKIP'])('nor where the parent is marked # %s', (mark) => {
    const report = lines('1..1', '# Subtest: s', '    not ok 1 - b', '    1..1', `ok 1 - s # ${mark}`)
    expect(report.cases.map(({ outcome }) => outcome)).toEqual(['skipped'])
  })
})

test('a failing parent is failing, whatever its children are', () => {
  const report = lines('1..1', '# Subtest: s', '    ok 1 - a # SKIP', '    1..1', 'not ok 1 - s')
  expect(told(report)).toEqual(['s: failed'])
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
  expect(report.runErrors).toEqual([`«not ok» is said of ${name}, and nothing in it failed`])
})
