import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createObjectWriter, toCommitObject } from '../../src/git/loose-object.ts'
import { createRepository } from '../support/repository.ts'

test.each(['sha1', 'sha256'] as const)(
  'objects of %s have the ids that git gives them, and git reads them',
  async (objectFormat) => {
    await using repo = await createRepository({ objectFormat })
    const parent = await repo.commit('first', { a: 'a' })
    const write = createObjectWriter(join(repo.dir, '.git'), objectFormat)
    for (const content of ['', 'text\n', 'ä\u0000€'.repeat(50_000)]) {
      const id = write('blob', content)
      expect(execFileSync('git', ['cat-file', 'blob', id], { cwd: repo.dir, encoding: 'utf8' })).toBe(content)
      expect(write('blob', content)).toBe(id)
    }
    const tree = await repo.git('rev-parse', 'HEAD^{tree}')
    const who = 'author <author@example.com> 946684800 +0000'
    for (const parents of [[], [parent]]) {
      const id = write('commit', toCommitObject({ tree, parents, who, message: 'synthetic\n\nTask: 1.1' }))
      expect(await repo.git('log', '-1', '--format=%an <%ae> %at %T %P|%B', id)).toBe(
        `author <author@example.com> 946684800 ${tree} ${parents.join(' ')}|synthetic\n\nTask: 1.1`,
      )
    }
    expect(await repo.git('fsck', '--strict', '--no-dangling')).toBe('')
  },
)
