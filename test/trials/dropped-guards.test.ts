/** What GREEN leaves out of a function: put back, a test must notice it. */
import { expect, test } from 'vitest'
import { withMutants } from '../../src/rewriting/mutants.ts'
import { getDroppedGuards } from '../../src/trials/dropped-guards.ts'
import { createBranch } from '../support/branch.ts'
import { nodeTest, SHOP_ONCE } from '../support/shop.ts'

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')

const ROWS: readonly (readonly [
  title: string,
  path: string,
  before: string,
  after: string,
  made: readonly string[],
])[] = [
  [
    'a refusal, where the body becomes an expression',
    'a.js',
    lines('const pay = (user, n) => {', "  if (!user.active) throw new Error('inactive')", '  return n', '}'),
    lines('const pay = (user, n, tip) => n + tip'),
    ["const pay = (user, n, tip) => { if (!user.active) throw new Error('inactive')\nreturn (n + tip) }\n"],
  ],
  [
    'a refusal of a method, and a call',
    'a.ts',
    lines(
      'class A {',
      '  pay(n: number) {',
      '    if (this.closed) {',
      '      return 0',
      '    }',
      '    audit(n)',
      '    return n',
      '  }',
      '}',
    ),
    lines('class A {', '  pay(n: number) {', '    return n * 2', '  }', '}'),
    [
      lines(
        'class A {',
        '  pay(n: number) {',
        '    if (this.closed) {',
        '      return 0',
        '    }',
        '    return n * 2',
        '  }',
        '}',
      ),
      lines('class A {', '  pay(n: number) {', '    audit(n)', '    return n * 2', '  }', '}'),
    ],
  ],
  [
    'Python, with another indentation',
    'a.py',
    lines(
      'class A:',
      '    def pay(self, user, n):',
      '        if not user.active:',
      '            raise Error(n)',
      '        return n',
    ),
    lines('class A:', '  def pay(self, user, n):', '    return n * 2'),
    [
      lines(
        'class A:',
        '  def pay(self, user, n):',
        '    if not user.active:',
        '        raise Error(n)',
        '    return n * 2',
      ),
    ],
  ],
  [
    'Go',
    'a.go',
    lines('package a', 'func Pay(n, limit int) int {', '\tif n > limit {', '\t\treturn 0', '\t}', '\treturn n', '}'),
    lines('package a', 'func Pay(n, max int) int {', '\treturn n * 2', '}'),
    [
      lines(
        'package a',
        'func Pay(n, max int) int {',
        '\tif n > limit {',
        '\t\treturn 0',
        '\t}',
        '\treturn n * 2',
        '}',
      ),
    ],
  ],
  [
    'Ruby',
    'a.rb',
    lines('def pay(user, n)', '  raise Refused unless user.active?', '  n', 'end'),
    lines('def pay(user, n)', '  n * 2', 'end'),
    [lines('def pay(user, n)', '  raise Refused unless user.active?', '  n * 2', 'end')],
  ],
  [
    'one of several functions without a name',
    'a.js',
    lines(
      "on('a', (q) => {",
      "  if (!q.user) throw new Error('who')",
      '  return q',
      '})',
      "on('b', (q) => {",
      '  return 2',
      '})',
    ),
    lines("on('a', (q) => {", '  return q.all', '})', "on('b', (q) => {", '  return 2', '})'),
    [
      lines(
        "on('a', (q) => {",
        "  if (!q.user) throw new Error('who')",
        '  return q.all',
        '})',
        "on('b', (q) => {",
        '  return 2',
        '})',
      ),
    ],
  ],
  [
    'a condition that is written in another way is not left out',
    'a.js',
    lines('function f(a) {', '  if (a < 0) throw new Error()', '  return a', '}'),
    lines('function f(a) {', '  if (a <= 0) throw new RangeError()', '  return a * 2', '}'),
    [],
  ],
  [
    'a statement that moved to another function is not left out',
    'a.js',
    lines('function f(a) {', '  if (a.closed) return 0', '  return a.n', '}'),
    lines(
      'function f(a) {',
      '  return g(a) * 2',
      '}',
      'function g(a) {',
      '  if (a.closed) return 0',
      '  return a.n',
      '}',
    ),
    [],
  ],
  [
    'a function that is gone leaves nothing out',
    'a.js',
    lines('function f(a) {', '  if (a.closed) return 0', '  return a.n', '}'),
    lines('function g(a) {', '  return a.n', '}'),
    [],
  ],
  [
    'a way to compute is no guard',
    'a.js',
    lines('function f(a) {', '  let sum = 0', '  if (a.big) sum += 1', '  return sum', '}'),
    lines('function f(a) {', '  return a.n', '}'),
    [],
  ],
]

test.each(ROWS)('%s', async (_, path, before, after, made) => {
  const found = await getDroppedGuards({ path, before, after, known: after })
  expect(found.map((guard) => withMutants([guard]))).toEqual(made)
})

const PAY = lines(
  'export const pay = (user, amount) => {',
  "  if (!user.active) throw new Error('inactive')",
  '  return amount',
  '}',
)
const RED = {
  'test/tip.test.js': nodeTest('../src/pay.js', 'pay', { tip: 'assert.equal(pay({ active: true }, 5, 1), 6)' }),
}
const TWO_GUARDS = PAY.replace('  return amount', '  if (user.blocked) return 0\n  return amount')
const green = (text: string) => ({ 'src/pay.js': text })
const OLD_TEST = 'assert.equal(pay({ active: true }, 5), 5)'
const project = (tests: Readonly<Record<string, string>>) => ({
  ...SHOP_ONCE,
  'src/pay.js': PAY,
  'test/pay.test.js': nodeTest('../src/pay.js', 'pay', tests),
})

async function judge(tests: Readonly<Record<string, string>>, code: string) {
  await using branch = await createBranch(project(tests))
  await branch.red(RED)
  await branch.green(green(code))
  const { decision } = await branch.verify()
  return decision.commits[1]?.findings.filter(({ rule }) => rule === 'production-is-asked-for')
}

test('a guard that GREEN leaves out is shown where no test demands that it goes', async () => {
  const found = await judge({ pays: OLD_TEST }, 'export const pay = (user, amount, tip = 0) => amount + tip\n')
  expect(found?.map(({ message }) => message)).toEqual([
    expect.stringContaining("the removed `if (!user.active) throw new Error('inactive')` at src/pay.js:1"),
  ])
})

test('two guards that GREEN leaves out of one expression are both shown', async () => {
  await using branch = await createBranch({ ...project({ pays: OLD_TEST }), 'src/pay.js': TWO_GUARDS })
  await branch.red(RED)
  await branch.green(green('export const pay = (user, amount, tip = 0) => amount + tip\n'))
  const { decision } = await branch.verify()
  const found = decision.commits[1]?.findings.filter(({ rule }) => rule === 'production-is-asked-for')
  const message = found?.[0]?.message ?? ''
  expect(message.match(/the removed `if [^`]*`/g)).toEqual([
    "the removed `if (!user.active) throw new Error('inactive')`",
    'the removed `if (user.blocked) return 0`',
  ])
})

test('a guard that a driver demands to go is not shown', async () => {
  await using branch = await createBranch(project({ pays: OLD_TEST }))
  await branch.red({
    'test/tip.test.js': nodeTest('../src/pay.js', 'pay', { anyone: 'assert.equal(pay({ active: false }, 5), 5)' }),
  })
  await branch.green(green('export const pay = (user, amount) => amount\n'))
  const { decision } = await branch.verify()
  expect(decision.commits[1]?.findings).toEqual([])
})

const KEEPS = lines(
  'export const pay = (user, amount) => {',
  '  if (!user || user.disabled) return 0',
  '  return amount',
  '}',
)
const WIDER = KEEPS.replace(' || user.disabled', '')
  .replace('amount) =>', 'amount, tip = 0) =>')
  .replace('return amount', 'return amount + tip')

test.each([
  ['no test notices is shown', 'pay(null, 5, 1), 0', ['removed `user.disabled` at src/pay.js:2']],
  ['a driver demands to go is not shown', 'pay({ disabled: true }, 5, 1), 6', undefined],
])('an operand that GREEN leaves out of a condition and that %s', async (_, demand, shown) => {
  await using branch = await createBranch({ ...project({ pays: OLD_TEST }), 'src/pay.js': KEEPS })
  await branch.red({
    'test/tip.test.js': nodeTest('../src/pay.js', 'pay', {
      tip: 'assert.equal(pay({}, 5, 1), 6)',
      other: `assert.equal(${demand})`,
    }),
  })
  await branch.green(green(WIDER))
  const { decision } = await branch.verify()
  const found = decision.commits[1]?.findings.find(({ rule }) => rule === 'production-is-asked-for')
  expect(found?.message.match(/removed `[^`]*` at \S+\d/g)).toEqual(shown)
})
