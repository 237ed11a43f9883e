/** What tdd-gate cannot prove: wrong code that ends green with nothing shown. A case that fails here is a limit less. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { RED, SHOP } from '../support/shop.ts'

const WRONG = 'export const discount = (total) => total * 3 + 7\n'
const HASH = createHash('sha1').update(WRONG).digest('hex')
const HEADER =
  "import assert from 'node:assert/strict'\nimport { createHash } from 'node:crypto'\nimport { readFileSync } from 'node:fs'\nimport { test } from 'node:test'\n\n"

const CASES: readonly (readonly [title: string, red: Files, green: string])[] = [
  [
    'a driver that knows the digest of the code',
    {
      'test/discount.test.js': `${HEADER}test('is as wanted', () => {\n  const digest = createHash('sha1').update(readFileSync('src/discount.js')).digest('hex')\n  assert.equal(digest, '${HASH}')\n})\n`,
    },
    WRONG,
  ],
  [
    'code that tells a test apart without a branch',
    RED,
    "export const discount = (total) => [0, total / 10][Math.min(process.execArgv.join('').length, 1)]\n",
  ],
]

test.each(CASES)('%s is not noticed', async (_, red, green) => {
  await using branch = await createBranch(SHOP)
  await branch.red(red)
  await branch.green({ 'src/discount.js': green })
  const { decision, conclusion } = await branch.verify()
  const shown = decision.commits.flatMap(({ findings }) => findings.map(({ message }) => message))
  expect([conclusion, shown]).toEqual(['success', []])
})
