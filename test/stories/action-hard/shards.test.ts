import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Branch, createBranch } from '../../support/branch.ts'
import { folderOf } from '../../support/folder.ts'
import type { JobEnd } from '../../support/job-end.ts'
import { openOfflineJobs, verdictsOf } from '../../support/offline-jobs.ts'
import type { Files } from '../../support/repository.ts'

const NODE =
  'node --test --test-shard={shard} --test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/n.ndjson {files}'
const VITEST =
  'node_modules/.bin/vitest run --shard={shard} --reporter=json --outputFile={reports}/v.json --passWithNoTests {files}'

interface Dialect {
  readonly command: string
  readonly report: string
  readonly head: string
  /** Runners that take seconds to start tell the shorter story. */
  readonly cycles: 1 | 2
}
const NODE_TEST: Dialect = {
  cycles: 2,
  command: NODE,
  report: '{reports}/n.ndjson',
  head: "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nconst same = assert.equal\n",
}
const VITEST_TEST: Dialect = {
  cycles: 1,
  command: VITEST,
  report: '{reports}/v.json',
  head: "import { expect, test } from 'vitest'\nconst same = (a, b) => expect(a).toBe(b)\n",
}

const config = ({ command, report }: Dialect, shards: number) =>
  `version: 1\ntest:\n  command: ${command}\n  reports: ['${report}']\n  shards: ${shards}\n`
const testOf = ({ head }: Dialect, name: string, value: number) =>
  `${head}import { value } from '../src/${name}.js'\ntest('${name}', () => same(value, ${value}))\n`
const source = (value: number) => `export const value = ${value}\n`

/** Files whose tests lie in different slices, one of which fails and will; a cycle each, one refused in the middle. */
async function createStory(dialect: Dialect, shards: number): Promise<Branch> {
  const names = ['a', 'c', 'e', 'g']
  const base: Files = {
    '.gitignore': 'node_modules\n',
    'package.json': '{ "type": "module" }\n',
    '.github/tdd-gate.yml': config(dialect, shards),
    ...Object.fromEntries(names.map((name) => [`src/${name}.js`, source(1)])),
    ...Object.fromEntries(names.map((name) => [`test/${name}.test.js`, testOf(dialect, name, name === 'g' ? 2 : 1)])),
  }
  const branch = await createBranch(base)
  await branch.red({ 'test/b.test.js': testOf(dialect, 'b', 1) }, '1')
  await branch.green({ 'src/b.js': source(1), 'src/a.js': source(3) }, '1')
  await branch.green({ 'src/a.js': source(1) }, '1')
  if (dialect.cycles === 1) return branch
  await branch.red({ 'test/d.test.js': testOf(dialect, 'd', 1) }, '2')
  await branch.green({ 'src/d.js': source(1) }, '2')
  return branch
}

const VERDICTS = ['red 1 accepted', 'green 1 rejected', 'green 1 accepted', 'red 2 accepted', 'green 2 accepted']

/** Of what `verify` says on one machine, without shards. */
const verdictsOfVerify = async (branch: Branch) => {
  const { decision } = await branch.verify()
  return decision.commits.map(({ phase, subtask, verdict }) => `${phase} ${subtask} ${verdict}`)
}

describe.each([
  ['node:test', NODE_TEST, 3],
  ['vitest', VITEST_TEST, 2],
] as const)('%s in shards', (_, dialect, count) => {
  test('is judged as it is without, and only when every shard is there once and whole', async () => {
    await using branch = await createStory(dialect, count)
    const jobs = await openOfflineJobs(branch)
    const measured = await jobs.runShards(count)
    expect(measured.map(({ conclusion }) => conclusion)).toEqual(measured.map(() => 'success'))
    for (const one of measured) {
      expect(one.annotations).toEqual([])
      expect(one.outputs['conclusion']).toBe('in_progress')
      expect(one.result).toContain('Measured, and not judged')
    }
    const judged = await jobs.judge(measured)
    expect(verdictsOf(judged), judged.log).toEqual(VERDICTS.slice(0, 1 + 2 * dialect.cycles))
    expect(judged.outputs['conclusion']).toBe('success')
    if (dialect === NODE_TEST) {
      expect(await verdictsOfVerify(branch)).toEqual(VERDICTS)
      await refuses(jobs.judge, measured)
    }
  })
})

/** @param judge with the recordings of some shards */
async function refuses(
  judge: (measured: readonly Pick<JobEnd, 'folder'>[]) => Promise<JobEnd>,
  all: readonly JobEnd[],
) {
  const [first, second, third] = all
  if (!first || !second || !third) throw new Error('There are three shards.')
  const cases = [
    [[first, second], 'shard 3 of 3 is missing'],
    [[first, second, third, second], 'shard 2 of 3 is there twice'],
    [[first, cutOff(second), third], 'shard 2 of 3 was cut off'],
  ] as const
  const judged = await Promise.all(cases.map(([measured]) => judge(measured)))
  for (const [n, ran] of judged.entries()) {
    expect(ran.outputs['conclusion']).toBe('unmeasurable')
    expect(ran.exitCode).toBe(1)
    expect(ran.result).toContain(cases[n]?.[1])
    expect(ran.result).toContain('re-run all jobs of the workflow')
  }
}

/** As a job leaves it that was ended after its second execution. */
function cutOff({ folder }: JobEnd): { readonly folder: string } {
  const copy = folderOf({})
  cpSync(folder, copy, { recursive: true })
  const path = join(copy, 'recording/executions.jsonl')
  const lines = readFileSync(path, 'utf8').split('\n')
  rmSync(path)
  writeFileSync(path, `${lines.slice(0, 2).join('\n')}\n`)
  return { folder: copy }
}
