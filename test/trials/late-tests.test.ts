/** A commit of tests settles what earlier commits left: small changes of their code that no test noticed. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { nodeTest, SHOP_ONCE } from '../support/shop.ts'

const PROJECT = {
  ...SHOP_ONCE,
  '.github/tdd-gate.yml': 'version: 1\ntest: { reruns: 1, mutants: [conditions, arithmetic] }\n',
}
const CODE = {
  'src/discount.js':
    'export function discount(total, rate = 1) {\n  if (total > 100) return (total / 10) * rate\n  return 0\n}\n',
}
const testsOf = (name: string, tests: Readonly<Record<string, string>>) => ({
  [`test/${name}.test.js`]: nodeTest('../src/discount.js', 'discount', tests),
})
const DRIVERS = testsOf('discount', {
  large: 'assert.equal(discount(200), 20)',
  small: 'assert.equal(discount(50), 0)',
})
const EDGE = 'assert.equal(discount(100), 0)'
const RATE = 'assert.equal(discount(200, 2), 40)'
const BOUNDARY = 'src/discount.js:2 has `total >= 100` for `total > 100`'
const FACTOR = 'src/discount.js:2 has `(total / 10) / rate` for `(total / 10) * rate`'
const AT_ONCE = (tests: string) =>
  `characterization-is-approved: New tests pass at once, so they describe behaviour that exists: ${tests}`

const CASES = [
  ['that notice all of them: neither commit is shown any more', { edge: EDGE, rate: RATE }, []],
  [
    'that notice one of two: the other one is still shown',
    { edge: EDGE },
    [`changes-are-pinned: No test noticed 1 of 3 small changes that the gate made: ${FACTOR}`],
  ],
  [
    'that notice none: both commits are shown',
    { other: 'assert.equal(discount(300), 30)' },
    [
      `changes-are-pinned: No test noticed 2 of 3 small changes that the gate made: ${BOUNDARY}, ${FACTOR}`,
      AT_ONCE('test/edges.test.js > other'),
    ],
  ],
  [
    'of which one notices nothing: it is shown',
    { edge: EDGE, other: 'assert.equal(discount(300), 30)', rate: RATE },
    [AT_ONCE('test/edges.test.js > other')],
  ],
] as const

test.each(CASES)('tests %s', async (_, late, shown) => {
  await using branch = await createBranch(PROJECT)
  await branch.red(DRIVERS)
  await branch.green(CODE)
  await branch.commit('test: edges\n\nPhase: characterize\n', testsOf('edges', late))
  const { decision, verdicts } = await branch.verify()
  expect(verdicts).toEqual(['red accepted', 'green accepted', 'red accepted'])
  expect(
    decision.commits.flatMap(({ findings }) => findings.map(({ rule, message }) => `${rule}: ${message}`)),
  ).toEqual(shown)
})

const READ = "import('node:fs').then(({ readFileSync }) => readFileSync('src/discount.js', 'utf8'))"
const CHEATS = [
  ['its words', `assert.match(await ${READ}, /total > 100\\) return \\(total \\/ 10\\) \\* rate/)`],
  ['an operator', `const code = await ${READ}\n  assert.ok(code.includes('10) * rate') && code.includes('total > '))`],
  ['a sign that it lacks', `assert.equal((await ${READ}).match(/=(?! 1\\))/), null)`],
  ['itself', "assert.equal(discount.toString().split('=').length, 2)\n  await null"],
  ['its length', `assert.equal((await ${READ}).length, ${CODE['src/discount.js'].length})`],
] as const

test.each(CHEATS)('a test that reads the code, here %s, settles nothing', async (_, body) => {
  await using branch = await createBranch(PROJECT)
  await branch.red(DRIVERS)
  await branch.green(CODE)
  const [[path, text] = ['', '']] = Object.entries(testsOf('edges', { reads: body }))
  await branch.commit('test: edges\n\nPhase: characterize\n', { [path]: text.replace('() => {', 'async () => {') })
  const { decision, verdicts } = await branch.verify()
  expect(verdicts.at(-1)).toBe('red accepted')
  expect(decision.commits.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toEqual([
    'changes-are-pinned',
    'characterization-is-approved',
  ])
})

test('a line of the earlier commit is held as its driver holds it, and no change counts as unnoticed', async () => {
  await using branch = await createBranch(PROJECT)
  await branch.red(DRIVERS)
  await branch.green(CODE)
  await branch.commit('test: edges', testsOf('edges', { edge: EDGE, rate: RATE }))
  const { decision } = await branch.verify()
  expect(decision.commits[1]?.lines?.find(({ first }) => first === 2)).toMatchObject({
    by: 'driver',
    test: 'test/discount.test.js > large',
  })
  expect(decision.commits[1]?.tried?.filter(({ result, lines }) => lines && result === 'unnoticed')).toEqual([])
})

test('code that changed since is not asked about', async () => {
  await using branch = await createBranch(PROJECT)
  await branch.red(DRIVERS)
  await branch.green(CODE)
  await branch.refactor({
    'src/discount.js': CODE['src/discount.js']
      .replace('function discount', 'function  discount')
      .replace('{\n', '{\n\n'),
  })
  await branch.commit('test: edges', testsOf('edges', { edge: EDGE, rate: RATE }))
  const { decision } = await branch.verify()
  expect(decision.commits[1]?.findings.map(({ rule }) => rule)).toEqual(['changes-are-pinned'])
})
