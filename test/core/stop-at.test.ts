/** The commands that lead to an earlier commit and back, as an agent runs them: in a shell, without an editor. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { stopAt } from '../../src/core/rules/text.ts'
import { createRepository } from '../support/repository.ts'

test.each<[string, readonly (readonly [string, string])[]]>([
  ['as git is', []],
  [
    'with unusable editors',
    [
      ['sequence.editor', 'false'],
      ['core.editor', 'false'],
    ],
  ],
  [
    'with short words and ids, merges kept',
    [
      ['rebase.abbreviateCommands', 'true'],
      ['core.abbrev', '4'],
      ['rebase.rebaseMerges', 'true'],
    ],
  ],
])('a commit before the head is fixed, and the later ones stay, %s', async (_, settings) => {
  await using repo = await createRepository()
  await repo.commit('base', { 'a.txt': 'a' })
  const bad = await repo.commit('bad', { 'b.txt': 'bad' })
  await repo.commit('later', { 'c.txt': 'c' })
  for (const [name, value] of settings) await repo.git('config', name, value)
  const env = { ...process.env, HOME: repo.dir, GIT_SEQUENCE_EDITOR: 'false', GIT_EDITOR: 'false', EDITOR: 'false' }
  const person = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b.c',
  }
  const shell = (command: string) =>
    execFileSync('sh', ['-c', command], { cwd: repo.dir, env: { ...env, ...person }, stdio: 'pipe' })
  const { stop, goOn } = stopAt(bad)

  shell(stop)
  expect(await repo.git('rev-parse', 'HEAD')).toBe(bad)
  await repo.write({ 'b.txt': 'good' })
  shell('git commit -q -a --amend --no-edit')
  shell(goOn)

  expect(await repo.git('log', '--format=%s')).toBe('later\nbad\nbase')
  expect(await repo.git('show', 'HEAD~1:b.txt')).toBe('good')
  expect(await repo.git('status', '--porcelain')).toBe('')
})

test('the first commit of all is reached and left in the same way', async () => {
  await using repo = await createRepository()
  const first = await repo.commit('first', { 'a.txt': 'bad' })
  await repo.commit('later', { 'b.txt': 'b' })
  const shell = (command: string) => execFileSync('sh', ['-c', command], { cwd: repo.dir, stdio: 'pipe' })
  await repo.git('config', 'user.name', 'A')
  await repo.git('config', 'user.email', 'a@b.c')
  const { stop, goOn } = stopAt(first, true)

  shell(stop)
  expect(await repo.git('rev-parse', 'HEAD')).toBe(first)
  await repo.write({ 'a.txt': 'good' })
  shell('git commit -q -a --amend --no-edit')
  shell(goOn)

  expect(await repo.git('log', '--format=%s')).toBe('later\nfirst')
  expect(await repo.git('show', 'HEAD~1:a.txt')).toBe('good')
})
