/** Which edits of test files are marked as nothing but layout. */
import { expect, test } from 'vitest'
import { openSession } from '../../src/operations/verify/session.ts'
import { createBranch } from '../support/branch.ts'
import { SHOP } from '../support/shop.ts'

test('a comment of a test is layout; a line of a file that a test reads, and code behind a line end of its language, is not', async () => {
  const cart = String(SHOP['test/cart.test.js'])
  await using branch = await createBranch({ ...SHOP, 'test/expected.py': '# 90\n', 'test/tax.test.js': cart })
  await branch.commit('docs: comments', {
    'test/cart.test.js': `// The cart.\n${cart}`,
    'test/tax.test.js': `// The tax.\u2028process.exit()\n${cart}`,
    'test/expected.py': '# 70\n',
  })
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  await using session = await openSession({ repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }, hooks)
  const changes = session.subjects.flatMap((commit) => commit.changes)
  expect(changes.map(({ path, edit = null }) => [path, edit])).toEqual([
    ['test/cart.test.js', 'layout'],
    ['test/expected.py', null],
    ['test/tax.test.js', null],
  ])
})
