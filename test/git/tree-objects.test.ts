/** Trees that are read and composed without a process each, compared with what git lists and writes. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TreeEdit } from '../../src/core/evaluate/measurement-plan.ts'
import { openCatFile } from '../../src/git/cat-file.ts'
import { createObjectWriter } from '../../src/git/loose-object.ts'
import { openTreeObjects, type Trees } from '../../src/git/tree-objects.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'

const FILES = {
  a: 'a',
  'a-b': 'x',
  'a/b': null,
  'd/b': 'b',
  'd/c': 'c',
  'd/deep/er/x': 'x',
  'd.txt': 't',
  file: 'f',
  'run.sh': { executable: 'x' },
  link: { symlink: 'a' },
  'ä ö': 'u',
  'odd\nname': 'n',
} as const

interface World extends AsyncDisposable {
  readonly repo: TestRepository
  readonly base: string
  readonly blob: { readonly mode: string; readonly id: string }
  readonly trees: Trees
}

async function createWorld(objectFormat: 'sha1' | 'sha256' = 'sha1'): Promise<World> {
  const repo = await createRepository({ objectFormat })
  const { 'a/b': _, ...files } = FILES
  const base = await repo.commit('first', files)
  const gitDir = join(repo.dir, '.git')
  const catFile = openCatFile(gitDir, { env: { GIT_DIR: gitDir } })
  const trees = openTreeObjects(catFile.readObjects, createObjectWriter(gitDir, objectFormat), objectFormat)
  const blob = { mode: '100644', id: await repo.git('rev-parse', `${base}:a`) }
  const dispose = async () => {
    catFile.close()
    await repo[Symbol.asyncDispose]()
  }
  return { repo, base, blob, trees, [Symbol.asyncDispose]: dispose }
}

test.each(['sha1', 'sha256'] as const)('every path of a tree is listed as git lists it: %s', async (format) => {
  await using world = await createWorld(format)
  const raw = await world.repo.git('ls-tree', '-r', '-z', world.base)
  const expected = raw.split('\0').filter((line) => line !== '')
  const listed = [...(await world.trees.list(world.base))]
  expect(
    listed.map(([path, { mode, id }]) => `${mode} ${mode === '160000' ? 'commit' : 'blob'} ${id}\t${path}`),
  ).toEqual(expected)
})

type Edits = readonly (readonly [path: string, isAdded: boolean])[]

test.each<readonly [title: string, edits: Edits]>([
  ['nothing', []],
  ['a new file in a new folder', [['new/folder/file', true]]],
  ['a changed file, deep', [['d/deep/er/x', true]]],
  ['a removed folder', [['d/deep/er/x', false]]],
  ['a file where a folder was', [['d/deep', true]]],
  ['a folder where a file was', [['file/inner', true]]],
  [
    'names that sort differently as files and folders',
    [
      ['a', false],
      ['a/b', true],
      ['a.c', true],
      ['d', true],
    ],
  ],
  [
    'what was never there',
    [
      ['never', false],
      ['never/more', false],
      ['file/x', false],
    ],
  ],
  ['a folder that is named as a file', [['d', false]]],
])('a tree is composed as git composes it: %s', async (_, edits) => {
  await using world = await createWorld()
  const { repo, base, blob, trees } = world
  const wanted: TreeEdit[] = edits.map(([path, isAdded]) => ({ path, blob: isAdded ? blob : null }))
  const composed = await trees.compose(base, wanted)
  await repo.git('read-tree', base)
  const ordered = [...edits].sort(([, one], [, other]) => Number(one) - Number(other))
  for (const [path, isAdded] of ordered)
    if (isAdded) await repo.git('update-index', '--add', '--replace', '--cacheinfo', `${blob.mode},${blob.id},${path}`)
    else await repo.git('update-index', '--force-remove', path)
  expect(composed).toBe(await repo.git('write-tree'))
  expect([...(await trees.list(composed ?? '')).keys()].join('\n')).toBe(
    (await repo.git('ls-tree', '-r', '-z', '--name-only', composed ?? '')).split('\0').filter(Boolean).join('\n'),
  )
  expect(await repo.git('fsck', '--strict', '--no-dangling')).toBe('')
})

test.each([
  '../escape',
  '.git/config',
  'a/../../b',
  '/etc/x',
  '.GIT/config',
  'git~1',
  'a//b',
  'b\\c',
  '.g\u200cit/x',
  '',
])('git itself decides about the path %j', async (path) => {
  await using world = await createWorld()
  expect(await world.trees.compose(world.base, [{ path, blob: world.blob }])).toBeNull()
})

test('a tree in which each folder stands twice, level by level, is refused before it is listed', async () => {
  await using world = await createWorld()
  const write = createObjectWriter(join(world.repo.dir, '.git'), 'sha1')
  const twice = (mode: string, id: string) => {
    const entry = (name: string) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])
    return write('tree', Buffer.concat([entry('a'), entry('b')]))
  }
  let tree = twice('100644', world.blob.id)
  for (let level = 0; level < 40; level += 1) tree = twice('40000', tree)
  await expect(world.trees.list(tree)).rejects.toMatchObject({ code: 'limit-exceeded' })
})
