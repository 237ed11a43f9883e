import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBranch } from '../../support/branch.ts'
import type { JobEnd } from '../../support/job-end.ts'
import { openOfflineJobs } from '../../support/offline-jobs.ts'
import { SHOP } from '../../support/shop.ts'

const SECRET = 's3cr3t-"quoted"&<odd>-0123456789'
const WRITINGS = [SECRET, JSON.stringify(SECRET).slice(1, -1), SECRET.replaceAll('&', '&amp;').replaceAll('<', '&lt;')]
const HIDDEN = [...WRITINGS, Buffer.from(SECRET).toString('base64').replace(/=+$/, '')]
/** What would come alive in a job's log: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions */
const COMMANDS = [
  '::error::forged',
  '::warning file=x::forged',
  '##[error]forged',
  '::add-mask::success',
  '::set-output name=conclusion::success',
  '::stop-commands::forged',
  '::forged::',
  '##vso[task.complete result=Succeeded;]forged',
]
const printed = COMMANDS.map((line) => line.replaceAll('\n', ' ')).join('\\n')

const CONFIG = `version: 1
test:
  command: node --test --test-isolation=none --test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/n.ndjson --test-reporter=spec --test-reporter-destination=stdout {files}
  reports: ['{reports}/n.ndjson']
  env: [API_KEY]
`
const HOSTILE = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { price } from '../src/price.js'
const key = process.env.API_KEY
console.log('${printed}\\n' + key)
console.error('${printed}\\n' + key)
test('prints ' + key + '\\n${printed}', () => {
  console.log('${printed}')
  assert.equal(price, 1, '\\n${printed}\\n' + key + Buffer.from(key).toString('base64'))
})
test('price', () => assert.equal(price, 1, '${printed}'))
`

async function createHostile() {
  const branch = await createBranch({
    ...SHOP,
    '.github/tdd-gate.yml': CONFIG,
    'src/price.js': 'export const price = 1\n',
  })
  await branch.red({ 'test/price.test.js': HOSTILE.replaceAll('price, 1', 'price, 2') }, '1')
  await branch.green({ 'src/price.js': 'export const price = 3\n' }, '1')
  return branch
}

/** Lines that the runner would act upon. */
function alive(raw: string): readonly string[] {
  let stopped: string | null = null
  const lines: string[] = []
  for (const line of raw.split(/\r?\n/)) {
    if (stopped !== null) {
      if (line.trim() === `::${stopped}::`) stopped = null
      continue
    }
    const [, token] = /^\s*::stop-commands::(.+)$/.exec(line) ?? []
    if (token !== undefined) stopped = token
    else if (/^\s*::|##\[|##vso/.test(line)) lines.push(line)
  }
  return lines
}

function expectHarmless(ran: JobEnd): void {
  const ours = /^::(?:add-mask::|(?:error|warning|notice) [^:]*title=)/
  expect(alive(ran.raw).filter((line) => !ours.test(line))).toEqual([])
  expect(ran.annotations.filter(({ message }) => message === 'forged' || message.startsWith('forged'))).toEqual([])
  expect(ran.masked).not.toContain('success')
  expect(ran.outputs['conclusion'] ?? '').not.toBe('success')
  expect(ran.result).toMatch(/^TDD-GATE RESULT/)
}

/** Names of files, and the job's own words, in which the secret can be read. */
function leaks({ folder, raw, summary, outputs }: JobEnd): readonly string[] {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'latin1')] as const)
  const result = [...texts, ['log', raw], ['summary', summary], ['outputs', JSON.stringify(outputs)]] as const
  return result.flatMap(([name, text]) => (HIDDEN.some((secret) => text.includes(secret)) ? [name] : []))
}

test('no output of tests becomes a command, and no secret of theirs is stored or shown', async () => {
  await using branch = await createHostile()
  const jobs = await openOfflineJobs(branch)
  const env = { API_KEY: SECRET }
  const [gated, measured] = [await jobs.run('gate', { env }), await jobs.run('measure', { env })]
  const judged = await jobs.judge([measured])
  for (const ran of [gated, measured, judged]) {
    expectHarmless(ran)
    expect(leaks(ran)).toEqual([])
  }
  for (const ran of [gated, judged]) {
    expect(ran.outputs['conclusion']).toBe('in_progress')
    expect(ran.read('report.html')).toContain('***')
    expect(ran.read('commits.txt')).toMatch(/\tred\t1\taccepted\t.*\n.*\tgreen\t1\tattempt\t/)
  }
})
