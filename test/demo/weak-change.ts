/** A GREEN whose lines are held by a driver, by another test, by tests that only cover them, and by nothing. */
import { CONFIG_PATH } from '../../src/config/parse.ts'
import { ACTION, toCallerWorkflow, WORKFLOW_PATH } from '../../src/render/workflow-file.ts'
import type { Repository } from '../simulator/world.ts'
import { CONFIG, type DemoWorld } from './world.ts'

const HEADER = `import assert from 'node:assert/strict'
import { test } from 'node:test'
`

const BASE = {
  [WORKFLOW_PATH]: toCallerWorkflow(ACTION),
  [CONFIG_PATH]: `${CONFIG}policy:\n  rules:\n    changes-are-pinned: warn\n`,
  'package.json': '{ "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/currency.js': "export const CURRENCIES = ['EUR']\n",
  'src/signs.js': "export const SIGNS = {\n  EUR: '€',\n}\n",
  'test/currency.test.js': `${HEADER}import { CURRENCIES } from '../src/currency.js'
import { SIGNS } from '../src/signs.js'

test('each currency has a sign', () => assert.deepEqual(CURRENCIES, Object.keys(SIGNS)))
`,
}

const RED = {
  'test/fee.test.js': `${HEADER}import { withoutFee } from '../src/currency.js'

test('a small amount in dollars costs a fee', () => assert.equal(withoutFee(5_000, 'USD'), 4_970))
test('a large amount in dollars costs none', () => assert.equal(withoutFee(20_000, 'USD'), 20_000))
`,
}

const GREEN = {
  'src/signs.js': "export const SIGNS = {\n  EUR: '€',\n  USD: '$',\n}\n",
  'src/currency.js': `export const CURRENCIES = ['EUR', 'USD']

export function withoutFee(cents, currency) {
  if (!CURRENCIES.includes(currency)) {
    return null
  }
  return cents >= 10_000 ? cents : cents - 30
}
`,
}

/** Pushes it to a repository of its own, and waits until the Action has judged it. */
export async function judgeWeakChange({ github, people: { ada }, rest }: DemoWorld): Promise<[Repository, string]> {
  const money = await github.repository({ owner: 'acme', name: 'money', files: BASE })
  github.grant(money, ada, 'write')
  const clone = await github.as(ada).clone(money)
  await clone.branch('fees')
  await clone.commit('test: fees\n\nTask: 1.1\nPhase: red\n', RED)
  const head = await clone.commit('feat: fees\n\nTask: 1.1\nPhase: green\n', GREEN)
  await clone.push()
  await github.as(ada).openPull(money, { head: 'fees', title: 'Fees' })
  await rest()
  return [money, head]
}
