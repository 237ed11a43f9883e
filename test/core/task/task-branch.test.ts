import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_BRANCH_PATTERN } from '../../../src/core/model/config.ts'
import { branchStem, isBranchOfTask, taskOfBranch } from '../../../src/core/task/task-branch.ts'
import { getCpuMs } from '../../support/cpu.ts'

describe('the task that a branch is named after', () => {
  test.each([
    [DEFAULT_BRANCH_PATTERN, 'feat/task-42-discounts', '42'],
    [DEFAULT_BRANCH_PATTERN, 'feat/task-42-ten-percent-off', '42'],
    [DEFAULT_BRANCH_PATTERN, 'feat/task-7.1-x', '7.1'],
    [DEFAULT_BRANCH_PATTERN, 'feat/task-AUTH_1-x', 'AUTH_1'],
    ['work/{id}', 'work/42', '42'],
    ['work/{id}', 'work/PROJ-7', 'PROJ-7'],
    ['{id}', '42', '42'],
    ['{slug}-{id}', 'ten-percent-off-42', '42'],
    ['task.{id}+{slug}', 'task.42+x', '42'],
  ])('%s names %s: %s', (pattern, branch, id) => {
    expect(taskOfBranch(pattern, branch)).toBe(id)
  })

  test.each([
    ['another form', DEFAULT_BRANCH_PATTERN, 'main'],
    ['a part that is empty', DEFAULT_BRANCH_PATTERN, 'feat/task-42-'],
    ['something before', DEFAULT_BRANCH_PATTERN, 'x/feat/task-42-x'],
    ['something behind', 'work/{id}', 'work/42/more'],
    ['signs of a pattern are no signs of a pattern', 'task.{id}', 'taskx42'],
    ['a pattern that says a thing twice', '{id}/{id}', '42/42'],
    ['another case', 'task-{id}', 'TASK-42'],
    ['a path', 'work/{id}', 'work/../../secrets'],
    ['a folder', 'work/{id}', 'work/..'],
    ['a hidden file', 'work/{id}', 'work/.env'],
    ['two dots', 'work/{id}', 'work/a..b'],
    ['a line break', 'work/{id}', 'work/42\n'],
    ['a NUL', 'work/{id}', 'work/42\0'],
    ['a placeholder', 'work/{id}', 'work/{id}'],
    ['a replacement', 'work/{id}', 'work/$&'],
    ['an option', 'work/{id}', 'work/-rf'],
    ['a name of another alphabet', 'work/{id}', 'work/４２'],
    ['a name that no id is as long as', 'work/{id}', `work/${'4'.repeat(65)}`],
    ['nothing', 'work/{id}', ''],
    ['a pattern without id', 'work/{slug}', 'work/42'],
  ])('%s is none', (_, pattern, branch) => {
    expect(taskOfBranch(pattern, branch)).toBeNull()
  })

  test('whatever a branch is called, the answer is a plain id, soon', () => {
    const word = fc.constantFrom('a', '-', '/', '{id}', '{slug}', '{tag}', '.', '42', 'task', '\n', '$', '*', '(')
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''))
    fc.assert(
      fc.property(text, text, (pattern, branch) => {
        expect(taskOfBranch(pattern, branch) ?? 'none').toMatch(/^[A-Za-z0-9](?:[\w-]|\.(?!\.))*$/)
      }),
    )
  })

  test('a name made to be tried in many ways is refused without trying them', () => {
    const refuse = () => expect(taskOfBranch('{tag}-{slug}-{id}!', 'a-'.repeat(20_000))).toBeNull()
    expect(getCpuMs(refuse)).toBeLessThan(1_000)
  })

  test('a name made from a pattern gives its id back', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/)
    const slug = fc.stringMatching(/^[a-z][a-z-]{0,12}$/)
    fc.assert(
      fc.property(id, slug, slug, (wanted, tag, words) => {
        const branch = DEFAULT_BRANCH_PATTERN.replace('{tag}', tag).replace('{id}', wanted).replace('{slug}', words)
        expect(taskOfBranch(DEFAULT_BRANCH_PATTERN, branch)).toBe(wanted)
      }),
    )
  })
})

describe('the branches of one task', () => {
  test.each([
    [DEFAULT_BRANCH_PATTERN, '42', 'feat/task-42-x', true],
    [DEFAULT_BRANCH_PATTERN, '42', 'other/task-42-another-title', true],
    [DEFAULT_BRANCH_PATTERN, '42', 'feat/task-421-x', false],
    [DEFAULT_BRANCH_PATTERN, '4', 'feat/task-42-x', false],
    [DEFAULT_BRANCH_PATTERN, 'PROJ-7', 'feat/task-PROJ-7-x', true],
    [DEFAULT_BRANCH_PATTERN, '4.', 'feat/task-42-x', false],
    ['{slug}-{id}', '42', 'another-title-42', true],
    ['{id}/{id}', '42', '42/42', false],
  ])('%s: is %s that of %s? %s', (pattern, id, branch, is) => {
    expect(isBranchOfTask(pattern, id, branch)).toBe(is)
  })

  test.each([
    [DEFAULT_BRANCH_PATTERN, 'feat/task-42-'],
    ['work/{id}', 'work/42'],
    ['{slug}-{id}', ''],
  ])('the branches of %s begin with %s', (pattern, stem) => {
    expect(branchStem(pattern, { id: '42', tag: 'feat' }, 'main')).toBe(stem)
  })
})
