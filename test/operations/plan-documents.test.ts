import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { statusOperation } from '../../src/operations/catalog/next.ts'
import { planDocuments } from '../../src/operations/plan-documents.ts'
import { getSharedFolder } from '../support/folder.ts'
import { KEPT } from '../support/kept-runs.ts'
import { createRepository } from '../support/repository.ts'
import { SHOP } from '../support/shop.ts'

test('the documents of a plan are written, and a check names those that are out of date', async () => {
  await using repo = await createRepository()
  await repo.commit('base', { ...SHOP, 'task.yml': 'id: 7\ntitle: Tax\nsubtasks: [{ id: 7.1, title: A fifth }]\n' })
  const task = join(repo.dir, 'task.yml')
  const run = (isWritten: boolean) =>
    planDocuments({ repo: repo.dir, task, cacheDir: getSharedFolder({}), isWritten }, KEPT)
  const both = ['IMPL_PLAN.md', 'TODO_LIST.md']
  expect(await run(false)).toEqual({ stale: both, written: [] })
  expect(await run(true)).toEqual({ stale: both, written: both })
  expect(await run(false)).toEqual({ stale: [], written: [] })
  expect(readFileSync(join(repo.dir, 'TODO_LIST.md'), 'utf8')).toContain('- [ ] **`7.1`** A fifth (RED, GREEN)\n')
  const getNotes = async () => {
    const { json } = await statusOperation.run({ repo: repo.dir, task, cacheDir: getSharedFolder({}) }, KEPT)
    return (json as { notes: readonly string[] }).notes.filter((note) => note.includes('out of date'))
  }
  expect(await getNotes()).toEqual([])
  const list = join(repo.dir, 'TODO_LIST.md')
  writeFileSync(list, readFileSync(list, 'utf8').replace('- [ ]', '- [x]'))
  expect(await getNotes()).toEqual(['TODO_LIST.md is out of date: tdd-gate plan --write'])
  writeFileSync(list, 'Milk, eggs\n')
  expect(await getNotes()).toEqual([])
  for (const isWritten of [true, false])
    await expect(run(isWritten)).rejects.toMatchObject({
      code: 'file-exists',
      suggestion: { commands: ['mv TODO_LIST.md TODO_LIST.old.md'] },
    })
  expect(readFileSync(list, 'utf8')).toBe('Milk, eggs\n')
  rmSync(list)
  symlinkSync('task.yml', list)
  await expect(run(true)).rejects.toMatchObject({
    code: 'file-exists',
    message: expect.stringMatching(/TODO_LIST\.md is a link; tdd-gate does not write through links\.$/),
  })
  rmSync(list)
  await run(true)
  rmSync(join(repo.dir, 'IMPL_PLAN.md'))
  expect(await run(false)).toEqual({ stale: ['IMPL_PLAN.md'], written: [] })
})
