import { chmod, mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
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

test('what is staged is the pending commit, as it is staged; the rest is left out, unless everything is wanted', async () => {
  await using repo = await createRepository()
  const base = { 'a.js': '1\n2\n3\n', 'b.js': 'b\n', 'old.js': 'old\n', 'run.sh': '#!/bin/sh\n' }
  const before = await repo.commit('base', base)
  await repo.write({ 'a.js': 'one\n2\n3\n' })
  await chmod(join(repo.dir, 'run.sh'), 0o755)
  await repo.git('add', 'a.js', 'run.sh')
  await repo.git('mv', 'old.js', 'new.js')
  await mkdir(join(repo.dir, 'module'))
  await repo.git('update-index', '--add', '--cacheinfo', `160000,${before},module`)
  await repo.write({ 'a.js': 'one\n2\nthree\n', 'b.js': null, 'later.js': 'later\n', 'untracked.js': 'x\n' })
  await repo.git('add', '--intent-to-add', 'later.js')
  const repository = await openRepository(repo.dir)
  const staged = await repo.git('write-tree')
  await using pending = await openPending(repository, 'staged\n')
  expect(pending).toMatchObject({ tree: staged, isStaged: true, isEmpty: false })
  expect(pending.leftOut).toEqual(['a.js', 'b.js', 'later.js', 'untracked.js'])
  const changes = await pending.repository.git(['diff-tree', '-r', '--name-status', before, pending.head])
  expect(changes.toString()).toBe('M\ta.js\nA\tmodule\nA\tnew.js\nD\told.js\nM\trun.sh\n')
  await using all = await openPending(repository, 'all\n', { takesAll: true })
  expect(all).toMatchObject({ isStaged: false, leftOut: [] })
  expect((await all.repository.git(['diff-tree', '-r', '--name-only', staged, all.head])).toString()).toBe(
    'a.js\nb.js\nlater.js\nuntracked.js\n',
  )
})

test('a file that is only announced to git is not staged: the pending commit holds everything', async () => {
  await using repo = await createRepository()
  const before = await repo.commit('base', { 'a.js': 'a\n' })
  await repo.write({ 'a.js': 'b\n', 'later.js': 'later\n' })
  await repo.git('add', '--intent-to-add', 'later.js')
  await using pending = await openPending(await openRepository(repo.dir), 'working tree\n')
  expect(pending).toMatchObject({ isStaged: false, leftOut: [] })
  const changes = await pending.repository.git(['diff-tree', '-r', '--name-only', before, pending.head])
  expect(changes.toString()).toBe('a.js\nlater.js\n')
})

test('an edit of the same length, in the second in which git wrote the index, is in the pending commit', async () => {
  await using repo = await createRepository()
  const second = new Date('2026-01-01T00:00:00Z')
  const setTime = (path: string) => utimes(join(repo.dir, path), second, second)
  // In place: a new file has another number.
  const edit = (text: string) => writeFile(join(repo.dir, 'a.js'), text)
  await repo.git('config', 'core.trustctime', 'false')
  await edit('1\n')
  await setTime('a.js')
  await repo.git('add', 'a.js')
  await repo.git('commit', '-qm', 'base')
  await edit('2\n')
  await setTime('a.js')
  await setTime('.git/index')
  await using pending = await openPending(await openRepository(repo.dir), 'working tree\n')
  expect((await pending.repository.git(['show', `${pending.head}:a.js`])).toString()).toBe('2\n')
})

test('a conflict that a stash left behind is refused, because its marks would be committed', async () => {
  await using repo = await createRepository()
  await repo.commit('base', { 'a.js': 'a\n' })
  await repo.write({ 'a.js': 'b\n' })
  await repo.git('stash')
  await repo.commit('other', { 'a.js': 'c\n' })
  await repo.git('stash', 'pop').catch((error) => expect(String(error)).toContain('git stash pop'))
  const opening = openPending(await openRepository(repo.dir), 'working tree\n')
  await expect(opening).rejects.toMatchObject({ code: 'merge-in-progress' })
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
