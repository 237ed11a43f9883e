/** Reads what Rust's test programs printed: recorded with rustc 1.63 and 1.95. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ASSETS } from '../../../src/test-runner/command.ts'

interface Read {
  readonly tests: readonly { readonly name: string; readonly state: string; readonly message?: string }[]
  readonly isWhole: boolean
  readonly running: readonly string[]
}

const { readErrors, readLibtest } = (await import(join(ASSETS, 'libtest-text.mjs'))) as {
  readonly readLibtest: (text: string) => Read
  readonly readErrors: (text: string) => ReadonlyMap<string, readonly string[]>
}

const recorded = (name: string) => {
  const text = readFileSync(join('test/fixtures/libtest', `${name}.console.txt`), 'utf8')
  return /# --- stdout\n([\s\S]*)# --- stderr/.exec(text)?.[1] ?? ''
}
const PROGRAM = `running 2 tests
test tests::b ... FAILED
test tests::a ... ok

failures:

---- tests::b stdout ----

thread 'tests::b' (4055) panicked at src/cart.rs:5:25:
assertion \`left == right\` failed: sum is wrong
  left: 3
 right: 4
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    tests::b

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`

describe('each test has its result', () => {
  test('rustc 1.63: passed, failed, ignored, and panics that were expected', () => {
    const { tests, isWhole } = readLibtest(recorded('mixed'))
    expect(isWhole).toBe(true)
    expect(Object.fromEntries(tests.map(({ name, state, message }) => [name, message ?? state]))).toEqual({
      a_pass: 'passed',
      b_assert: 'assertion failed: `(left == right)`\n  left: `4`,\n right: `5`: double is wrong',
      c_panic_in_test: 'boom in test',
      d_panic_in_production: 'index out of bounds: the len is 0 but the index is 3',
      e_ignored: 'ignored',
      f_should_panic: 'passed',
      g_should_panic_but_did_not: 'test did not panic as expected',
      h_result_err: expect.stringContaining('the test returned a termination value'),
      i_prints: 'passed',
    })
  })

  test('rustc 1.95: the message follows the place', () => {
    expect(readLibtest(PROGRAM).tests).toMatchObject([
      {
        name: 'tests::b',
        state: 'failed',
        message: 'assertion `left == right` failed: sum is wrong\n  left: 3\n right: 4',
        file: 'src/cart.rs',
        line: 5,
      },
      { name: 'tests::a', state: 'passed' },
    ])
  })
})

describe('a program that ended before its tests is not whole', () => {
  test.each([
    ['a test ended it: the one that was running', recorded('crash_exit'), ['b_exit']],
    [
      'it was ended after a minute: the ones that ran so long',
      'running 2 tests\ntest a ... ok\ntest b has been running for over 60 seconds\n',
      ['b'],
    ],
    ['it announced more tests', PROGRAM.replace('running 2', 'running 3'), []],
    [
      'its sum names another number of failures',
      PROGRAM.replace('1 failed;', '0 failed;').replace('1 passed', '2 passed'),
      [],
    ],
    ['a test printed the result of another', PROGRAM.replace('test tests::a ... ok', 'test tests::b ... ok'), []],
    ['it printed nothing', '', []],
  ])('%s', (_, text, running) => {
    expect(readLibtest(text)).toMatchObject({ isWhole: false, running })
  })

  test('a result of failed tests that a test prints counts for nothing', () => {
    const forged = PROGRAM.replace('sum is wrong', 'sum is wrong\ntest tests::b ... ok')
    expect(readLibtest(forged).tests.map(({ state }) => state)).toEqual(['failed', 'passed'])
  })
})

test('documentation tests of several parts are one program, whose names have no line', () => {
  const part = (name: string) =>
    `running 1 test\ntest src/lib.rs - ${name} ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.19s\n`
  const { tests, isWhole } = readLibtest(part('add (line 3)') + part('sub (line 9) - compile fail'))
  expect([isWhole, tests.map(({ name }) => name)]).toEqual([true, ['src/lib.rs - add', 'src/lib.rs - sub']])
})

test('errors of the compiler are grouped by their files; warnings and closing words are none', () => {
  const line = (level: string, file: string | null, rendered: string) =>
    JSON.stringify({
      reason: 'compiler-message',
      message: { level, rendered, spans: file === null ? [] : [{ file_name: file, is_primary: true }] },
    })
  const text = [
    line('warning', 'src/lib.rs', 'unused'),
    line('error', 'tests/a.rs', 'error[E0432]: unresolved import `shop::basket`\n'),
    line('error', 'tests/a.rs', 'error[E0425]: cannot find function `x`'),
    line('error', null, 'aborting due to 2 previous errors'),
    'running 0 tests',
  ].join('\n')
  expect([...readErrors(text)]).toEqual([
    ['tests/a.rs', ['error[E0432]: unresolved import `shop::basket`', 'error[E0425]: cannot find function `x`']],
  ])
})
