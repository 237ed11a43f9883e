/** How often a RED runs: what its tree lacks it lacks every time. */
import { expect, test } from 'vitest'
import type { Hooks } from '../../../src/operations/verify/progress.ts'
import { type VerifyOptions, verify } from '../../../src/operations/verify/verify.ts'
import { createBranch } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { nodeTest, RED, SHOP } from '../../support/shop.ts'

/** Verifies a RED with one test file on this machine. @returns how often it runs */
async function countRuns(text: string, options: Partial<VerifyOptions> = {}): Promise<number> {
  await using branch = await createBranch(SHOP, { cacheDir: getFolder({}) })
  await branch.red({ 'test/new.test.js': text })
  let times = 0
  const onProgress: Hooks['onProgress'] = (event) => {
    if (event.kind === 'test:run' && event.phase === 'red') times += 1
  }
  const hooks = { onProgress, signal: new AbortController().signal }
  await verify({ repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir, ...options }, hooks)
  return times
}

const LACKING = String(Object.values(RED)[0])

test('a RED whose file does not load for want of code of the project runs once', async () => {
  expect(await countRuns(LACKING)).toBe(1)
})

test('it runs twice where an assertion fails, where a package is missing, and where no trial follows', async () => {
  const failing = nodeTest('../src/cart.js', 'total', { 'adds nothing': 'assert.equal(total([]), 1)' })
  expect(await countRuns(failing)).toBe(2)
  expect(await countRuns(LACKING.replace('../src/discount.js', 'discount-of-others'))).toBe(2)
  expect(await countRuns(LACKING, { fast: true })).toBe(2)
})
