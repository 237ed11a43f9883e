/** Honest work that is neither RED nor GREEN, and its dishonest twin: what each says is found out by running it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Branch, createBranch, RUN_ONCE } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { GREEN, GREEN_TAX, nodeTest, RED_TAX, SHOP, SHOP_ONCE } from '../support/shop.ts'

const CART = String(SHOP['src/cart.js'])
const CART_TEST = String(SHOP['test/cart.test.js'])
const DISCOUNT_TEST = nodeTest('../src/discount.js', 'discount', { 'takes a tenth': 'assert.equal(discount(200), 20)' })
const BASE: Files = {
  ...SHOP,
  ...GREEN,
  'test/discount.test.js': DISCOUNT_TEST,
  'src/style.css': 'a { color: red }\n',
  'test/support/cart.js': CART,
  'src/index.js': "export { total } from './cart.js'\nexport { discount } from './discount.js'\n",
}
const PACKAGE = String(SHOP['package.json'])

interface Work {
  readonly title: string
  readonly steps: readonly (readonly [message: string, files: Files])[]
  readonly verdicts: readonly string[]
  /** A warning that a reviewer sees. */
  readonly shows?: string
}

const WORK: readonly Work[] = [
  {
    title: 'a test under a better name',
    steps: [['test: say it better', { 'test/cart.test.js': CART_TEST.replace('adds up', 'sums the prices') }]],
    verdicts: ['red accepted'],
  },
  {
    title: 'a test under another name that asks for less',
    steps: [
      [
        'test: say it better',
        { 'test/cart.test.js': CART_TEST.replace('adds up', 'sums').replace('3)', 'total([1, 2]))') },
      ],
    ],
    verdicts: ['red rejected: no-test-vanished'],
  },
  {
    title: 'a demand replaced by another one, under another name',
    steps: [
      ['test: ten more', { 'test/cart.test.js': CART_TEST.replace('adds up', 'adds ten').replace('3)', '13)') }],
      ['feat: ten more', { 'src/cart.js': CART.replace(', 0)', ', 10)') }],
    ],
    verdicts: ['red accepted', 'green accepted'],
    shows: 'test/cart.test.js > adds up (test/cart.test.js > adds ten fails in its place)',
  },
  {
    title: 'a function renamed in code and tests',
    steps: [
      [
        'refactor: total is amount',
        {
          'src/cart.js': CART.replace('total', 'amount'),
          'src/index.js': String(BASE['src/index.js']).replace('total', 'amount'),
          'test/cart.test.js': CART_TEST.replaceAll('total', 'amount'),
        },
      ],
    ],
    verdicts: ['refactor accepted'],
  },
  {
    title: 'a function renamed in code and tests, and its test under a better name',
    steps: [
      [
        'refactor: total is amount',
        {
          'src/cart.js': CART.replace('total', 'amount'),
          'src/index.js': String(BASE['src/index.js']).replace('total', 'amount'),
          'test/cart.test.js': CART_TEST.replaceAll('total', 'amount').replace('adds up', 'is the sum of the prices'),
        },
      ],
    ],
    verdicts: ['refactor accepted'],
  },
  {
    title: 'a function renamed in code and tests, and a comment upon a refused edit of both',
    steps: [
      [
        'refactor: total is amount',
        {
          'src/cart.js': CART.replace('total', 'amount'),
          'src/index.js': String(BASE['src/index.js']).replace('total', 'amount'),
          'test/cart.test.js': CART_TEST.replaceAll('total', 'amount').replace('3)', 'amount([1, 2]))'),
        },
      ],
      [
        'docs: why',
        { 'test/cart.test.js': `// why\n${CART_TEST.replaceAll('total', 'amount').replace('3)', 'amount([1, 2]))')}` },
      ],
    ],
    verdicts: ['refactor rejected: refactor-keeps-apart', 'refactor rejected: refactor-keeps-apart'],
  },
  {
    title: 'a file of tests split in two',
    steps: [
      [
        'test: one file each',
        {
          'test/cart.test.js': null,
          'test/cart/sum.test.js': CART_TEST.replace('../src', '../../src'),
        },
      ],
    ],
    verdicts: ['refactor accepted'],
  },
  {
    title: 'production under another name, and tests that follow',
    steps: [
      [
        'a better name',
        {
          'src/cart.js': null,
          'src/basket.js': CART,
          'src/index.js': String(BASE['src/index.js']).replace('cart', 'basket'),
          'test/cart.test.js': CART_TEST.replace('cart.js', 'basket.js'),
        },
      ],
    ],
    verdicts: ['refactor accepted'],
  },
  {
    title: 'a feature taken out with its tests',
    steps: [
      [
        'no discounts any more',
        {
          'src/discount.js': null,
          'src/index.js': "export { total } from './cart.js'\n",
          'test/discount.test.js': null,
        },
      ],
    ],
    verdicts: ['refactor accepted'],
    shows: 'Tests removed with the code that they tested: test/discount.test.js > takes a tenth',
  },
  {
    title: 'tests taken out with code that they do not test',
    steps: [
      [
        'no discounts any more',
        { 'src/index.js': "export { total } from './cart.js'\n", 'test/discount.test.js': null },
      ],
    ],
    verdicts: ['refactor rejected: no-test-vanished'],
  },
  {
    title: 'comments, styles and formats',
    steps: [
      ['say what it is', { 'src/cart.js': `// Sums.\n${CART}` }],
      ['another colour', { 'src/style.css': 'a { color: blue }\n' }],
      ['chore: format\n\nPhase: neutral', { 'src/cart.js': CART.replaceAll('(sum, price)', '(\n  sum,\n  price,\n)') }],
    ],
    verdicts: ['refactor accepted', 'refactor accepted', 'neutral accepted'],
  },
  {
    title: 'configuration with the code that needs it',
    steps: [
      [
        'build: no ES modules',
        {
          'package.json': PACKAGE.replace('"type": "module", ', ''),
          'src/cart.js': `exports.total = ${CART.slice(CART.indexOf('= ') + 2)}`,
          'src/discount.js': 'exports.discount = (total) => total / 10\n',
          'src/index.js': "exports.total = require('./cart.js').total\n",
          'test/cart.test.js': CART_TEST.replace(/import (.*) from ('.*')/g, 'const $1 = require($2)'),
          'test/discount.test.js': DISCOUNT_TEST.replace(/import (.*) from ('.*')/g, 'const $1 = require($2)'),
        },
      ],
    ],
    verdicts: ['refactor accepted'],
    shows: 'The harness changed: package.json',
  },
  {
    title: 'a test that imports a copy of what it tested',
    steps: [['style: imports', { 'test/cart.test.js': CART_TEST.replace('../src/', './support/') }]],
    verdicts: ['red accepted'],
    shows: 'Edited tests pass as before',
  },
  {
    title: 'a list of tests to write, in a file that does not load at RED',
    steps: [
      ['test: taxes', { 'test/tax.test.js': `${RED_TAX['test/tax.test.js']}test.todo('rounds')\n` }],
      ['feat: taxes', GREEN_TAX],
    ],
    verdicts: ['red accepted', 'green accepted'],
    shows: 'test/tax.test.js > rounds',
  },
  {
    title: 'comments and formats of tests between RED and GREEN',
    steps: [
      ['test: taxes', RED_TAX],
      ['docs: say why', { 'test/tax.test.js': `// A fifth.\n${RED_TAX['test/tax.test.js']}` }],
      ['feat: taxes', { ...GREEN_TAX, 'test/tax.test.js': `// One fifth.\n${RED_TAX['test/tax.test.js']}` }],
    ],
    verdicts: ['red accepted', 'refactor accepted', 'green accepted'],
  },
  {
    title: 'a driver that production skips, in a file that does not load at RED',
    steps: [
      [
        'test: taxes',
        {
          'test/tax.test.js': nodeTest('../src/tax.js', 'tax', {
            'adds a fifth': 'assert.equal(tax(100), 20)',
            'rounds up': 'assert.equal(tax(101), 21)',
          })
            .replaceAll('() =>', '(t) =>')
            .replaceAll('tax(10', 'tax(t, 10'),
        },
      ],
      ['feat: taxes', { 'src/tax.js': 'export const tax = (t, total) => total > 100 ? t.skip() : total / 5\n' }],
    ],
    verdicts: ['red accepted', 'green rejected: green-passes-drivers, no-test-silenced'],
  },
  {
    title: 'behaviour changed under another subject',
    steps: [['style: format', { 'src/cart.js': 'export const total = () => 4\n' }]],
    verdicts: ['refactor rejected: suite-is-green'],
  },
]

let branch: Branch
beforeAll(async () => {
  branch = await createBranch({ ...RUN_ONCE, ...BASE })
  for (const [index, { steps }] of WORK.entries()) {
    await branch.repo.git('checkout', '--quiet', '-b', `work-${index}`, 'main')
    for (const [message, files] of steps) await branch.commit(message, files)
  }
  await branch.verify({ head: 'work-0' })
})
afterAll(() => branch[Symbol.asyncDispose]())

const found = ({ decision }: Awaited<ReturnType<Branch['verify']>>) =>
  decision.commits.flatMap(({ findings }) => findings.map(({ rule, message }) => `${rule}: ${message}`)).join('\n')

describe.concurrent('settled work', () => {
  test.for(WORK.map((work, index) => ({ ...work, index })))(
    '$title',
    async ({ index, verdicts, shows }, { expect }) => {
      const result = await branch.verify({ head: `work-${index}` })
      expect(result.verdicts, found(result)).toEqual(verdicts)
      expect(result.conclusion).toBe(verdicts.some((verdict) => verdict.includes('rejected')) ? 'failure' : 'success')
      expect(found(result)).toContain(shows ?? '')
    },
  )
})

test('an exact revert of a commit of the base takes its tests along, and says so', async () => {
  await using repository = await createBranch(SHOP_ONCE)
  await repository.repo.checkout('main')
  const feature = await repository.commit('feat: discounts', { ...GREEN, 'test/discount.test.js': DISCOUNT_TEST })
  await repository.commit('docs', { 'README.md': 'A shop.\n' })
  await repository.repo.git('checkout', '--quiet', '-B', 'work', 'main')
  await repository.repo.git('revert', '--no-edit', feature)
  const outcome = await repository.verify()
  expect(outcome.verdicts, found(outcome)).toEqual(['neutral accepted'])
  expect(found(outcome)).toContain(`Reverts ${feature.slice(0, 9)}`)
  await repository.repo.git('checkout', '--quiet', '-B', 'work', 'main')
  await repository.commit(`Revert "feat: discounts"\n\nThis reverts commit ${feature}.`, {
    'src/discount.js': null,
    'test/discount.test.js': null,
    'test/cart.test.js': null,
  })
  expect((await repository.verify()).conclusion).toBe('failure')
})

describe('a merge whose conflicts were solved by hand', () => {
  const merged = async (solution: Files) => {
    const repository = await createBranch(SHOP_ONCE)
    const price = (word: string) => `export const ${word} = 1\n${CART}export const last = 1\n`
    await repository.repo.checkout('main')
    await repository.commit('theirs', { 'src/cart.js': price('theirs') })
    await repository.repo.git('checkout', '--quiet', 'work')
    await repository.commit('refactor: ours', { 'src/cart.js': price('ours') })
    await repository.repo.git('merge', '--no-commit', 'main').catch(() => undefined)
    await repository.commit('Merge main', solution)
    return repository
  }
  const solved = `export const ours = 1\nexport const theirs = 1\n${CART}export const last = 1\n`

  test('inside of the conflict it is judged by the suite', async () => {
    await using repository = await merged({ 'src/cart.js': solved })
    const result = await repository.verify()
    expect(result.verdicts, found(result)).toEqual(['refactor accepted', 'merge accepted'])
    expect(found(result)).toContain('src/cart.js')
  })

  test('outside of it nothing may change', async () => {
    await using repository = await merged({ 'src/cart.js': solved.replace('last = 1', 'last = 2') })
    expect((await repository.verify()).verdicts.at(-1)).toBe('merge rejected: merge-is-clean')
  })
})
