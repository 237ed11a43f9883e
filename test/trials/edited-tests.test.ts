/** Edited tests run with broken code: what noticed it before must notice it still. */
import { describe, expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { GREEN, nodeTest, RED, SHOP, SHOP_ONCE } from '../support/shop.ts'

const CART_TEST = (body: string, more: Readonly<Record<string, string>> = {}) => ({
  'test/cart.test.js': nodeTest('../src/cart.js', 'total', { 'adds up': body, ...more }),
})
const QUIET = 'tests-keep-noticing'
const ID = 'test/cart.test.js > adds up'

async function refactored(files: Files, base: Files = SHOP_ONCE) {
  await using branch = await createBranch(base)
  await branch.refactor(files)
  return await branch.verify()
}

describe('a commit that keeps behaviour is rejected where an edited test no longer notices broken code', () => {
  test.each<[string, Files]>([
    ['a body without a statement', CART_TEST('')],
    ['a call without an assertion', CART_TEST('total([1, 2])')],
    ['an assertion that any value satisfies', CART_TEST('assert.notEqual(total([1, 2]), undefined)')],
    [
      'a function of its own in place of the code',
      {
        'test/cart.test.js': String(SHOP_ONCE['test/cart.test.js']).replace(
          /import \{ total.*/,
          'const total = (items) => items[0] + items[1]',
        ),
      },
    ],
    ['an assertion of the type alone', CART_TEST("assert.equal(typeof total([1, 2]), 'number')")],
  ])('%s', async (_, files) => {
    const { verdicts, decision } = await refactored(files)
    expect(verdicts).toEqual([`refactor rejected: ${QUIET}`])
    const [finding] = decision.commits[0]?.findings.filter(({ rule }) => rule === QUIET) ?? []
    expect(finding).toMatchObject({ tests: [ID], paths: ['test/cart.test.js'] })
  })

  test.each([1, 2])('a characterization, whose tests run %s times', async (reruns) => {
    await using branch = await createBranch({
      ...SHOP,
      '.github/tdd-gate.yml': `version: 1\ntest: { reruns: ${reruns} }\n`,
    })
    await branch.commit('test: sums\n\nPhase: characterize\n', CART_TEST('total([1, 2])'))
    expect((await branch.verify()).verdicts).toEqual([`red rejected: ${QUIET}`])
  })

  test('a helper of tests that asserts nothing any more', async () => {
    const help = (body: string) => `import assert from 'node:assert/strict'\nexport const same = (a, b) => ${body}\n`
    const base = {
      ...SHOP_ONCE,
      'test/support/same.js': help('assert.equal(a, b)'),
      'test/cart.test.js': `import { same } from './support/same.js'\n${nodeTest('../src/cart.js', 'total', { 'adds up': 'same(total([1, 2]), 3)' })}`,
    }
    const { verdicts } = await refactored({ 'test/support/same.js': help('a === b || assert.ok(b)') }, base)
    expect(verdicts).toEqual([`refactor rejected: ${QUIET}`])
  })
})

describe('a commit that edits tests is accepted where they notice as much', () => {
  test.each<[string, Files]>([
    ['a name for the result', CART_TEST('const sum = total([1, 2])\n  assert.equal(sum, 3)')],
    ['another example', CART_TEST('assert.equal(total([4, 5]), 9)')],
    ['one test more', CART_TEST('assert.equal(total([1, 2]), 3)', { none: 'assert.equal(total([]), 0)' })],
  ])('%s', async (_, files) => {
    const { verdicts } = await refactored(files)
    expect(verdicts).toEqual(['refactor accepted'])
  })

  test('a test that demanded nothing before', async () => {
    const { verdicts } = await refactored(CART_TEST(''), { ...SHOP_ONCE, ...CART_TEST('total([1, 2])') })
    expect(verdicts).toEqual(['refactor accepted'])
  })
})

test('a RED that weakens an old test beside its driver is shown at GREEN', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red({ ...RED, ...CART_TEST('assert.ok(total([1, 2]))') })
  await branch.green(GREEN)
  const { verdicts, decision } = await branch.verify()
  expect(verdicts).toEqual(['red accepted', 'green accepted'])
  const shown = decision.commits[1]?.findings.filter(({ rule }) => rule === 'changed-test-is-shown')
  expect(shown?.map(({ tests }) => tests)).toEqual([[ID]])
})

test('a RED that does not load, and weakens an old test beside its driver, is shown at GREEN', async () => {
  const size = 'export const size = (items) => items.length\n'
  await using branch = await createBranch(SHOP_ONCE)
  const test = nodeTest('../src/cart.js', 'size, total', {
    'adds up': 'assert.ok(total([1, 2]))',
    counts: 'assert.equal(size([1]), 1)',
  })
  await branch.red({ 'test/cart.test.js': test })
  await branch.green({ 'src/cart.js': `${SHOP_ONCE['src/cart.js']}${size}` })
  const { verdicts, decision } = await branch.verify()
  expect(verdicts).toEqual(['red accepted', 'green accepted'])
  const shown = decision.commits[1]?.findings.filter(({ rule }) => rule === 'changed-test-is-shown')
  expect(shown?.map(({ tests }) => tests)).toEqual([[ID]])
})

test('a RED that demands something else of an old test is accepted at GREEN', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(CART_TEST('assert.equal(total([1, 2]), 30)'))
  await branch.green({ 'src/cart.js': 'export const total = (items) => items.reduce((sum, n) => sum + n * 10, 0)\n' })
  expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
})

describe('a commit that keeps behaviour is shown where an edited test no longer notices a small change of the code', () => {
  const SPLIT = (body: string) => ({
    'test/split.test.js': nodeTest('../src/split.js', 'split', { splits: `const made = split(5)\n  ${body}` }),
  })
  const BASE = {
    ...SHOP_ONCE,
    'src/split.js': 'export const split = (n) => ({ half: n / 2, odd: n > 4, open: true })\n',
    ...SPLIT('assert.deepEqual(made, { half: 2.5, odd: true, open: true })'),
  }
  const SHOWN = 'changed-test-is-shown'

  test.each([
    [
      'one of several expected values that goes',
      'assert.equal(made.half, 2.5)\n  assert.equal(made.odd, true)',
      '`nearly the same value` for `split()`',
    ],
    ['an expected value that only has to exist', "assert.ok('half' in made)\n  assert.ok(made.open)", 'n * 2'],
  ])('%s', async (_, body, code) => {
    const { verdicts, decision } = await refactored(SPLIT(body), BASE)
    expect(verdicts).toEqual(['refactor accepted'])
    const [finding] = decision.commits[0]?.findings.filter(({ rule }) => rule === SHOWN) ?? []
    expect(finding?.message).toContain(code)
    expect(finding?.paths).toEqual(['src/split.js'])
  })

  test.each([
    ['the same values one by one', 'assert.equal(made.half, 2.5)\n  assert.ok(made.odd)\n  assert.ok(made.open)'],
    ['other words for the same', 'assert.deepEqual({ ...made }, { open: true, odd: true, half: 5 / 2 })'],
  ])('%s are not', async (_, body) => {
    const { decision } = await refactored(SPLIT(body), BASE)
    expect(decision.commits[0]?.findings.map(({ rule }) => rule)).not.toContain(SHOWN)
  })
})

describe('a function that is renamed with its test', () => {
  const CODE = (name: string) =>
    `export const total = (items) => items.reduce((sum, item) => sum + item, 0)\nexport class Money {\n  ${name}(other) { return this === other }\n}\n`
  const TEST = (title: string, check: string) => ({
    'test/cart.test.js': nodeTest('../src/cart.js', 'total', { [title]: `${check}(total([1, 2]), 3)` }),
  })
  const renamed = async (old: Files, files: Files) => {
    await using branch = await createBranch({ ...SHOP_ONCE, ...old })
    await branch.commit('rename', files)
    return (await branch.verify()).verdicts
  }

  test('is rejected where its assertion has the new name of a method, and broken code passes', async () => {
    const old = { 'src/cart.js': CODE('equal'), ...TEST('equal', 'assert.equal') }
    const now = { 'src/cart.js': CODE('ok'), ...TEST('ok', 'assert.ok') }
    expect(await renamed(old, now)).toEqual([`refactor rejected: ${QUIET}`])
  })

  const MATHS = (add: string, more = '') =>
    `export const ${add} = (a, b) => a + b${more}\nexport const sub = (a, b) => a - b\n`
  const SUMS = (add: string, body: string, names = add, title = add) => ({
    'test/maths.test.js': nodeTest('../src/maths.js', names, { [title]: body, last: `assert.equal(${add}(5, 4), 9)` }),
  })
  const BODY = (add: string, expected = 3) => `assert.equal(${add}(1, 2), ${expected})`
  const OLD = { 'src/maths.js': MATHS('add'), ...SUMS('add', BODY('add')) }

  test.each<[string, Files]>([
    [
      'two expected values change places',
      {
        'src/maths.js': MATHS('plus', ' - 6 * (a === 1 ? -1 : 1)'),
        'test/maths.test.js': nodeTest('../src/maths.js', 'plus', {
          plus: BODY('plus', 9),
          last: 'assert.equal(plus(5, 4), 3)',
        }),
      },
    ],
    [
      'the test alone takes another function',
      { 'src/maths.js': MATHS('plus'), ...SUMS('sub', 'assert.equal(sub(1, -2), 3)', 'sub, plus', 'plus') },
    ],
    [
      'two names become one',
      { 'src/maths.js': MATHS('sub').split('\n').slice(1).join('\n'), ...SUMS('sub', BODY('sub', -1), 'sub', 'sub') },
    ],
    ['the renamed test demands less', { 'src/maths.js': MATHS('plus'), ...SUMS('plus', 'assert.ok(plus(1, 2))') }],
    [
      'the test gets the name of a helper, and no longer runs',
      {
        'src/maths.js': MATHS('plus'),
        'test/maths.test.js': String(SUMS('plus', BODY('plus'))['test/maths.test.js']).replace(
          /test\("plus", (.*?)\n\}\)/s,
          'const help = ($1\n})',
        ),
      },
    ],
    [
      'a constant of the code changes with the name',
      { 'src/maths.js': MATHS('plus', ' + (a === 7 ? 1 : 0)'), ...SUMS('plus', BODY('plus')) },
    ],
  ])('is rejected where %s', async (_, files) => {
    for (const [subject, rule] of [
      ['rename', 'red-before-green'],
      ['refactor: rename', 'refactor-keeps-apart'],
    ] as const) {
      await using branch = await createBranch({ ...SHOP_ONCE, ...OLD })
      await branch.commit(subject, files)
      expect((await branch.verify()).verdicts).toEqual([expect.stringMatching(`rejected:.*${rule}`)])
    }
  })

  test('is accepted with the file and the name of its test', async () => {
    const code = (name: string) => `export const ${name} = (items) => items.reduce((sum, item) => sum + item, 0)\n`
    const text = (name: string) =>
      nodeTest(`../src/${name}.js`, name, {
        [`${name} of two`]: `assert.equal(${name}([1, 2]), 3)`,
        [`${name} of nothing`]: `assert.equal(typeof ${name}([]), 'number')`,
      })
    const old = { 'src/plus.js': code('plus'), 'test/plus.test.js': text('plus') }
    const now = {
      'src/plus.js': null,
      'test/plus.test.js': null,
      'src/added.js': code('added'),
      'test/added.test.js': text('added'),
    }
    expect(await renamed(old, now)).toEqual(['refactor accepted'])
  })
})

describe('a commit that keeps behaviour is shown where an edited test accepts other values and errors than before', () => {
  const LOAD = (body: string, library = 'node:assert/strict') => ({
    'test/load.test.js': nodeTest('../src/load.js', 'load', { loads: body }).replace('node:assert/strict', library),
  })
  const BASE = {
    ...SHOP_ONCE,
    'src/load.js':
      "export function load(n) {\n  if (n < 0) throw new RangeError('small')\n  return { list: [n, 1], size: n, name: `n${n}`.trim() }\n}\n",
    ...LOAD(
      "const made = load(5)\n  assert.deepEqual(made, { list: [5, 1], size: 5, name: 'n5' })\n  assert.throws(() => load(-1), RangeError)",
    ),
  }
  const RANGE = 'assert.throws(() => load(-1), RangeError)'

  test.each([
    [
      'a longer text',
      `const { name, ...rest } = load(5)\n  assert.deepEqual(rest, { list: [5, 1], size: 5 })\n  assert.match(name, /n5/)\n  ${RANGE}`,
    ],
    ['a field less', `const { list, size } = load(5)\n  assert.deepEqual([list, size], [[5, 1], 5])\n  ${RANGE}`],
  ])('%s', async (_, body) => {
    const { verdicts, decision } = await refactored(LOAD(body), BASE)
    expect(verdicts).toEqual(['refactor accepted'])
    expect(decision.commits[0]?.findings.map(({ rule }) => rule)).toContain('changed-test-is-shown')
  })

  test('an expected value less, in a file of data that the test reads', async () => {
    const DATA = (text: string) => ({ 'test/load.json': text })
    const READS = LOAD(
      "const all = JSON.parse(readFileSync('test/load.json', 'utf8'))\n  for (const key of Object.keys(all)) assert.deepEqual(load(5)[key], all[key])",
    )
    const base = {
      ...BASE,
      ...DATA('{ "size": 5, "name": "n5" }'),
      'test/load.test.js': `import { readFileSync } from 'node:fs'\n${READS['test/load.test.js']}`,
    }
    const { decision } = await refactored(DATA('{ "size": 5 }'), base)
    expect(decision.commits[0]?.findings.map(({ rule }) => rule)).toContain('changed-test-is-shown')
  })

  const SUM = String(SHOP_ONCE['test/cart.test.js'])
  test.each([
    ['a value of another type', SUM.replace('node:assert/strict', 'node:assert')],
    ['a value that is near', SUM.replace(/assert\.equal\(.*/, 'assert.ok(Math.abs(total([1, 2]) - 3) < 0.1)')],
  ])('%s', async (_, text) => {
    const { decision } = await refactored({ 'test/cart.test.js': text })
    const [finding] = decision.commits[0]?.findings.filter(({ rule }) => rule === 'changed-test-is-shown') ?? []
    expect(finding?.message).toContain('Changed tests pass, and failed before, where src/cart.js:1 has')
  })

  test('any error', async () => {
    const WITH = (error: string) =>
      CART_TEST('assert.equal(total([1, 2]), 3)', { refuses: `assert.throws(() => total(null)${error})` })
    const { decision } = await refactored(WITH(''), { ...SHOP_ONCE, ...WITH(', TypeError') })
    const [finding] = decision.commits[0]?.findings.filter(({ rule }) => rule === 'changed-test-is-shown') ?? []
    expect(finding?.message).toContain('src/cart.js:1 has `another error` for `total()`')
  })
})
