/** Refusals that lead to acceptance by the printed commands and an edit, which the author makes by hand. */
import type { Branch } from './branch.ts'
import type { Files } from './repository.ts'
import { GREEN, GREEN_TAX, nodeTest, RED, RED_TAX, SHOP, WRONG } from './shop.ts'

export interface Correction {
  readonly rule: string
  readonly because: string
  /** Files of the base beside the shop. */
  readonly base?: Files
  readonly task?: string
  readonly write: (branch: Branch) => Promise<unknown>
  /** What the author writes, one for each step that asks for an edit. */
  readonly edits: readonly Files[]
  /** The message that the author gives the corrected commit. */
  readonly says?: string
  /** What stands in the end. */
  readonly after: readonly string[]
}

const CART = String(SHOP['src/cart.js'])
const CART_TEST = String(SHOP['test/cart.test.js'])
const CYCLE = ['red 1 accepted', 'green 1 accepted']
const policy = (words: string) => ({ '.github/tdd-gate.yml': `version: 1\npolicy: ${words}\n` })
const cart = (tests: Readonly<Record<string, string>>) => nodeTest('../src/cart.js', 'total', tests)
const discount = (tests: Readonly<Record<string, string>>) => ({
  'test/discount.test.js': nodeTest('../src/discount.js', 'discount', tests),
})
const PLAN = {
  'docs/7.yml': `id: 7
title: Prices
subtasks:
  - id: 7.1
    title: takes a tenth
    cycle: { names: [takes a tenth] }
  - { id: 7.2, title: adds a fifth, dependencies: [7.1] }
`,
}
const COVERED = {
  '.github/tdd-gate.yml': `version: 1
test:
  command: node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination={reports}/lcov.info {files}
  reports: []
  coverage: ['{reports}/lcov.info']
`,
}
const UNCOVERED = Array.from({ length: 20 }, (_, n) => `  if (total === -${n + 1}) return ${n}\n`).join('')

export const CORRECTIONS: readonly Correction[] = [
  {
    rule: 'measurement-agrees',
    because: 'a test file that ends its process',
    write: ({ red }) => red({ ...RED, 'test/more.test.js': 'process.exit(0)\n' }),
    edits: [{ 'test/more.test.js': null }],
    after: CYCLE.slice(0, 1),
  },
  {
    rule: 'task-is-planned',
    because: 'a subtask that the plan does not have',
    base: PLAN,
    task: 'docs/7.yml',
    write: ({ red }) => red(RED, '7.9'),
    edits: [],
    after: ['red 7.1 accepted'],
  },
  {
    rule: 'task-is-planned',
    because: 'a subtask before the one that it needs',
    base: PLAN,
    task: 'docs/7.yml',
    write: ({ red }) => red(RED_TAX, '7.2'),
    edits: [{ ...RED, ...Object.fromEntries(Object.keys(RED_TAX).map((path) => [path, null])) }],
    says: 'test: it\n\nTask: 7.1\nPhase: red\n',
    after: ['red 7.1 accepted'],
  },
  {
    rule: 'ground-is-accepted',
    because: 'a RED on code without a test',
    write: async ({ commit, red }) => {
      await commit('feat: discounts', GREEN)
      await red(RED_TAX)
    },
    edits: [RED, GREEN_TAX],
    after: [...CYCLE, 'red 2 accepted', 'green 2 accepted'],
  },
  {
    rule: 'merge-is-clean',
    because: 'an edit inside of a merge',
    write: async ({ repo, commit }) => {
      const branch = await repo.git('branch', '--show-current')
      await repo.git('checkout', '--quiet', '-B', 'newer-base', 'base-of-this')
      await commit('docs', { 'README.md': 'A shop.\n' })
      await repo.git('checkout', '--quiet', branch)
      await commit('note', { 'NOTES.md': 'Notes.\n' })
      await repo.git('branch', '--force', 'base-of-this', 'newer-base')
      await repo.merge('base-of-this', { files: { 'src/cart.js': 'export const total = () => 3\n' } })
    },
    edits: [{ 'src/cart.js': CART }],
    after: ['neutral accepted', 'merge accepted'],
  },
  {
    rule: 'merge-is-clean',
    because: 'a side branch that was merged, below another commit',
    write: async ({ repo, commit, red, green }) => {
      const branch = await repo.git('branch', '--show-current')
      await commit('note', { 'NOTES.md': 'Notes.\n' })
      await repo.git('checkout', '--quiet', '-B', 'side', 'base-of-this')
      await red(RED)
      await green(GREEN)
      await repo.git('checkout', '--quiet', branch)
      await repo.merge('side')
      await commit('docs', { 'README.md': 'A shop.\n' })
    },
    edits: [],
    after: ['neutral accepted', ...CYCLE, 'neutral accepted'],
  },
  {
    rule: 'paths-are-plain',
    because: 'a link among the tests',
    write: ({ red }) => red({ ...RED, 'test/linked.test.js': { symlink: '../src/cart.js' } }),
    edits: [{ 'test/linked.test.js': null }],
    after: CYCLE.slice(0, 1),
  },
  {
    rule: 'red-fails-for-the-right-reason',
    because: 'an exception where the policy demands an assertion, below another commit',
    base: policy('{ red: { accept: [assertion] } }'),
    write: async ({ commit, red }) => {
      await red({ 'test/more.test.js': cart({ more: "throw new Error('not yet')" }) })
      await commit('docs', { 'README.md': 'A shop.\n' })
    },
    edits: [{ 'test/more.test.js': cart({ more: 'assert.equal(total([2]), 3)' }) }],
    after: [...CYCLE.slice(0, 1), 'neutral accepted'],
  },
  {
    rule: 'red-fails-in-changed-files',
    because: 'a test file more, which breaks an older test',
    base: {
      'test/list.test.js': nodeTest('node:fs', 'readdirSync', {
        'lists all': "assert.ok(readdirSync('test').length < 3)",
      }),
    },
    write: ({ commit }) =>
      commit('test: an empty cart', { 'test/more.test.js': cart({ more: 'assert.equal(total([]), 0)' }) }),
    edits: [
      {
        'test/more.test.js': null,
        'test/cart.test.js': cart({ 'adds up': 'assert.equal(total([1, 2]), 3)', more: 'assert.equal(total([]), 0)' }),
      },
    ],
    says: 'test: an empty cart\n\nPhase: characterize\n',
    after: ['red accepted'],
  },
  {
    rule: 'red-is-repeatable',
    because: 'a name by chance',
    base: { '.github/tdd-gate.yml': 'version: 1\n' },
    write: ({ red }) =>
      red({
        'test/more.test.js': cart({ more: 'void total' })
          .replace('"more"', 'String(Math.random())')
          .replace('void total', 'assert.equal(total([2]), 3)'),
      }),
    edits: [{ 'test/more.test.js': cart({ more: 'assert.equal(total([2]), 3)' }) }],
    after: CYCLE.slice(0, 1),
  },
  {
    rule: 'red-ids-are-stable',
    because: 'a name with an address, in a project that runs tests once',
    write: ({ red }) => red({ 'test/more.test.js': cart({ 'at 0x7f3a5c2d1e00': 'assert.equal(total([2]), 3)' }) }),
    edits: [{ 'test/more.test.js': cart({ more: 'assert.equal(total([2]), 3)' }) }],
    after: CYCLE.slice(0, 1),
  },
  {
    rule: 'red-matches-plan',
    because: 'another test than the planned one',
    base: PLAN,
    task: 'docs/7.yml',
    write: ({ red }) => red({ 'test/more.test.js': cart({ 'gives less': 'assert.equal(total([20]), 2)' }) }, '7.1'),
    edits: [{ 'test/more.test.js': cart({ 'takes a tenth': 'assert.equal(total([20]), 2)' }) }],
    after: ['red 7.1 accepted'],
  },
  {
    rule: 'green-passes-drivers',
    because: 'code that does not do enough',
    write: async ({ red, green }) => {
      await red(RED)
      await green(WRONG)
    },
    edits: [GREEN],
    after: CYCLE,
  },
  {
    rule: 'suite-is-green',
    because: 'code that breaks an older test',
    write: async ({ red, green }) => {
      await red(RED)
      await green({ ...GREEN, 'src/cart.js': 'export const total = () => 0\n' })
    },
    edits: [{ 'src/cart.js': CART }],
    after: CYCLE,
  },
  {
    rule: 'no-test-silenced',
    because: 'a skipped test',
    write: ({ refactor }) =>
      refactor({ 'test/cart.test.js': `// Sums.\n${CART_TEST.replace('test("', 'test.skip("')}` }),
    edits: [{ 'test/cart.test.js': `// Sums.\n${CART_TEST}` }],
    after: ['refactor accepted'],
  },
  {
    rule: 'tests-keep-noticing',
    because: 'a test that lost its assertion',
    write: ({ refactor }) => refactor({ 'test/cart.test.js': CART_TEST.replace(/assert\.equal.*/, '') }),
    edits: [{ 'test/cart.test.js': `// Sums.\n${CART_TEST}` }],
    after: ['refactor accepted'],
  },
  {
    rule: 'drivers-need-production',
    because: 'a test without an assertion',
    write: async ({ red, green }) => {
      await red(discount({ 'takes a tenth': 'discount(200)' }))
      await green(GREEN)
    },
    edits: [RED],
    after: ['red 1 accepted', ...CYCLE],
  },
  {
    rule: 'proved-tests-hold',
    because: 'a proved test that was weakened, and its code broken',
    write: async ({ red, green }) => {
      await red(RED)
      await green(GREEN)
      await red({ ...RED_TAX, ...discount({ 'takes a tenth': "assert.equal(typeof discount(200), 'number')" }) })
      await green({ ...GREEN_TAX, ...WRONG })
    },
    edits: [GREEN],
    after: [...CYCLE, 'red 2 accepted', 'green 2 accepted'],
  },
  {
    rule: 'coverage-holds',
    because: 'lines that no test runs',
    base: COVERED,
    write: async ({ red, green }) => {
      await red(RED)
      await green({ 'src/discount.js': `export function discount(total) {\n${UNCOVERED}  return total / 10\n}\n` })
    },
    edits: [GREEN],
    after: CYCLE,
  },
  {
    rule: 'attempts-are-limited',
    because: 'the last attempt',
    base: policy('{ green: { maxAttempts: 1 } }'),
    write: async ({ red, green }) => {
      await red(RED)
      await green(WRONG)
    },
    edits: [GREEN],
    after: CYCLE,
  },
  {
    rule: 'changes-are-pinned',
    because: 'a boundary that no test pins',
    base: policy('{ rules: { changes-are-pinned: error } }'),
    write: async ({ red, green }) => {
      await red(discount({ large: 'assert.equal(discount(200), 20)', small: 'assert.equal(discount(50), 0)' }))
      await green({
        'src/discount.js': 'export function discount(total) {\n  if (total > 100) return total / 10\n  return 0\n}\n',
      })
    },
    edits: [
      discount({
        large: 'assert.equal(discount(200), 20)',
        small: 'assert.equal(discount(50), 0)',
        edge: 'assert.equal(discount(100), 0)',
        above: 'assert.equal(discount(101), 10.1)',
      }),
    ],
    after: ['red 1 accepted', ...CYCLE],
  },
]
