import { expect, test } from 'vitest'
import type { TaskRuleLevels } from '../../src/core/model/task-rule.ts'
import { parseTask } from '../../src/tasks/parse-plan.ts'

const VAGUE = {
  yaml: {
    id: '7',
    title: 'Cart',
    subtasks: [{ id: '7.1', title: 'Adds', acceptance: ['Comprehensive tests'], cycle: { tests: 2, names: ['adds'] } }],
  },
  TaskMaster: {
    tasks: [{ id: 7, title: 'Cart', subtasks: [{ id: 1, title: 'Adds', testStrategy: 'thorough tests' }] }],
  },
}
const parse = (document: object, rules: TaskRuleLevels = {}) =>
  parseTask(JSON.stringify(document, null, 1), { id: '7', file: 'task.json', rules })

test('a word that counts nothing is a warning with its place in a document of our own', () => {
  expect(parse(VAGUE.yaml).warnings).toEqual([
    expect.stringMatching(/^task\.json:\d+:\d+ words-are-exact: `Comprehensive` counts nothing\. Write how many/),
    expect.stringMatching(/^task\.json:\d+:\d+ counts-agree: the cycle counts 2 tests, but names 1\. /),
  ])
})

test('a word that counts nothing is a warning in a list of Task Master', () => {
  expect(parse(VAGUE.TaskMaster).warnings).toEqual([expect.stringContaining('`thorough` counts nothing')])
})

test('the configuration makes it an error, or turns it off', () => {
  expect(() => parse(VAGUE.TaskMaster, { 'words-are-exact': 'error' })).toThrow('`thorough` counts nothing')
  expect(parse(VAGUE.TaskMaster, { 'words-are-exact': 'off' }).warnings).toEqual([])
})
