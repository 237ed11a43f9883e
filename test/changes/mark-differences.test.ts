/** Commits that claim to change no behaviour, and what reviewers see of their code. */
import { symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { SHOP_ONCE } from '../support/shop.ts'

const USES = "import { allowed } from './auth.js'\nimport { total } from './cart.js'\n"
const SHOP = {
  ...SHOP_ONCE,
  'src/auth.js': 'export const allowed = (user) => user.age >= 18\n',
  'src/auth-dev.js': 'export const allowed = () => true\n',
  'src/app.js': `${USES}\nexport const pay = (user, items) => allowed(user) && total(items)\n`,
}
const ORDERED = `${USES.split('\n').toSorted().join('\n').trim()}\n\nexport const pay = (user, items) => allowed(user) && total(items);\n`

test('a commit without a trailer is believed for its subject only where its code is the same', async () => {
  await using branch = await createBranch(SHOP)
  await branch.commit('chore: sort imports', { 'src/app.js': ORDERED })
  await branch.commit('style: format', {
    'src/auth.js': null,
    'src/lib/auth.js': SHOP['src/auth.js'],
    'src/app.js': ORDERED.replace('./auth', './lib/auth'),
  })
  await branch.commit('chore: sort imports', { 'src/app.js': ORDERED.replace('./auth', './auth-dev') })
  await branch.commit('refactor: tidy', { 'src/lib/auth.js': SHOP['src/auth.js'].replace('>= 18', '> 8') })
  const { decision, conclusion } = await branch.verify()
  expect(conclusion).toBe('success')
  const shown = ['subject-is-true', 'replacement-is-shown']
  const own = decision.commits.map(({ findings }) => findings.filter(({ rule }) => shown.includes(rule)))
  expect(own.map((findings) => findings.map(({ message }) => message))).toEqual([
    [],
    [],
    ['The subject says `chore`, and code differs: src/app.js:1 (src/lib/auth became src/auth-dev)'],
    ['A commit that should keep behaviour replaces: src/lib/auth.js:1 (>= 18 became > 8)'],
  ])
})

test('a symbolic link of the code that leads elsewhere is shown', async () => {
  await using branch = await createBranch({ ...SHOP, 'src/a.json': '{ "max": 10 }\n', 'src/b.json': '{ "max": 99 }\n' })
  await symlink('a.json', join(branch.repo.dir, 'src/limits.json'))
  await branch.commit('chore: a link')
  await unlink(join(branch.repo.dir, 'src/limits.json'))
  await symlink('b.json', join(branch.repo.dir, 'src/limits.json'))
  await branch.commit('refactor: tidy')
  const { decision } = await branch.verify()
  const own = decision.commits[1]?.findings.filter(({ rule }) => rule === 'replacement-is-shown')
  expect(own?.map(({ message }) => message)).toEqual([
    'A commit that should keep behaviour replaces: src/limits.json:1 (a.json became b.json)',
  ])
})

test('a REFACTOR that loses a copy, an operand of a condition or the error of a handler is shown', async () => {
  const code = (copy: string, condition: string) =>
    `export const rows = (all, user) => {\n  if (${condition}) return null\n  const own = ${copy}\n  return own\n}\n`
  await using branch = await createBranch({ ...SHOP, 'src/rows.js': code('[...all]', '!user || user.off') })
  await branch.refactor({ 'src/rows.js': code('all', '!user') })
  const { decision } = await branch.verify()
  const own = decision.commits[0]?.findings.filter(({ rule }) => rule === 'replacement-is-shown')
  expect(own?.map(({ message }) => message)).toEqual([
    'A commit that should keep behaviour replaces: src/rows.js:2 (!user || user.off became !user), src/rows.js:3 ([...all] became all)',
  ])
})
