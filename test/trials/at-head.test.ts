/** Proved tests, and those of the base, run at the head as they were where their files were edited. */
import { describe, expect, test } from 'vitest'
import { type Branch, createBranch, RUN_ONCE } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { GREEN, GREEN_TAX, nodeTest, RED, RED_TAX, SHOP } from '../support/shop.ts'

const DISCOUNT = (tests: Readonly<Record<string, string>>) => ({
  'test/discount.test.js': nodeTest('../src/discount.js', 'discount', tests),
})
const WEAK = DISCOUNT({ 'takes a tenth': "assert.equal(typeof discount(200), 'number')" })
const WORSE = { 'src/discount.js': 'export const discount = (total) => total / 20\n' }
/** Nothing is asked of the edit by itself. */
const QUIET: Files = {
  ...SHOP,
  '.github/tdd-gate.yml': 'version: 1\ntest: { reruns: 1 }\npolicy: { rules: { tests-keep-noticing: off } }\n',
}
const DRIVER = 'test/discount.test.js > takes a tenth'

async function shownBy(tell: (branch: Branch) => Promise<unknown>, base: Files = SHOP) {
  await using branch = await createBranch({ ...RUN_ONCE, ...base })
  await tell(branch)
  const { decision, conclusion, verdicts } = await branch.verify()
  const findings = decision.commits.flatMap((commit) => commit.findings)
  const shown = findings.filter(({ rule }) => ['proved-tests-hold', 'changed-test-is-shown'].includes(rule))
  return { conclusion, last: verdicts.at(-1), shown: shown.map(({ rule, tests }) => [rule, ...tests]) }
}

async function cycles(branch: Branch, red: Files, green: Files): Promise<void> {
  await branch.red(RED)
  await branch.green(GREEN)
  await branch.red({ ...RED_TAX, ...red })
  await branch.green({ ...GREEN_TAX, ...green })
}

describe('a proved test that was weakened, and the code that it proved broken, is refused', () => {
  const refused = { conclusion: 'failure', shown: [['proved-tests-hold', DRIVER]] }

  test('at the GREEN that breaks it', async () => {
    const result = await shownBy((branch) => cycles(branch, WEAK, WORSE))
    expect(result).toEqual({ ...refused, last: 'green rejected: proved-tests-hold' })
  })

  test('below a commit of prose', async () => {
    const outcome = await shownBy(async (branch) => {
      await cycles(branch, WEAK, WORSE)
      await branch.commit('docs: the shop', { 'README.md': '# Shop\n' })
    })
    expect(outcome).toMatchObject(refused)
  })

  test('by a REFACTOR of the tests, and one of the code', async () => {
    const result = await shownBy(async (branch) => {
      await branch.red(RED)
      await branch.green(GREEN)
      await branch.refactor(WEAK)
      await branch.refactor(WORSE)
    }, QUIET)
    // The first edit shows already that the test notices fewer changes.
    const shown = [['changed-test-is-shown'], ...refused.shown]
    expect(result).toEqual({ ...refused, shown, last: 'refactor rejected: proved-tests-hold' })
  })

  test('by a helper that it uses', async () => {
    const helper = (check: string) => ({
      'test/support/same.js': `import assert from 'node:assert/strict'\nexport const same = (one, other) => ${check}\n`,
    })
    const red = `import { same } from './support/same.js'\n${DISCOUNT({ 'takes a tenth': 'same(discount(200), 20)' })['test/discount.test.js']}`
    const result = await shownBy(
      async (branch) => {
        await branch.red({ 'test/discount.test.js': red })
        await branch.green(GREEN)
        await branch.red({ ...RED_TAX, ...helper("assert.equal(typeof one, 'number', String(other))") })
        await branch.green({ ...GREEN_TAX, ...WORSE })
      },
      { ...SHOP, ...helper('assert.equal(one, other)') },
    )
    expect(result).toEqual({ ...refused, last: 'green rejected: proved-tests-hold' })
  })
})

describe('honest work is accepted, and nothing is shown', () => {
  const accepted = { conclusion: 'success', last: 'green accepted', shown: [] }
  const TENTH = { 'takes a tenth': 'assert.equal(discount(200), 20)' }

  test('a test more in the same file', async () => {
    const more = DISCOUNT({ ...TENTH, 'takes nothing': 'assert.equal(discount(0), 0)' })
    expect(await shownBy((branch) => cycles(branch, more, {}))).toEqual(accepted)
  })

  test('a test that was rewritten, and asks for as much', async () => {
    const other = DISCOUNT({ 'takes a tenth': 'const left = discount(200)\n  assert.equal(left, 20)' })
    expect(await shownBy((branch) => cycles(branch, other, {}))).toEqual(accepted)
  })

  test('a test that failed at the base already, and was corrected', async () => {
    const ofBase = (year: number) =>
      nodeTest('../src/cart.js', 'total', { 'lasts until then': `assert.ok(total([${year}]) > 2020)` })
    const base = { ...SHOP, 'test/year.test.js': ofBase(2020) }
    const result = await shownBy(async (branch) => {
      await branch.red({ ...RED, 'test/year.test.js': ofBase(2999) })
      await branch.green(GREEN)
    }, base)
    expect(result).toEqual(accepted)
  })

  test('a function under another name, in the code and in its tests', async () => {
    const result = await shownBy((branch) =>
      branch.commit('refactor: amount', {
        'src/cart.js': String(SHOP['src/cart.js']).replace('total', 'amount'),
        'test/cart.test.js': String(SHOP['test/cart.test.js']).replaceAll('total', 'amount'),
      }),
    )
    expect(result).toEqual({ ...accepted, last: 'refactor accepted' })
  })

  test('code that moved, with its tests', async () => {
    const result = await shownBy(async (branch) => {
      await branch.red(RED)
      await branch.green(GREEN)
      await branch.refactor({
        'src/discount.js': null,
        'lib/discount.js': GREEN['src/discount.js'] ?? '',
        'test/discount.test.js': String(RED['test/discount.test.js']).replace('../src/', '../lib/'),
      })
    })
    expect(result).toEqual({ ...accepted, last: 'refactor accepted' })
  })
})

test('a demand that changed, and failed anew, is accepted, and its RED shows it', async () => {
  const result = await shownBy(async (branch) => {
    await branch.red(RED)
    await branch.green(GREEN)
    await branch.red(DISCOUNT({ 'takes a tenth': 'assert.equal(discount(200), 10)' }))
    await branch.green(WORSE)
  })
  expect(result).toEqual({ conclusion: 'success', last: 'green accepted', shown: [['changed-test-is-shown', DRIVER]] })
})

test('a proved test that a RED weakened is shown where the code still does what it asked for', async () => {
  const result = await shownBy((branch) => cycles(branch, WEAK, {}))
  expect(result).toEqual({ conclusion: 'success', last: 'green accepted', shown: [['changed-test-is-shown', DRIVER]] })
})

test('a test of the base that was weakened is shown where the code broke it', async () => {
  const weak = nodeTest('../src/cart.js', 'total', { 'adds up': "assert.equal(typeof total([1, 2]), 'number')" })
  const result = await shownBy(async (branch) => {
    await branch.red({ ...RED, 'test/cart.test.js': weak })
    await branch.green({ ...GREEN, 'src/cart.js': 'export const total = () => 0\n' })
  })
  expect(result).toEqual({
    conclusion: 'success',
    last: 'green accepted',
    shown: [['changed-test-is-shown', 'test/cart.test.js > adds up']],
  })
})

test('a test of the base that a RED points at a double is shown where the code broke it', async () => {
  const old = String(SHOP['test/cart.test.js'])
  const result = await shownBy(async (branch) => {
    await branch.red({
      'test/double.js': 'export const total = () => 3\n',
      'test/cart.test.js': `import { total as real } from '../src/cart.js'\n${old.replace('../src/cart.js', './double.js')}\ntest('is empty', () => {\n  assert.equal(real([]), 7)\n})\n`,
    })
    await branch.green({ 'src/cart.js': 'export const total = () => 7\n' })
  })
  expect(result).toEqual({
    conclusion: 'success',
    last: 'green accepted',
    shown: [['changed-test-is-shown', 'test/cart.test.js > adds up']],
  })
})
