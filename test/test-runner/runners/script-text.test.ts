/** Reads what test files of Perl and of shells printed. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ASSETS } from '../../../src/test-runner/command.ts'

interface Read {
  readonly tests: readonly { readonly name: string; readonly isBad: boolean; readonly skip: boolean }[]
  readonly isWhole: boolean
  readonly skipped?: number
}

const { readShunit, readTap, toFailure } = (await import(join(ASSETS, 'script-text.mjs'))) as {
  readonly readTap: (text: string) => Read
  readonly readShunit: (text: string, names: ReadonlySet<string>) => Read
  readonly toFailure: (lines: readonly string[]) => { readonly message: string; readonly code?: string }
}
const outcomes = ({ tests }: Read) =>
  tests.map(({ name, isBad, skip }) => `${name}: ${skip ? 'skipped' : isBad ? 'failed' : 'passed'}`)

describe('each line of TAP is a result, and its plan counts them', () => {
  test.each([
    ['a result and what its subtest says', '    ok 1 - in\nnot ok 1 - sub\n#   Failed\n1..1\n', ['sub: failed'], true],
    ['a name with a directive', '1..2\nok 1 a # skip why\nok 2 b\n', ['a: skipped', 'b: passed'], true],
    ['no name', 'ok 1\n1..1\n', ['assertion 1: passed'], true],
    ['no plan, because the process ended', 'ok 1 - a\n', ['a: passed'], false],
    ['fewer results than planned', '1..3\nok 1 a\nok 3 c\n', ['a: passed', 'c: passed'], false],
  ])('%s', (_, text, expected, isWhole) => {
    const read = readTap(text)
    expect([outcomes(read), read.isWhole]).toEqual([expected, isWhole])
  })
})

describe('the names of test functions begin the results of shunit2', () => {
  const names = new Set(['testA', 'testB'])
  test.each([
    [
      'passed and failed',
      'testA\ntestB\nASSERT:no\n\nRan 2 tests.\n\nFAILED (failures=1)\n',
      ['passed', 'failed'],
      true,
    ],
    ['other words of a test', 'testA\nok\ntestB\n\nRan 2 tests.\n\nOK (skipped=1)\n', ['passed', 'passed'], true],
    ['an end that comes too early', 'testA\n', ['passed'], false],
    [
      'a failure that belongs to no test',
      'testA\ntestB\n\nRan 2 tests.\n\nFAILED (failures=1)\n',
      ['passed', 'passed'],
      false,
    ],
  ])('%s', (_, text, expected, isWhole) => {
    const read = readShunit(text, names)
    expect(outcomes(read).map((outcome) => outcome.split(': ')[1])).toEqual(expected)
    expect(read.isWhole).toBe(isWhole)
  })
})

test('a command that no shell finds is no assertion, whichever shell says so', () => {
  expect(toFailure(['test/a_test.sh: 4: eval: triple: not found'])).toEqual({
    failureType: 'testCodeFailure',
    message: 'test/a_test.sh: line 4: triple: command not found',
  })
  expect(toFailure(["Failed test 'a'"]).code).toBe('ERR_ASSERTION')
})
