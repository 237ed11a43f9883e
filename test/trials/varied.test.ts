/** Tests the run of the drivers' files in another order, time zone and locale: it is shown, and decides nothing. */

import { expect, test } from 'vitest'
import { toSuite } from '../../src/test-runner/runners/index.ts'
import { getVariablesFor, toHandCommand } from '../../src/test-runner/vary.ts'
import { createBranch } from '../support/branch.ts'
import { rehearse } from '../support/rehearsal.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const DAY = {
  'src/day.js':
    'export const day = (text) => new Date(text).getDate()\nexport const price = (n) => n.toLocaleString()\nexport const next = (n) => n + 1\n',
}
const DAY_RED = {
  'test/day.test.js': nodeTest('../src/day.js', 'day, next, price', {
    'is the first': "assert.equal(day('2026-01-01'), 1)",
    'shows a price': "assert.equal(price(1234.5), '1,234.5')",
    'is one more': 'assert.equal(next(1), 2)',
  }),
}
const FIRST = 'test/day.test.js > is the first'
const PRICE = 'test/day.test.js > shows a price'

test('a driver that depends on the time zone or the locale is shown with the command, alike by both jobs', async () => {
  await using branch = await createBranch(SHOP)
  await branch.red(DAY_RED)
  await branch.green(DAY)
  const rehearsal = rehearse(branch)
  const measured = (await rehearsal.measure()).decision
  const { decision, documents } = await rehearsal.judge()
  expect(decision.commits).toEqual(measured?.commits)
  expect(decision).toMatchObject({ conclusion: 'success' })
  expect(decision.commits.at(-1)?.findings).toMatchObject([
    { rule: 'flaky-test-is-shown', level: 'warn', tests: [FIRST, PRICE] },
  ])
  expect(documents.at(-1)?.evidence.varied).toEqual([
    { id: FIRST, by: ['time-zone'], command: 'TZ=America/New_York node --test test/day.test.js' },
    { id: PRICE, by: ['locale'], command: 'LANG=tr_TR.UTF-8 LC_CTYPE=C.UTF-8 node --test test/day.test.js' },
  ])
})

test('no other condition is tried once a condition explains each failure', async () => {
  await using branch = await createBranch(SHOP)
  const isFirst = { 'is the first': "assert.equal(day('2026-01-01'), 1)" }
  await branch.red({ 'test/day.test.js': nodeTest('../src/day.js', 'day', isFirst) })
  const green = await branch.green({ 'src/day.js': 'export const day = (text) => new Date(text).getDate()\n' })
  const rehearsal = rehearse(branch)
  await rehearsal.measure()
  const { documents } = await rehearsal.judge()
  expect(documents.at(-1)?.evidence.varied).toMatchObject([{ id: FIRST, by: ['time-zone'] }])
  const tree = (await branch.repo.git('rev-parse', `${green}^{tree}`)).trim()
  // The suite, its file once more, and the time zone alone. All conditions at once run on a tree with another spelling.
  expect(rehearsal.executed().filter((one) => one === tree)).toHaveLength(3)
})

const COMPANY = {
  'test/a.test.js': "import { test } from 'node:test'\n\ntest('begins', () => void (globalThis.hasBegun = true))\n",
  'test/b.test.js':
    "import assert from 'node:assert'\nimport { test } from 'node:test'\n\ntest('goes on', () => assert.ok(globalThis.hasBegun))\n",
}

test('so is a changed test of a RED that passes at once and of a NEUTRAL, but none that fails alone anyway', async () => {
  await using branch = await createBranch({ ...SHOP, ...DAY, ...COMPANY })
  await branch.commit('test: a day', DAY_RED)
  const edit = (text: string) => text.replace('\n\n', '\n// edited\n')
  await branch.commit('chore: edit\n\nPhase: neutral\n', {
    'test/day.test.js': edit(DAY_RED['test/day.test.js']),
    'test/b.test.js': edit(COMPANY['test/b.test.js']),
  })
  const { decision } = await branch.verify()
  const shown = decision.commits.flatMap(({ phase, findings }) =>
    findings.filter(({ rule }) => rule === 'flaky-test-is-shown').map(({ tests }) => [phase, tests]),
  )
  expect(shown).toEqual([
    ['red', [FIRST, PRICE]],
    ['neutral', [FIRST, PRICE]],
  ])
})

test('`test.vary` says what differs, and the level of the rule whether anything does', async () => {
  for (const settings of ['test: { vary: [order] }', 'policy: { rules: { flaky-test-is-shown: off } }']) {
    await using branch = await createBranch({ ...SHOP, '.github/tdd-gate.yml': `version: 1\n${settings}\n` })
    await branch.red(DAY_RED)
    await branch.green(DAY)
    expect((await branch.verify()).decision.commits.at(-1)).toMatchObject({ verdict: 'accepted', findings: [] })
  }
})

test('the command is that of the runner, in the folder of its suite', () => {
  const suite = { name: '', setup: null, build: null, reports: [], coverage: [] }
  const suites = [
    { ...suite, directory: 'web', command: 'vitest run {files}' },
    { ...suite, directory: '.', command: 'go test -json {files} > {reports}/go.json' },
  ].map(toSuite)
  expect(toHandCommand(suites, 'web/a.test.ts', ['order', 'time-zone'])).toBe(
    'cd web && TZ=America/New_York npx vitest run --sequence.shuffle --sequence.seed=9 a.test.ts',
  )
  expect(toHandCommand(suites, 'shop/a_test.go', ['order'])).toBe('go test -shuffle=9 ./shop')
  expect(toHandCommand(suites, 'other/a_test.rb', ['order'])).toBeNull()
})

test('noon of Greenwich is the same day in the other time zone: a date that is made from it does not change', () => {
  const { TZ: timeZone } = getVariablesFor(['time-zone'])
  const toDay = (stamp: string) => new Intl.DateTimeFormat('en', { day: 'numeric', timeZone }).format(new Date(stamp))
  expect([toDay('2026-03-05T12:00:00Z'), toDay('2026-03-05T00:00:00Z')]).toEqual(['5', '4'])
})
