/** The code around failing assertions, read from the commit that failed. */
import { expect, test } from 'vitest'
import { findNextStep } from '../../../src/operations/next.ts'
import { toVerifyText } from '../../../src/render/gate-report/verify-text.ts'
import { toNextText } from '../../../src/render/work-unit.ts'
import { createBranch } from '../../support/branch.ts'
import { RED, SHOP, WRONG } from '../../support/shop.ts'

const FRAME = '  > 6 |   assert.equal(discount(200), 20)\n'

test('verify and next show the assertion that still fails', async () => {
  await using branch = await createBranch(SHOP)
  await branch.red(RED)
  await branch.green(WRONG)
  const judged = await branch.verify()
  const text = toVerifyText(judged.decision, { ...judged, width: 200 })
  expect(text).toContain(FRAME)
  expect(text).toMatch(/\n {2}test\/discount\.test\.js:6: .*10 !== 20\n/)
  const options = { repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }
  const step = await findNextStep(options, { onProgress: () => undefined, signal: new AbortController().signal })
  expect(toNextText(step)).toContain(FRAME)
})
