/** Tests `mode: gate` on a pull request: one job measures, judges and reports. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLog } from '../../../src/evidence/log.ts'
import { readEvidenceManifest } from '../../../src/evidence/manifest.ts'
import { type JobEnd, type Jobs, openJobs, type WorkflowEnd } from '../../support/action-job.ts'
import { type Branch, createBranch } from '../../support/branch.ts'
import type { Files } from '../../support/repository.ts'
import { GREEN, nodeTest, RED, SHOP_ONCE, WRONG } from '../../support/shop.ts'

const WEAKENED: Files = {
  ...WRONG,
  'test/discount.test.js': nodeTest('../src/discount.js', 'discount', { 'takes a tenth': 'discount(200)' }),
  'src/cart.js': 'export const total = () => 4\n',
}
const SILENT: Files = { 'src/discount.js': 'export const discount = () => process.exit(0)\n' }

describe('success', () => {
  let branch: Branch
  let jobs: Jobs
  let gate: JobEnd
  let workflow: WorkflowEnd
  beforeAll(async () => {
    branch = await createBranch(SHOP_ONCE)
    await branch.red(RED, '1.1')
    await branch.green(GREEN, '1.1')
    jobs = await openJobs(branch)
    gate = await jobs.run()
    workflow = await jobs.runWorkflow()
  })
  afterAll(async () => {
    await jobs[Symbol.asyncDispose]()
    await branch[Symbol.asyncDispose]()
  })

  test('passes without a complaint, and says what was proved', () => {
    expect(gate).toMatchObject({ exitCode: 0, conclusion: 'success', annotations: [], deprecated: [] })
    expect(gate.outputs).toMatchObject({ conclusion: 'success', phase: 'green', subtask: '1.1', next: '' })
    expect(gate.summary).toContain('tdd-gate: ready for review')
    expect(gate.result).toMatch(
      /^TDD-GATE RESULT: success\nwhy: 2 commits accepted, no plan was given\n[\s\S]*\nTDD-GATE END\n*$/,
    )
    expect(gate.result).toContain('trust: self-published')
  })

  test('asks for no token, writes nothing to GitHub, and changes nothing of the checkout', () => {
    expect(jobs.github.audiences).toHaveLength(1)
    expect(jobs.github.writes()).toEqual([])
    expect(jobs.statusOf(gate)).toBe('')
  })

  test('the report stands for itself: no script, nothing from elsewhere', () => {
    for (const { outputs, folder } of [gate, workflow.judge])
      expect(outputs['report-path']).toBe(`${folder}/report.html`)
    const html = gate.read('report.html')
    expect(html).toContain('<!doctype html>')
    expect(html).not.toMatch(/<script|\son\w+\s*=|javascript:|<link|<iframe|@import|src\s*=/i)
  })

  test.each(['gate', 'measure', 'judge'] as const)(
    'the folder of %s: every file with its digest, and an unchanged log',
    (mode) => {
      const end = mode === 'gate' ? gate : workflow[mode]
      const manifest = readEvidenceManifest(end.read('manifest.json'))
      const listed = Object.fromEntries(manifest.files.map(({ path, sha256, bytes }) => [path, `${sha256} ${bytes}`]))
      const written = end.files().filter((path) => path !== 'manifest.json' && !path.startsWith('recording/'))
      expect(listed).toEqual(Object.fromEntries(written.map((path) => [path, toDigest(end, path)])))
      expect(verifyLog(end.read('log.jsonl'), manifest.lastLogHash)).toEqual([])
      expect(manifest).toMatchObject({ conclusion: 'success', run: { id: String(end.runId), event: 'pull_request' } })
    },
  )

  test.each(['gate', 'judge'] as const)('what %s decided from is all there, commit by commit', (mode) => {
    const end = mode === 'gate' ? gate : workflow[mode]
    const { commits } = readEvidenceManifest(end.read('manifest.json'))
    expect(commits.map(({ phase, verdict }) => `${phase} ${verdict}`)).toEqual(['red accepted', 'green accepted'])
    const results = commits.flatMap(({ testResults }) => testResults)
    expect(results.length).toBeGreaterThanOrEqual(4)
    for (const path of results) expect(end.files()).toContain(path)
    for (const { sha } of commits) expect(end.files()).toContain(`evidence/${sha}.json`)
    expect(end.read('commits.txt').split('\n').filter(Boolean)).toHaveLength(commits.length)
  })
})

test('failure: at file and line, in the result, the summary, the outputs, and as a failed step', async () => {
  const end = await getGate(async (branch) => {
    await branch.red(RED, '1.1')
    await branch.green(WEAKENED, '1.1')
  })
  expect(end).toMatchObject({ exitCode: 1, conclusion: 'failure', outputs: { conclusion: 'failure', phase: 'green' } })
  expect(end.annotations).toContainEqual(
    expect.objectContaining({
      level: 'error',
      file: 'test/discount.test.js',
      title: expect.stringMatching(/^green-keeps-tests at /),
    }),
  )
  expect(end.annotations).toContainEqual(
    expect.objectContaining({
      level: 'error',
      file: 'test/cart.test.js',
      line: 6,
      message: expect.stringContaining('4 !== 3'),
    }),
  )
  expect(end.result).toMatch(/^TDD-GATE RESULT: failure\n[\s\S]*FINDING green-keeps-tests \(error\)/)
  expect(end.result).toMatch(/\nNEXT fix/)
  expect(JSON.parse(end.outputs['next'] ?? '')).toMatchObject({
    action: 'fix',
    phase: 'green',
    subtask: '1.1',
    commands: expect.any(Array),
  })
  expect(end.summary).toContain('green-keeps-tests')
})

test('in progress: nothing is broken, and nothing passes before it is finished', async () => {
  const end = await getGate(async (branch) => {
    await branch.red(RED, '1.1')
    await branch.green(WRONG, '1.1')
  })
  expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'in_progress', phase: 'green', subtask: '1.1' } })
  expect(JSON.parse(end.outputs['next'] ?? '')).toMatchObject({
    action: 'make-tests-pass',
    drivers: ['test/discount.test.js > takes a tenth'],
    limits: { maxAttempts: 3 },
  })
  expect(end.result).toContain('NEXT make-tests-pass')
  expect(end.annotations.length).toBeGreaterThan(0)
})

test('unmeasurable: a suite that ends without a word proves nothing', async () => {
  const end = await getGate(async (branch) => {
    await branch.red(RED, '1.1')
    await branch.green(SILENT, '1.1')
  })
  expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unmeasurable' } })
  expect(end.result).toMatch(/^TDD-GATE RESULT: unmeasurable\n[\s\S]*FINDING measurement-agrees/)
  expect(end.annotations[0]).toMatchObject({ level: 'error' })
})

async function getGate(commit: (branch: Branch) => Promise<void>): Promise<JobEnd> {
  await using branch = await createBranch(SHOP_ONCE)
  await commit(branch)
  await using jobs = await openJobs(branch)
  const end = await jobs.run()
  return { ...end, files: () => [] }
}

function toDigest(end: JobEnd, path: string): string {
  const text = end.read(path)
  return `${createHash('sha256').update(text).digest('hex')} ${Buffer.byteLength(text)}`
}
