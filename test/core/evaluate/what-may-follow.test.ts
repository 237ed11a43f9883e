/** The page of phases says what may follow what, as the decision does: each cell is a pull request that is judged. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openPull, type Pull } from '../story.ts'

const ADDS = 'cart.test.ts > adds'
const ROUNDS = 'price.test.ts > rounds'
const OLD = 'old.test.ts > works'
const TEST = { 'cart.test.ts': 'v1' }
const CODE = { 'src/cart.ts': 'v1' }

type Step = (pull: Pull) => unknown

const red: Step = (pull) => pull.red(TEST, { [ADDS]: 'failed' }, { task: '1' })
const attempt: Step = (pull) => pull.green(CODE, {}, { task: '1' })
const green: Step = (pull) => pull.green({ 'src/cart.ts': 'v2' }, { [ADDS]: 'passed' }, { task: '1' })

/** What stands on the branch. */
const STATES: readonly (readonly [string, readonly Step[]])[] = [
  ['nothing', []],
  ['a RED', [red]],
  ['a RED and an attempt', [red, attempt]],
  ['a RED and its GREEN', [red, green]],
  ['a rejected commit', [(pull) => pull.green({ 'src/tax.ts': 'v1' }, {}, { task: '1' })]],
]
const NEXT: readonly (readonly [string, Step])[] = [
  ['RED of another subtask', (pull) => pull.red({ 'price.test.ts': 'v1' }, { [ROUNDS]: 'failed' }, { task: '2' })],
  ['RED of the same subtask', (pull) => pull.red({ 'price.test.ts': 'v1' }, { [ROUNDS]: 'failed' }, { task: '1' })],
  ['GREEN that passes', (pull) => pull.green({ 'src/cart.ts': 'v3' }, { [ADDS]: 'passed' }, { task: '1' })],
  ['GREEN that fails still', (pull) => pull.green({ 'src/cart.ts': 'v4' }, {}, { task: '1' })],
  ['REFACTOR', (pull) => pull.refactor({ 'src/old.ts': 'v1' }, {}, { task: '1' })],
  [
    'tests that pass, as `characterize`',
    (pull) => pull.commit({ 'price.test.ts': 'v1' }, { [ROUNDS]: 'passed' }, { phase: 'characterize' }),
  ],
  ['documents', (pull) => pull.commit({ 'README.md': 'v1' })],
  [
    'tests and code at once',
    (pull) => pull.commit({ 'price.test.ts': 'v1', 'src/price.ts': 'v1' }, { [ROUNDS]: 'passed' }),
  ],
  ['a commit that breaks a test', (pull) => pull.refactor({ 'src/old.ts': 'v1' }, { [OLD]: 'failed' })],
]

function judge(before: readonly Step[], next: Step): string {
  const pull = openPull()
  for (const step of [...before, next]) step(pull)
  const commit = pull.decision().commits.at(-1)
  const broken = commit?.findings.filter(({ level }) => level === 'error').map(({ rule }) => rule) ?? []
  return commit?.verdict === 'rejected'
    ? broken.map((rule) => `[\`${rule}\`](rules.md#${rule})`).join(', ')
    : (commit?.verdict ?? '')
}

test('the table of the page is what the decision says', () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const table =
    row(['the commit', ...STATES.map(([name]) => `after ${name}`)]) +
    row(['---', ...STATES.map(() => '---')]) +
    NEXT.map(([name, next]) => row([name, ...STATES.map(([, before]) => judge(before, next))])).join('')
  const page = readFileSync('docs/reference/phases.md', 'utf8')
  expect(page.split(/<!-- \/?what-may-follow -->\n/)[1]).toBe(`\n${table}\n`)
})
