import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { libtestJson } from '../../../src/reports/formats/libtest-json.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const lines = (...events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')
const read = (...events: readonly object[]) => parseText(libtestJson, lines(...events))
const suite = (test_count: number) => ({ type: 'suite', event: 'started', test_count })
const end = (part: object = {}) => ({ type: 'suite', event: 'ok', passed: 1, failed: 0, ...part })
const done = (name: string, event = 'ok', part: object = {}) => ({ type: 'test', name, event, ...part })

describe('libtest json', () => {
  test.each([
    ['tests::inner::adds', null, ['tests::inner'], 'adds', 0],
    ['adds', null, [], 'adds', 0],
    ['src/lib.rs - square (line 3)', 'src/lib.rs', [], 'square (line 3)', 0],
    ['shop::bin/cart$tests::adds', null, ['shop::bin/cart', 'tests'], 'adds', 0],
    ['shop$tests::adds#2', null, ['shop', 'tests'], 'adds', 1],
  ])('%s', (name, file, path, own, retries) => {
    expect(read(suite(1), done(name), end()).cases).toMatchObject([{ file, suite: path, name: own, retries }])
  })

  test('a test that was tried again is flaky', () => {
    expect(read(suite(1), done('a$b#3'), end()).cases[0]).toMatchObject({ mark: 'flaky', retries: 2 })
  })

  test.each([
    [
      'assertion',
      'thread x panicked at src/a.rs:3:4:\nassertion `left == right` failed\n  left: 1\n right: 2\nnote: run',
      {},
    ],
    ['error', "thread 'x' panicked at 'boom', src/a.rs:3:4\nnote: run", {}],
    ['assertion', 'thread x panicked at src/a.rs:3:4:\nboom', { message: 'panic did not contain expected string' }],
    ['timeout', '', { reason: 'time limit exceeded' }],
    ['error', 'Error: "no"', {}],
  ])('a failure of kind %s: %s', (kind, stdout, part) => {
    expect(read(suite(1), done('a', 'failed', { stdout, ...part }), end()).cases[0]?.failure?.kind).toBe(kind)
  })

  test('a panic tells its line and its words only', () => {
    const stdout = "\nthread 'a' (3) panicked at src/a.rs:39:18:\nindex out of bounds\nstack backtrace:\n 0: x"
    expect(read(suite(1), done('a', 'failed', { stdout }), end()).cases[0]?.failure).toMatchObject({
      message: 'index out of bounds',
      line: 39,
    })
  })

  test('a benchmark with figures passed, and one with an unknown event did not', () => {
    const bench = (more: object) => ({ type: 'bench', name: 'a', ...more })
    const see = (more: object) => read(suite(1), bench(more), end()).cases.map(({ outcome }) => outcome)
    expect([see({ median: 3, deviation: 1 }), see({ event: 'ignored' }), see({ event: 'cancelled' })]).toEqual([
      ['passed'],
      ['skipped'],
      ['errored'],
    ])
  })

  test('a test that began and did not end has crashed', () => {
    const report = read(suite(2), { type: 'test', event: 'started', name: 'a' }, done('b'))
    expect(report.cases.map((c) => [c.name, c.failure?.kind])).toEqual([
      ['b', undefined],
      ['a', 'crash'],
    ])
    expect(report.isComplete).toBe(false)
  })

  test('a test that takes long is no end', () => {
    expect(read(suite(1), done('a', 'timeout'), done('a'), end()).cases).toHaveLength(1)
  })

  test.each([
    ['fewer tests than were to run', [suite(2), done('a'), end()]],
    ['fewer failures than are counted', [suite(1), done('a'), end({ failed: 1 })]],
    ['no end', [suite(1), done('a')]],
  ])('%s make the report incomplete', (_what, events) => {
    expect(read(...events).isComplete).toBe(false)
  })

  test('a failed suite in which nothing failed is an error of the run', () => {
    expect(read(suite(1), done('a'), end({ event: 'failed' })).runErrors).toHaveLength(1)
  })

  test('a failed build is a load error, even without a word', () => {
    expect(read({ reason: 'build-finished', success: false }).loadErrors).toMatchObject([{ file: null }])
  })

  test('one key is one value, and the error names the line', () => {
    const text = `${lines(suite(1))}{"type":"test","event":"failed","event":"ok","name":"a"}\n`
    expect(() => parseText(libtestJson, text)).toThrow(/^line 2: .*stands twice/)
    expect(() => parseText(libtestJson, 'hello')).toThrow(ReportError)
  })

  obeysTheLaws(libtestJson, recorded('cargo/out/libtest.json'))
})
