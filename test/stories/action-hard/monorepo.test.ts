import { expect, test } from 'vitest'
import { createBranch } from '../../support/branch.ts'
import { getVerdicts, openOfflineJobs } from '../../support/offline-jobs.ts'
import { nodeTest } from '../../support/shop.ts'

const CONFIG = `version: 1
test:
  reruns: 1
  suites:
    - name: api
      directory: packages/api
      command: node --test --test-isolation=none --test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/n.ndjson {files}
      reports: ['{reports}/n.ndjson']
    - name: web
      directory: packages/web
      command: ../../node_modules/.bin/vitest run --root . --reporter=json --outputFile={reports}/v.json --retry=0 {files}
      reports: ['{reports}/v.json']
`
const webTest = (value: number) =>
  `import { expect, test } from 'vitest'\nimport { page } from '../src/page.js'\ntest('page', () => expect(page).toBe(${value}))\n`

interface Executed {
  readonly kind: string
  readonly request: { readonly files: readonly string[] | null }
  readonly launches: readonly { readonly suite: string }[]
}

test('a monorepo: a RED and its GREEN run in their own suite, the other suite runs at the base and at the head', async () => {
  await using branch = await createBranch({
    '.gitignore': 'node_modules\n',
    'package.json': '{ "type": "module" }\n',
    '.github/tdd-gate.yml': CONFIG,
    'packages/api/src/total.js': 'export const total = 3\n',
    'packages/api/test/total.test.js': nodeTest('../src/total.js', 'total', { adds: 'assert.equal(total, 3)' }),
    'packages/web/src/page.js': 'export const page = 1\n',
    'packages/web/test/page.test.js': webTest(1),
  })
  const rate = nodeTest('../src/rate.js', 'rate', { adds: 'assert.equal(rate, 5)' })
  await branch.red({ 'packages/api/test/rate.test.js': rate }, '1')
  await branch.green({ 'packages/api/src/rate.js': 'export const rate = 5\n' }, '1')
  await branch.refactor({ 'packages/web/src/page.js': 'export const page = 2\n' })
  const jobs = await openOfflineJobs(branch)
  const measured = await jobs.run('measure')
  const judged = await jobs.judge([measured])
  expect(getVerdicts(judged), judged.log).toEqual(['red 1 accepted', 'green 1 accepted', 'refactor - rejected'])
  expect(judged.log).toContain('[web] packages/web/test/page.test.js > page')
  const lines = measured.read('recording/executions.jsonl').trimEnd().split('\n')
  const executed = lines.map((line) => JSON.parse(line) as Executed).filter(({ kind }) => kind === 'execution')
  const aimed = executed.filter(({ request }) => request.files !== null)
  for (const { request, launches } of aimed)
    expect(launches.map(({ suite }) => suite)).toEqual(getSuites(request.files))
  const whole = executed.filter(({ request }) => request.files === null)
  // The base, GREEN, the head, and the results before it once more: a test fails at the head.
  expect(whole.flatMap(({ launches }) => launches.map(({ suite }) => suite))).toEqual(
    [['api', 'web'], ['api'], ['api', 'web'], ['api', 'web']].flat(),
  )
})

const getSuites = (files: readonly string[] | null): readonly string[] =>
  ['api', 'web'].filter((name) => files?.some((file) => file.startsWith(`packages/${name}/`)))
