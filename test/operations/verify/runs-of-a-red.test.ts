/** How often a RED runs: what its tree lacks it lacks every time. */
import { expect, test } from 'vitest'
import type { OpenMeasurer } from '../../../src/operations/verify/open-measurer.ts'
import { type VerifyOptions, verify } from '../../../src/operations/verify/verify.ts'
import type { Measurer } from '../../../src/test-runner/measurer.ts'
import { createBranch } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { KEPT, openKeptRuns } from '../../support/kept-runs.ts'
import { nodeTest, RED, SHOP } from '../../support/shop.ts'

/** Verifies a RED with one test file. @returns how often its tree runs */
async function countRuns(text: string, options: Partial<VerifyOptions> = {}): Promise<number> {
  await using branch = await createBranch(SHOP, { cacheDir: getFolder({}) })
  await branch.red({ 'test/new.test.js': text })
  const red = await branch.repo.git('rev-parse', 'HEAD^{tree}')
  let times = 0
  const openMeasurer: OpenMeasurer = async (parts) => {
    const measurer = await openKeptRuns(parts)
    const execute: Measurer['execute'] = (tree, request) => {
      if (tree === red) times += 1
      return measurer.execute(tree, request)
    }
    return { ...measurer, execute }
  }
  await verify(
    { repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir, ...options },
    { ...KEPT, openMeasurer },
  )
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
