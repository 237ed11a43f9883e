import { describe, expect, test } from 'vitest'
import { createRepository } from './repository.ts'

describe('a repository built for tests', () => {
  test('has the same SHAs every time', async () => {
    await using one = await createRepository()
    await using two = await createRepository()
    const files = {
      'a.txt': 'a',
      run: { executable: 'x' },
      link: { symlink: 'a.txt' },
      sub: { submodule: '1'.repeat(40) },
    }
    expect(await one.commit('first', files)).toBe(await two.commit('first', files))
    expect((await one.git('ls-tree', '-r', 'HEAD')).split('\n').map((line) => line.slice(0, 6))).toEqual([
      '100644',
      '120000',
      '100755',
      '160000',
    ])
  })

  test('merges, and lets a merge hold more than both sides did', async () => {
    await using repo = await createRepository()
    await repo.commit('base', { a: '1' })
    await repo.branch('topic')
    await repo.commit('topic', { b: '2' })
    await repo.checkout('main')
    await repo.commit('main moves', { a: '3' })
    await repo.checkout('topic')
    await repo.merge('main', { files: { evil: 'x', b: null } })
    expect(await repo.git('ls-tree', '--name-only', 'HEAD')).toBe('a\nevil')
    expect((await repo.git('rev-list', '--parents', '-n1', 'HEAD')).split(' ')).toHaveLength(3)
  })
})
