import { describe, expect, test } from 'vitest'
import { getContents, getInfos, getTree, openCatFile } from '../../src/git/cat-file.ts'
import { countGit } from '../support/counted-git.ts'
import { createRepository } from '../support/repository.ts'

async function open() {
  const repo = await createRepository()
  const sha = await repo.commit('first', { a: 'one\n', 'b.bin': new Uint8Array([0, 10, 255]), empty: '' })
  const ids = (await repo.git('rev-parse', 'HEAD:a', 'HEAD:b.bin', 'HEAD:empty')).split('\n')
  const catFile = openCatFile(repo.dir, {})
  const dispose = async () => {
    catFile.close()
    await repo[Symbol.asyncDispose]()
  }
  return { repo, sha, ids, ...catFile, [Symbol.asyncDispose]: dispose }
}

describe('one process answers for many objects', () => {
  test('one process returns sizes and bytes of objects in the order of their names', async () => {
    await using world = await open()
    const [a = '', b = '', empty = ''] = world.ids
    const tree = await world.repo.git('rev-parse', 'HEAD^{tree}')
    const gits = countGit()
    expect(await getInfos(world.readObjects, [empty, a, 'no-such-name', b])).toEqual([
      { id: empty, type: 'blob', size: 0 },
      { id: a, type: 'blob', size: 4 },
      null,
      { id: b, type: 'blob', size: 3 },
    ])
    const contents = await getContents(world.readObjects, [b, '0'.repeat(40), a, empty])
    expect(contents.map((content) => content && [...content])).toEqual([[0, 10, 255], null, [111, 110, 101, 10], []])
    expect(await getTree(world.readObjects, world.sha)).toBe(tree)
    expect(gits()).toBe(1)
  })

  test('one process also answers several questions at once', async () => {
    await using world = await open()
    const [a = '', b = ''] = world.ids
    const answers = await Promise.all([a, b, a, b].map((id) => getContents(world.readObjects, [id])))
    expect(answers.map(([content]) => content?.length)).toEqual([4, 3, 4, 3])
  })

  test('one process returns objects that were written after it started', async () => {
    await using world = await open()
    expect(await getInfos(world.readObjects, world.ids)).not.toContain(null)
    await world.repo.commit('second', { later: 'later' })
    const later = await world.repo.git('rev-parse', 'HEAD:later')
    expect(await getContents(world.readObjects, [later])).toEqual([Buffer.from('later')])
  })

  test('one process returns an object that is larger than a pipe', async () => {
    await using world = await open()
    await world.repo.commit('large', { large: 'x'.repeat(3_000_000) })
    const id = await world.repo.git('rev-parse', 'HEAD:large')
    const contents = await getContents(
      world.readObjects,
      Array.from({ length: 20 }, () => id),
    )
    expect(contents.map((content) => content?.length)).toEqual(Array.from({ length: 20 }, () => 3_000_000))
  })
})

test('a git that fails says why, and the next question starts another one', async () => {
  await using world = await open()
  await expect(world.readObjects('no-such-command x\n')).rejects.toMatchObject({ code: 'git-failed' })
  expect(await getContents(world.readObjects, world.ids.slice(0, 1))).toEqual([Buffer.from('one\n')])
  world.close()
  expect(await getContents(world.readObjects, world.ids.slice(0, 1))).toEqual([Buffer.from('one\n')])
})

test('a tree that is not there is an error', async () => {
  await using world = await open()
  await expect(getTree(world.readObjects, 'f'.repeat(40))).rejects.toMatchObject({ code: 'git-failed' })
})
