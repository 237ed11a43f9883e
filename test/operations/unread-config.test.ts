/** Tests a configuration of the base that exists but is not read: its author gets a note. */
import { expect, test } from 'vitest'
import { createBranch, getSharedCache } from '../support/branch.ts'
import { SHOP } from '../support/shop.ts'

test('a verification says so', async () => {
  const text = 'version: 1\npolicy: { refactor: off }\n'
  await using branch = await createBranch({ ...SHOP, '.github/TDD-gate.yml': text }, { cacheDir: getSharedCache() })
  await branch.commit('docs: more', { 'README.md': 'More\n' })
  expect((await branch.verify()).notes.join('\n')).toContain('tdd-gate does not read it and uses the defaults')
})
