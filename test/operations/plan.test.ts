import { expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../../src/config/parse.ts'
import { resolveRange } from '../../src/measure/range.ts'
import { openRepository } from '../../src/measure/repository.ts'
import { readPlan } from '../../src/operations/plan.ts'
import { createRepository } from '../support/repository.ts'

const TWO = 'id: 42\ntitle: Cart\nsubtasks:\n  - { id: 42.1, title: adds }\n  - { id: 42.2, title: removes }\n'
const ONE = 'id: 42\ntitle: Cart\nsubtasks:\n  - { id: 42.1, title: adds }\n'

async function onBranch() {
  const repo = await createRepository()
  await repo.commit('base', { 'docs/42.yml': TWO })
  await repo.branch('work')
  await repo.commit('docs: less to do', { 'docs/42.yml': ONE, 'docs/43.yml': ONE })
  const repository = await openRepository(repo.dir)
  const range = await resolveRange(repository, { base: 'main' })
  const read = (task: string) => readPlan(repository, range, DEFAULT_CONFIG, { task, isTaskOfBase: true })
  return { repo, read }
}

test('a job reads the plan from the base: a branch cannot take subtasks out of it', async () => {
  const { repo, read } = await onBranch()
  await using _ = repo
  const { plan } = await read('docs/42.yml')
  expect(plan?.subtasks.map(({ id }) => id)).toEqual(['42.1', '42.2'])
})

test.each([
  ['a document of the branch only', 'docs/43.yml'],
  ['a file of the machine', '/etc/passwd.yml'],
  ['a path out of the tree', '../42.yml'],
  ['a task that nobody knows', '99'],
])('%s is no plan', async (_, task) => {
  const { repo, read } = await onBranch()
  await using _repo = repo
  await expect(read(task)).rejects.toMatchObject({
    code: 'bad-plan',
    suggestion: expect.stringContaining('tasks.path'),
  })
})
