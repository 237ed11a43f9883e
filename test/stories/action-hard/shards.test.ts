import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Branch, createBranch } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import type { JobEnd } from '../../support/job-end.ts'
import { getVerdicts, openOfflineJobs } from '../../support/offline-jobs.ts'
import type { Files } from '../../support/repository.ts'
import { nodeTest } from '../../support/shop.ts'

const COUNT = 3
const CONFIG = `version: 1
test:
  command: node --test --test-isolation=none --test-shard={shard} --test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/n.ndjson {files}
  reports: ['{reports}/n.ndjson']
  shards: ${COUNT}
  reruns: 1
`
const getTest = (name: string, value: number) =>
  nodeTest(`../src/${name}.js`, 'value', { [name]: `assert.equal(value, ${value})` })
const source = (value: number) => `export const value = ${value}\n`

/** Files whose tests lie in different slices, one of which fails and will; a cycle, refused in the middle. */
async function createStory(): Promise<Branch> {
  const names = ['a', 'c', 'e', 'g']
  const base: Files = {
    '.gitignore': 'node_modules\n',
    'package.json': '{ "type": "module" }\n',
    '.github/tdd-gate.yml': CONFIG,
    ...Object.fromEntries(names.map((name) => [`src/${name}.js`, source(1)])),
    ...Object.fromEntries(names.map((name) => [`test/${name}.test.js`, getTest(name, name === 'g' ? 2 : 1)])),
  }
  const branch = await createBranch(base)
  await branch.red({ 'test/b.test.js': getTest('b', 1) }, '1')
  await branch.green({ 'src/b.js': source(1), 'src/a.js': source(3) }, '1')
  await branch.green({ 'src/a.js': source(1) }, '1')
  return branch
}

const VERDICTS = ['red 1 accepted', 'green 1 rejected', 'green 1 accepted']

/** Of what `verify` says on one machine, without shards. */
const verdictsOfVerify = async (branch: Branch) => {
  const { decision } = await branch.verify()
  return decision.commits.map(({ phase, subtask, verdict }) => `${phase} ${subtask} ${verdict}`)
}

test('a suite in shards is judged as it is without, and only when every shard is there once and whole', async () => {
  await using branch = await createStory()
  const jobs = await openOfflineJobs(branch)
  const measured = await jobs.runShards(COUNT)
  expect(measured.map(({ conclusion }) => conclusion)).toEqual(measured.map(() => 'success'))
  for (const one of measured) {
    expect(one.annotations).toEqual([])
    expect(one.outputs['conclusion']).toBe('in_progress')
    expect(one.result).toContain('Measured, not judged yet')
  }
  const judged = await jobs.judge(measured)
  expect(getVerdicts(judged), judged.log).toEqual(VERDICTS)
  expect(judged.outputs['conclusion']).toBe('success')
  expect(await verdictsOfVerify(branch)).toEqual(VERDICTS)
  await refuses(jobs.judge, measured)
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
    [[first, truncate(second), third], 'shard 2 of 3 was cut off'],
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
function truncate({ folder }: JobEnd): { readonly folder: string } {
  const copy = getFolder({})
  cpSync(folder, copy, { recursive: true })
  const path = join(copy, 'recording/executions.jsonl')
  const lines = readFileSync(path, 'utf8').split('\n')
  rmSync(path)
  writeFileSync(path, `${lines.slice(0, 2).join('\n')}\n`)
  return { folder: copy }
}
