import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planDocuments } from '../../src/operations/plan-documents.ts'
import { getSharedFolder } from '../support/folder.ts'
import { createRepository } from '../support/repository.ts'
import { SHOP } from '../support/shop.ts'

const HOOKS = { onProgress: () => undefined, signal: new AbortController().signal }

test('the documents of a plan are written, and a check names those that are out of date', async () => {
  await using repo = await createRepository()
  await repo.commit('base', { ...SHOP, 'task.yml': 'id: 7\ntitle: Tax\nsubtasks: [{ id: 7.1, title: A fifth }]\n' })
  const task = join(repo.dir, 'task.yml')
  const run = (isWritten: boolean) =>
    planDocuments({ repo: repo.dir, task, cacheDir: getSharedFolder({}), isWritten }, HOOKS)
  const both = ['IMPL_PLAN.md', 'TODO_LIST.md']
  expect(await run(false)).toEqual({ stale: both, written: [] })
  expect(await run(true)).toEqual({ stale: both, written: both })
  expect(await run(false)).toEqual({ stale: [], written: [] })
  expect(readFileSync(join(repo.dir, 'TODO_LIST.md'), 'utf8')).toContain('- [ ] **`7.1`** A fifth (RED, GREEN)\n')
  rmSync(join(repo.dir, 'IMPL_PLAN.md'))
  expect(await run(false)).toEqual({ stale: ['IMPL_PLAN.md'], written: [] })
})
