/** What node says of an error that came after the tests: recorded with 24.21.0 and 20.20.2, and as older versions word it. */
import { describe, expect, test } from 'vitest'
import { tap } from '../../../src/reports/formats/tap.ts'
import { describeCases, parseText, recorded } from '../../support/recorded.ts'

const read = (name: string) => parseText(tap, recorded(`node-test/out/${name}.tap`))
const lines = (...text: readonly string[]) => parseText(tap, `${text.join('\n')}\n`)
const LATE = 'generated asynchronous activity after the test ended. This activity created the error "Error: x"'
const YAML = ['  ---', '  duration_ms: 1', '  ...']
const FILE_YAML = ['  ---', '  duration_ms: 1', "  failureType: 'testCodeFailure'", '  exitCode: 1', '  ...']

describe('an error after the tests is one of the run', () => {
  test('of several files: what did load is no load error', () => {
    const { cases, loadErrors, runErrors, isComplete } = read('late')
    expect(cases.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
      'f passes: passed',
      'f fails: failed',
      'a passes: passed',
      'g passes: passed',
      'b passes: passed',
    ])
    expect(loadErrors.map(({ file, kind }) => `${file}: ${kind}`)).toEqual(['broken.test.mjs: missing-symbol'])
    expect(runErrors).toEqual([
      expect.stringContaining('Test "f passes" at late-and-failing.test.mjs:2:1'),
      expect.stringContaining('Test "a passes" at late.test.mjs:2:1'),
      expect.stringContaining('A resource generated asynchronous activity'),
    ])
    expect(isComplete).toBe(true)
  })

  test('without a line of its file', () => {
    expect(read('late-alone').runErrors).toEqual([expect.stringContaining('Error: late boom')])
  })

  test('of node 20, which tells whole paths', () => {
    const { loadErrors, runErrors } = read('late-20')
    expect([loadErrors, runErrors.length]).toEqual([[], 2])
  })

  test.each([
    `Warning: Test "a" ${LATE} and would have caused the test to fail, but instead triggered an uncaughtException event.`,
    `Error: Test hook "after" at a.mjs:1:1 ${LATE} and would have caused the test to fail, but instead triggered an unhandledRejection event.`,
    `Warning: A resource ${LATE} which triggered an uncaughtException event, caught by the test runner.`,
  ])('%s', (words) => {
    expect(lines('TAP version 13', 'ok 1 - a', ...YAML, '1..1', `# ${words}`).runErrors).toEqual([words])
  })
})

describe('what it says is about no other file', () => {
  const late = `# Error: Test "a" at a.test.mjs:2:1 ${LATE} and would have caused the test to fail, but instead triggered an uncaughtException event.`
  const behind = (...text: readonly string[]) =>
    lines('TAP version 13', 'not ok 1 - a', ...YAML, late, ...text, 'not ok 1 - b.test.mjs', ...FILE_YAML, '1..2')

  test('which ended without a message', () => {
    expect(behind().loadErrors).toMatchObject([
      { file: 'b.test.mjs', kind: 'crash', message: 'the file ended with exit code 1 and without a message' },
    ])
  })

  test('or has words of its own', () => {
    const { loadErrors } = behind('# SyntaxError: no', '# Node.js v24.21.0')
    expect(loadErrors).toMatchObject([{ file: 'b.test.mjs', message: 'SyntaxError: no\nNode.js v24.21.0' }])
  })

  test('words of a test in several lines are taken as one', () => {
    const [first = '', rest = ''] = late.replace('Error: x', 'Error: x\n# y').split('\n')
    const report = lines('TAP version 13', 'ok 1 - a', ...YAML, first, rest, 'not ok 1 - b.mjs', ...FILE_YAML, '1..2')
    expect(report.loadErrors).toMatchObject([{ message: 'the file ended with exit code 1 and without a message' }])
    expect(describeCases(report)).toEqual(['a: passed'])
  })
})
