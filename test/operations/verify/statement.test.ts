/** `verify --in-toto` states the verdict about objects that everyone with a clone has. */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createBranch } from '../../support/branch.ts'
import { LOOSE_DISCOUNT, SHOP_ONCE } from '../../support/shop.ts'

test('its subjects are the head and its tree, as `git cat-file` prints them', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(LOOSE_DISCOUNT.tests)
  const head = await branch.green(LOOSE_DISCOUNT.code)
  const { statement } = await branch.verify({ inToto: true })
  const tree = await branch.repo.git('rev-parse', `${head}^{tree}`)
  const digest = (...object: readonly string[]) =>
    createHash('sha256')
      .update(execFileSync('git', ['cat-file', ...object], { cwd: branch.repo.dir }))
      .digest('hex')
  expect(statement?.subject).toEqual([
    { name: 'commit', digest: { gitCommit: head, sha256: digest('commit', head) } },
    { name: 'tree', digest: { gitTree: tree, sha256: digest('tree', tree) } },
  ])
  expect(statement?.predicate).toMatchObject({
    conclusion: 'success',
    level: 'self-published',
    policy: { digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    commits: [{ phase: 'red' }, { phase: 'green', digest: { gitCommit: head }, tests: { failed: 0 } }],
  })
})

test('it says where no trial was made', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.commit('docs: why', { 'README.md': 'Why.\n' })
  expect((await branch.verify({ inToto: true, fast: true })).statement?.predicate).toMatchObject({
    withoutTrials: true,
  })
})
