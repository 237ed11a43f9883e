import { describe, expect, test } from 'vitest'
import { noOtherBranch, nothingToJudge } from '../../../src/core/errors/git.ts'
import { runnerNotFound } from '../../../src/core/errors/measuring.ts'
import { GateError } from '../../../src/core/model/errors.ts'
import { toErrorJson, toErrorText } from '../../../src/render/text/error.ts'

const system = (code: string) => Object.assign(new Error(`${code}: write`), { code })
const codeOf = (error: unknown) => toErrorJson(error).error.code
const refused = new GateError('bad-config', 'Line 3 is wrong.', 'Correct it.')

describe('an error of the system', () => {
  test.each(['ENOSPC', 'EDQUOT'])('%s is a full disk, wherever in the product it was written', (code) => {
    expect(codeOf(system(code))).toBe('disk-full')
    expect(codeOf(new Error('The run was not kept.', { cause: new Error('deeper', { cause: system(code) }) }))).toBe(
      'disk-full',
    )
    expect(toErrorText(system(code))).toMatch(/^error \[disk-full\] .*TDD_GATE_CACHE/s)
  })

  test('of another kind is a mistake of ours, and a chain of causes may go in a circle', () => {
    expect(codeOf(system('EISDIR'))).toBe('internal')
    const circle = new Error('first')
    circle.cause = new Error('second', { cause: circle })
    expect(codeOf(circle)).toBe('internal')
  })

  test('does not replace the code that an error has already', () => {
    expect(codeOf(new GateError('setup-failed', 'npm ci failed.', 'Run it.', system('ENOSPC')))).toBe('setup-failed')
  })
})

test('an error while cleaning up does not hide the one before it', () => {
  const first = new SuppressedError(new Error('the folder is not empty'), refused)
  expect(codeOf(first)).toBe('bad-config')
  expect(codeOf(new SuppressedError(new Error('and another'), first))).toBe('bad-config')
  expect(codeOf(new SuppressedError(new Error('cleaning up'), system('ENOSPC')))).toBe('disk-full')
})

test('a suggestion names the command that was called, and its JSON has the commands that work unchanged', () => {
  expect(toErrorText(nothingToJudge('main'))).toContain('on a branch of its own (git switch -c <branch>)')
  expect(toErrorText(nothingToJudge('main'), 'tdd-gate next')).toContain('after: tdd-gate next --base <branch')
  const { error } = toErrorJson(noOtherBranch('abc'), 'tdd-gate commit')
  expect(error.commands).toEqual(['tdd-gate commit --base abc'])
  expect(toErrorJson(refused).error).not.toHaveProperty('commands')
})

test('an example of a configuration keeps its lines', () => {
  const text = toErrorText(runnerNotFound('version: 1\ntest:\n  command: make test\n'))
  expect(text).toContain('\n     version: 1\n     test:\n       command: make test\n')
})
