/** Branches of added files, judged by a program of its own: nothing has loaded the grammar of their language before. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { getSharedFolder } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'
import { RED, SHOP_ONCE } from '../support/shop.ts'

/** One base, which runs once. */
const env = { TDD_GATE_CACHE: getSharedFolder({}) }

test.each([
  ['data', () => undefined, { 'data.bin': '\u0000' }],
  ['a link', (dir: string) => symlinkSync('cart.js', join(dir, 'src/link.mjs')), {}],
])('a RED that only adds files, one of them %s, is judged', async (_, add, files) => {
  await using branch = await createBranch(SHOP_ONCE)
  add(branch.repo.dir)
  await branch.red({ ...RED, ...files })
  const args = ['verify', '--repo', branch.repo.dir, '--base', 'main', '--json']
  const { code, stdout } = await runCli(args, { env })
  expect([code, JSON.parse(stdout).commits?.[0].findings.map(({ rule }: { rule: string }) => rule)]).toEqual([
    1,
    ['red-changes-tests-only'],
  ])
})
