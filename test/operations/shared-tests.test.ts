/** Tests that stand in a shared file: a RED that changes only that file runs the test files that use it. */
import { describe, expect, test } from 'vitest'
import { entriesUsing } from '../../src/changes/test-users.ts'
import { createBranch } from '../support/branch.ts'
import { SHOP } from '../support/shop.ts'

const contract = (more = '') =>
  `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nexport function contract(name, make) {\n  test(\`\${name} keeps\`, () => {\n    assert.equal(make().get(), 1)\n  })\n${more}}\n`
const STRICTER = contract('  test(`${name} forgets`, () => {\n    assert.equal(make().forget(), 0)\n  })\n')
const user = (name: string) =>
  `import { ${name} } from '../src/${name}.js'\nimport { contract } from './support/contract.js'\n\ncontract('${name}', ${name})\n`
const BASE = {
  ...SHOP,
  'package.json':
    '{ "name": "shop", "type": "module", "scripts": { "test": "node --test \\"test/**/*.test.js\\"" } }\n',
  'src/memory.js': 'export const memory = () => ({ get: () => 1 })\n',
  'src/disk.js': 'export const disk = () => ({ get: () => 1 })\n',
  'test/support/contract.js': contract(),
  'test/memory.test.js': user('memory'),
  'test/disk.test.js': user('disk'),
}
const forgets = (name: string) => `export const ${name} = () => ({ get: () => 1, forget: () => 0 })\n`

test('a RED that changes only the shared tests, and its GREEN, are accepted', async () => {
  await using branch = await createBranch(BASE)
  await branch.red({ 'test/support/contract.js': STRICTER })
  await branch.green({ 'src/memory.js': forgets('memory'), 'src/disk.js': forgets('disk') })
  const { verdicts } = await branch.verify()
  expect(verdicts).toEqual(['red accepted', 'green accepted'])
})

test('a GREEN that serves one user of the shared tests is not finished', async () => {
  await using branch = await createBranch(BASE)
  await branch.red({ 'test/support/contract.js': STRICTER })
  await branch.green({ 'src/memory.js': forgets('memory') })
  const { verdicts } = await branch.verify()
  expect(verdicts[1]).toContain('green-passes-drivers')
})

describe('test files that use a shared one', () => {
  const code = {
    files: [
      { path: 'test/a.test.js', text: "import './support/all.js'" },
      { path: 'test/b.test.js', text: "import './support/contract.js'" },
      { path: 'test/c.test.js', text: "test('c', f)" },
      { path: 'test/support/all.js', text: "export * from './contract.js'" },
      { path: 'test/support/contract.js', text: 'export function contract() {}' },
    ],
  }
  test('are those that no other test file uses', () => {
    expect(entriesUsing(code, ['test/support/contract.js'])).toEqual(['test/a.test.js', 'test/b.test.js'])
  })
  test('are none where nothing uses it', () => {
    expect(entriesUsing(code, ['test/c.test.js'])).toEqual([])
  })
})
