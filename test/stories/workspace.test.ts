/** A workspace of several packages: each suite runs where it is touched, and all of them at the head. */
import { expect, test } from 'vitest'
import { toVerifyText } from '../../src/render/gate-report/verify-text.ts'
import { suitesSection } from '../../src/render/text/suite-table.ts'
import { createBranch } from '../support/branch.ts'
import { getFolder } from '../support/folder.ts'
import { rehearse } from '../support/rehearsal.ts'

const ADD = 'export const add = (a, b) => a + b\n'
const DOUBLE = 'export const double = (n) => n * 2\n'
const json = JSON.stringify
const NODE = {
  command:
    'node --test --test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/node.ndjson {files}',
  reports: ['{reports}/node.ndjson'],
}
const run = (name: string, uses: object = {}) => ({
  [`packages/${name}/package.json`]: json({
    name,
    type: 'module',
    scripts: { test: 'node --test' },
    dependencies: uses,
  }),
})
const unit = (call: string, value: number, from: string) =>
  `import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport * as it from '${from}'\ntest('${call}', () => assert.equal(it.${call}, ${value}))\n`
const BASE = {
  'package.json': json({ workspaces: ['packages/*'], scripts: { test: 'npm test --workspaces' } }),
  ...run('core'),
  ...run('web', { core: '*' }),
  ...run('docs'),
  'packages/core/index.js': ADD,
  'packages/core/add.test.js': unit('add(1, 2)', 3, './index.js'),
  'packages/web/index.js': "import { add } from '../core/index.js'\nexport const total = (n) => add(n, n)\n",
  'packages/web/total.test.js': unit('total(2)', 4, './index.js'),
  'packages/docs/index.js': "import { add } from '../core/index.js'\nexport const title = () => add(10, 0)\n",
  'packages/docs/title.test.js': unit('title()', 10, './index.js'),
}

test('a suite that a commit cannot reach keeps its result, all suites run at the head, and one table shows them', async () => {
  await using branch = await createBranch(BASE, { cacheDir: getFolder({}) })
  await branch.red({ 'packages/core/double.test.js': unit('double(3)', 6, './index.js') })
  await branch.green({ 'packages/core/index.js': `${ADD}${DOUBLE}` })
  await branch.refactor({ 'packages/docs/b.js': 'export const one = 1\n' })
  // The package `docs` uses `core` without naming it.
  await branch.refactor({ 'packages/core/index.js': `${ADD.replace('a + b', 'a > 9 ? 0 : a + b')}${DOUBLE}` })
  const { decision, verdicts } = await branch.verify()
  const honest = ['red accepted', 'green accepted', 'refactor accepted']
  expect(verdicts).toEqual([...honest, 'refactor rejected: suite-is-green'])
  const own = decision.commits.map(({ suites = [] }) => suites.flatMap(({ name, isOwn }) => (isOwn ? [name] : [])))
  const all = ['packages/core', 'packages/docs', 'packages/web']
  expect(own).toEqual([[], ['packages/core', 'packages/web'], ['packages/docs'], all])
  const page = toVerifyText(decision, { base: 'a', head: 'b', sequence: 'commits', notes: [] })
  expect(page).toMatch(/Suites\n +packages\/core +2 tests +none fails +at 2 of 3 whole runs\n/)
  expect(suitesSection(decision).join('\n')).toContain('| `packages/docs` | 1 | 1 | at 2 of 3 whole runs |')
  const jobs = rehearse(branch)
  await jobs.measure()
  expect((await jobs.judge()).decision).toEqual(decision)
})

test('a suite whose tool is missing leaves its commits unmeasured, and the others show their results', async () => {
  const suites = [
    { name: 'web', command: 'no-such-tool', reports: ['{reports}/web.xml'] },
    { name: 'core', directory: 'packages/core', ...NODE },
  ]
  await using branch = await createBranch(
    { ...BASE, '.github/tdd-gate.yml': json({ version: 1, test: { suites } }) },
    { cacheDir: getFolder({}) },
  )
  await branch.refactor({ 'packages/core/index.js': ADD.replace('+', '-') })
  const { decision, verdicts, conclusion } = await branch.verify()
  expect([conclusion, ...verdicts]).toEqual(['unmeasurable', 'refactor unmeasured: measurement-agrees'])
  expect(decision.commits[0]?.findings[0]).toMatchObject({ message: expect.stringContaining('web: `no-such-tool`') })
  const page = toVerifyText(decision, { base: 'a', head: 'b', sequence: 'commits', notes: [] })
  expect(page).toMatch(/Suites\n +web +0 tests +unmeasured \(command\) +at 1 of 1 whole run\n +core +1 test +1 failing/)
  expect(suitesSection(decision).join('\n')).toContain('| `web` | 0 | unmeasured (command) | at 1 of 1 whole run |')
  const jobs = rehearse(branch)
  await jobs.measure()
  expect((await jobs.judge()).decision).toEqual(decision)
})
