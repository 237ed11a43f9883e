import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPending } from '../../src/git/pending.ts'
import { openRepository } from '../../src/git/repository.ts'
import { createRepository } from '../support/repository.ts'

test('the pending commit holds changed, new, executable and removed files, and leaves index and objects as they were', async () => {
  await using repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  const before = await repo.commit('base', { 'a.js': 'a\n', 'gone.js': 'gone\n', '.gitignore': 'ignored\n' })
  await repo.write({ 'a.js': 'b\n', 'gone.js': null, 'run.sh': '#!/bin/sh\n', ignored: 'x\n' })
  await chmod(join(repo.dir, 'run.sh'), 0o755)
  const state = async () => [
    await repo.git('count-objects', '-v'),
    (await readFile(join(repo.dir, '.git/index'))).toString('base64'),
  ]
  const untouched = await state()
  await using pending = await openPending(await openRepository(repo.dir), 'working tree\n')
  const { repository, head } = pending
  const changes = await repository.git(['diff-tree', '-r', '--name-status', before, head])
  expect(changes.toString()).toBe('M\ta.js\nD\tgone.js\nA\trun.sh\n')
  expect((await repository.git(['ls-tree', head, 'run.sh'])).toString()).toContain('100755')
  expect(pending.isEmpty).toBe(false)
  expect(await state()).toEqual(untouched)
})

test('a merge with conflicts is refused, because its marks would be committed', async () => {
  await using repo = await createRepository()
  await repo.commit('base', { 'a.js': 'a\n' })
  await repo.branch('work')
  await repo.commit('work', { 'a.js': 'b\n' })
  await repo.checkout('main')
  await repo.commit('main', { 'a.js': 'c\n' })
  await repo.git('merge', 'work').catch((error) => expect(String(error)).toContain('git merge work'))
  const opening = openPending(await openRepository(repo.dir), 'working tree\n')
  await expect(opening).rejects.toMatchObject({ code: 'merge-in-progress' })
})

test('a repository without a commit is refused with the command that makes the first one', async () => {
  await using repo = await createRepository()
  const opening = openPending(await openRepository(repo.dir), 'working tree\n')
  await expect(opening).rejects.toMatchObject({
    code: 'no-commits',
    suggestion: expect.objectContaining({ text: expect.stringContaining('git commit') }),
  })
})

test('a working tree that equals HEAD is empty', async () => {
  await using repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { 'a.js': 'a\n' })
  await using pending = await openPending(await openRepository(repo.dir), 'working tree\n')
  expect(pending.isEmpty).toBe(true)
})
