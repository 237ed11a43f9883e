/** cargo-nextest by its published formats: it runs each test in a process of its own, through our script. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ASSETS } from '../../../src/test-runner/command.ts'

interface Read {
  readonly tests: readonly { readonly name: string; readonly state: string; readonly message?: string }[]
  readonly isWhole: boolean
  readonly running: readonly string[]
}

const { readNextest } = (await import(join(ASSETS, 'libtest-text.mjs'))) as {
  readonly readNextest: (text: string) => Read
}
const SCRIPT = join(ASSETS, 'nextest-test.sh')
const toLines = (...events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')
const suite = (event: string, more: object) => ({ type: 'suite', event, ...more })
const one = (event: string, name: string, more = {}) => ({ type: 'test', event, name: `shop::cart$${name}`, ...more })
const PANIC = `\nthread 'sums::adds' (7) panicked at tests/cart.rs:5:9:\nassertion failed\n  left: 1\n right: 2\n`
/** Runs a program as cargo-nextest runs one test. */
const runTest = (program: string, ...words: readonly string[]) =>
  spawnSync('sh', [SCRIPT, 'sh', '-c', program, 'sh', ...words], { encoding: 'utf8' })

describe('the events of cargo-nextest', () => {
  test('each test has its result, its panic and the place of it', () => {
    const text = toLines(
      suite('started', { test_count: 4 }),
      one('started', 'sums::adds'),
      one('ok', 'keeps', { exec_time: 0.1 }),
      one('failed', 'sums::adds', { exec_time: 0.1, stdout: PANIC }),
      one('failed', 'hangs', { reason: 'time limit exceeded' }),
      one('ignored', 'later'),
      suite('failed', { passed: 1, failed: 2, ignored: 1 }),
    )
    expect(readNextest(text)).toMatchObject({
      isWhole: true,
      running: [],
      tests: [
        { name: 'keeps', state: 'passed' },
        {
          name: 'sums::adds',
          state: 'failed',
          message: 'assertion failed\n  left: 1\n right: 2',
          file: 'tests/cart.rs',
          line: 5,
        },
        { name: 'hangs', state: 'failed', message: 'time limit exceeded' },
        { name: 'later', state: 'ignored' },
      ],
    })
  })

  test.each([
    [
      'announces more than it reports',
      [suite('started', { test_count: 2 }), one('ok', 'a'), suite('ok', { passed: 1 })],
    ],
    [
      'counts a failure that it does not report',
      [suite('started', { test_count: 1 }), one('ok', 'a'), suite('failed', { failed: 1 })],
    ],
    ['ends in the middle', [suite('started', { test_count: 1 }), one('ok', 'a')]],
  ])('a run that %s is not whole', (_, events) => {
    expect(readNextest(toLines(...events)).isWhole).toBe(false)
  })
})

describe('the process of one test', () => {
  test('a test that ends the process as if all were well is one that was still running', () => {
    const { status, stdout } = runTest('echo running 1 test; exit 0')
    expect(status).not.toBe(0)
    const events = [suite('started', { test_count: 1 }), one('failed', 'a', { stdout }), suite('failed', { failed: 1 })]
    expect(readNextest(toLines(...events))).toMatchObject({ tests: [], running: ['a'], isWhole: false })
  })

  test.each([
    ['echo "test result: ok. 1 passed; 0 failed"; exit 0', 0],
    ['echo "test result: FAILED. 0 passed; 1 failed"; exit 101', 101],
  ])('%s keeps its exit code', (program, status) => {
    expect(runTest(program).status).toBe(status)
  })

  test('a list of tests stays as it is', () => {
    expect(runTest('echo "a: test"', '--list', '--format', 'terse')).toMatchObject({ status: 0, stdout: 'a: test\n' })
  })
})
