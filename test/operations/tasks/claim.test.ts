/** Several branches of one task: each subtask is claimed by one of them, and each is led through what it claimed. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findNextStep } from '../../../src/operations/next.ts'
import { beginTask } from '../../../src/operations/start.ts'
import { claimSubtask } from '../../../src/operations/tasks/claim.ts'
import { verify } from '../../../src/operations/verify/verify.ts'
import { getSharedCache } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { KEPT } from '../../support/kept-runs.ts'
import { createRepository, type TestRepository } from '../../support/repository.ts'
import { SHOP } from '../../support/shop.ts'

const PLAN = `id: 42
title: Discounts
subtasks:
  - { id: 42.1, title: Ten percent off }
  - { id: 42.2, title: Coupons }
`
const cacheDir = getSharedCache()

async function createTask(plan = PLAN): Promise<TestRepository> {
  const repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { ...SHOP, 'task.yml': plan })
  await beginTask({ repo: repo.dir, task: join(repo.dir, 'task.yml'), cacheDir }, KEPT)
  return repo
}

async function addWorktree({ git }: TestRepository, branch: string): Promise<string> {
  const dir = join(getFolder({}), branch)
  await git('worktree', 'add', '--quiet', '-b', branch, dir)
  return dir
}
const claimIn = (repo: string) => claimSubtask({ repo, base: 'main', cacheDir }, KEPT)
const ask = async (repo: string) => (await findNextStep({ repo, cacheDir }, KEPT)).decision

test('two worktrees that ask at once get two subtasks, and a third one names who has them', async () => {
  await using repo = await createTask()
  const [two, three] = [await addWorktree(repo, 'agent-2'), await addWorktree(repo, 'agent-3')]
  const claims = await Promise.all([claimIn(repo.dir), claimIn(two)])
  expect(claims.map(({ claimed }) => claimed?.id).toSorted()).toEqual(['42.1', '42.2'])
  const third = await claimIn(three)
  expect(third.claimed).toBeNull()
  expect(third.others.map(({ subtask }) => subtask).toSorted()).toEqual(['42.1', '42.2'])
  expect(third.others.map(({ branch }) => branch)).toContain('agent-2')
})

test('a branch that asks again keeps what it has', async () => {
  await using repo = await createTask()
  const two = await addWorktree(repo, 'agent-2')
  for (const _ of [1, 2]) expect((await claimIn(two)).claimed).toMatchObject({ id: '42.1' })
  expect((await claimIn(repo.dir)).claimed).toMatchObject({ id: '42.2' })
})

test('each branch is led through its own subtask, and only there the claims count', async () => {
  await using repo = await createTask()
  const two = await addWorktree(repo, 'agent-2')
  await claimIn(repo.dir)
  const unclaimed = await ask(two)
  expect(unclaimed.next).toBeNull()
  await claimIn(two)
  expect([(await ask(repo.dir)).next?.subtask, (await ask(two)).next?.subtask]).toEqual(['42.1', '42.2'])
  const { notes } = await findNextStep({ repo: two, cacheDir }, KEPT)
  expect(notes.join()).toMatch(/42\.1 is claimed by the branch \S*42\S*/)
  const judged = await verify({ repo: two, cacheDir, base: 'main' }, KEPT)
  expect(judged.decision.subtasks.map(({ status, skipped }) => [status, skipped])).toEqual([
    ['pending', undefined],
    ['pending', undefined],
  ])
})

test('the claim of a branch that is gone is free', async () => {
  await using repo = await createTask()
  const two = await addWorktree(repo, 'agent-2')
  await claimIn(two)
  await repo.git('worktree', 'remove', two)
  await repo.git('branch', '-D', 'agent-2')
  expect((await ask(repo.dir)).next?.subtask).toBe('42.1')
  expect((await claimIn(repo.dir)).claimed).toMatchObject({ id: '42.1' })
})

test('a subtask that waits for another one is claimed where that one is proved', async () => {
  await using repo = await createTask(PLAN.replace('Coupons', 'Coupons, dependencies: [42.1]'))
  const two = await addWorktree(repo, 'agent-2')
  await claimIn(repo.dir)
  expect((await claimIn(two)).claimed).toBeNull()
})

test('without a plan nothing can be claimed', async () => {
  await using repo = await createRepository()
  await repo.commit('base', SHOP)
  await repo.git('switch', '--quiet', '-c', 'free')
  await repo.commit('docs: a word', { 'README.md': 'a word\n' })
  await expect(claimIn(repo.dir)).rejects.toMatchObject({
    code: 'bad-usage',
    message: expect.stringContaining('no plan'),
  })
})
