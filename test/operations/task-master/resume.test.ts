import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../../src/operations/index.ts'
import { decideLocally } from '../../../src/operations/people.ts'
import { beginTask } from '../../../src/operations/start.ts'
import { withKnownKeys } from '../../../src/operations/task-master/call.ts'
import { withResume } from '../../../src/operations/task-master/resume.ts'
import { getSharedCache } from '../../support/branch.ts'
import { KEPT } from '../../support/kept-runs.ts'
import { createRepository, type TestRepository } from '../../support/repository.ts'
import { SHOP } from '../../support/shop.ts'

const cacheDir = getSharedCache()
const PLAN = 'id: 7\ntitle: Prices\nsubtasks: [{ id: 7.1, title: A discount }]\n'

async function createTask(): Promise<TestRepository> {
  const repo = await createRepository()
  await repo.commit('base', { ...SHOP, 'task.yml': PLAN })
  await beginTask({ repo: repo.dir, task: join(repo.dir, 'task.yml'), cacheDir }, KEPT)
  return repo
}

const stop = ({ dir }: TestRepository, kind: 'pause' | 'abort', isProgram: boolean) =>
  decideLocally({ repo: dir, cacheDir, kind, args: ['lunch'], isProgram }, KEPT)

async function resume({ dir }: TestRepository, isProgram: boolean): Promise<object> {
  const definition = await OPERATIONS.find(({ name }) => name === 'next')?.load()
  if (definition === undefined) throw new Error('next')
  const input = definition.input.parse({ repo: dir, cacheDir })
  const hooks = isProgram ? { ...KEPT, isProgram } : KEPT
  return (await withKnownKeys('next', withResume(definition)).run(input, hooks)).json
}

const GOES_ON = { success: true, resumed: true, nextAction: 'generate_test', currentSubtask: { id: '7.1' } }
const WAITS = {
  success: false,
  resumed: false,
  nextAction: 'wait',
  error: expect.stringMatching(/^Paused by @.*: lunch$/),
}

test('to resume goes on with what was paused or ended, and answers with the next step', async () => {
  await using repo = await createTask()
  expect(await resume(repo, true)).toMatchObject(GOES_ON)
  await stop(repo, 'pause', true)
  expect(await resume(repo, true)).toMatchObject(GOES_ON)
  await stop(repo, 'abort', false)
  expect(await resume(repo, false)).toMatchObject(GOES_ON)
})

test('a program cannot resume what a person paused: the next step says who can', async () => {
  await using repo = await createTask()
  await stop(repo, 'pause', false)
  expect(await resume(repo, true)).toMatchObject(WAITS)
  expect(await resume(repo, false)).toMatchObject(GOES_ON)
})
