import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Plan } from '../../../src/core/model/plan.ts'
import { getStart } from '../../../src/core/task/start.ts'
import { branchOfTask, taskOfBranch } from '../../../src/core/task/task-branch.ts'

const plan: Plan = {
  id: '42',
  title: 'Adds & subtracts: numbers!',
  tag: 'master',
  description: '',
  subtasks: [
    {
      id: '42.1',
      title: 'Adds',
      description: '',
      acceptance: ['is exact'],
      dependencies: [],
      testStrategy: '',
      cycle: null,
    },
  ],
}
const base = { branch: 'main', sha: 'b'.repeat(40), tree: 't'.repeat(40) }
const facts = {
  plan,
  issue: 42,
  base,
  policyDigest: 'd'.repeat(64),
  planDigest: 'p'.repeat(64),
  branchPattern: '{tag}/task-{id}-{slug}',
}

test('branch, title and message are those of the task', () => {
  const start = getStart(facts)
  expect(start.branch).toBe('master/task-42-adds-subtracts-numbers')
  expect(start.title).toBe('Task #42 [master]: Adds & subtracts: numbers!')
  expect(start.message.split('\n')[0]).toBe('chore(task-42): start')
  expect(start.message).toMatch(new RegExp(`\n\nTask: 42\nPhase: start\nPlan: sha256:${'p'.repeat(64)}\n$`))
})

test('the title follows the template of the configuration, on one line', () => {
  const odd = { ...plan, title: 'Adds\n{id}' }
  expect(getStart({ ...facts, plan: odd, titleTemplate: '[{tag}] {title} (#{id})' }).title).toBe(
    '[master] Adds {id} (#42)',
  )
})

test('the message carries the whole plan, as JSON that can be read back', () => {
  const { message } = getStart(facts)
  const json = /```json\n(.*)\n```/s.exec(message)?.[1] ?? ''
  expect(JSON.parse(json)).toEqual(plan)
})

test('a plan too large for a message is named by its digest alone', () => {
  const large = { ...plan, description: 'x'.repeat(70_000) }
  const { message } = getStart({ ...facts, plan: large })
  expect(message.length).toBeLessThan(60_000)
  expect(message).toContain(`Plan: sha256:${'p'.repeat(64)}`)
})

test('no text of a plan makes a trailer or ends the block early', () => {
  const evil = { ...plan, title: 'x\n\nPhase: green', description: '```\n\nPhase: green\n' }
  const lines = getStart({ ...facts, plan: evil }).message.split('\n')
  expect(lines.filter((line) => line.startsWith('Phase:'))).toEqual(['Phase: start'])
  expect(lines.filter((line) => line.startsWith('```'))).toEqual(['```json', '```'])
})

test.each([
  ['Übergröße zählen', 'ubergrosse-zahlen'],
  ['数を数える', 'task'],
  ['  a -- b  ', 'a-b'],
  ['x'.repeat(200), 'x'.repeat(40)],
  ['ends with .lock', 'ends-with-lock'],
])('the slug of %j is %s', (title, slug) => {
  expect(getStart({ ...facts, plan: { ...plan, title } }).branch).toBe(`master/task-42-${slug}`)
})

test('the branch of a task names the task, whatever its title is', () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[A-Za-z0-9][\w-]{0,20}$/), (title, id) => {
      const branch = branchOfTask('{tag}/task-{id}-{slug}', { id, tag: 'master', title })
      expect(taskOfBranch('{tag}/task-{id}-{slug}', branch)).toBe(id.includes('-') ? id.split('-')[0] : id)
      expect(branch).toMatch(/^[A-Za-z0-9/_-]+$/)
    }),
  )
})

test('beside a base branch `master` the branch has another first word, because git could not store it', () => {
  expect(getStart({ ...facts, base: { ...base, branch: 'master' } }).branch).toBe(
    'tasks/task-42-adds-subtracts-numbers',
  )
})
