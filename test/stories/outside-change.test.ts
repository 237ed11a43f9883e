import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { getFolder } from '../support/folder.ts'
import { SHOP } from '../support/shop.ts'

/** Refuses the two runs of RED, and nothing after them. */
async function openService() {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.statusCode = asked > 2 ? 200 : 500
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, [Symbol.dispose]: () => void server.close() }
}

const driver = (body: string) =>
  `import assert from 'node:assert/strict'\nimport { readFileSync } from 'node:fs'\nimport test from 'node:test'\ntest('a driver', async () => ${body})\n`

test('a driver that something outside of the tree turned is refused, where no function could be emptied', async () => {
  using service = await openService()
  await using branch = await createBranch(SHOP, { cacheDir: getFolder({}) })
  await branch.red({
    'test/rate.test.js': driver(`assert.equal((await fetch('http://127.0.0.1:${service.port}')).status, 200)`),
  })
  await branch.green({ 'src/rates.json': '{ "standard": 10 }\n' })
  const result = await branch.verify()
  expect(result.verdicts).toEqual(['red accepted', 'green rejected: counterfactual-fails'])
})

test('a driver that data turned is accepted', async () => {
  await using branch = await createBranch(SHOP)
  await branch.red({ 'test/rate.test.js': driver("assert.match(readFileSync('src/rates.json', 'utf8'), /10/)") })
  await branch.green({ 'src/rates.json': '{ "standard": 10 }\n' })
  expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
})
