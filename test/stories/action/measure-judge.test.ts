/** Two jobs as the reusable workflow starts them: one runs tests and vouches for nothing, one vouches and runs nothing. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toDigest } from '../../../src/evidence/digest.ts'
import { readBranchFacts, readIndex } from '../../../src/evidence/read.ts'
import { createKeySet, getIssuer, verifyToken } from '../../../src/github/read/evidence/token.ts'
import { type Jobs, openJobs, type WorkflowEnd } from '../../support/action-job.ts'
import { type Branch, createBranch } from '../../support/branch.ts'
import { JUDGE } from '../../support/oidc.ts'
import { GREEN, OPEN_SHOP, RED } from '../../support/shop.ts'

let branch: Branch
let jobs: Jobs
let honest: WorkflowEnd
/** What code of the branch leaves behind when it runs. */
let trace = ''
let hasRun = false
const RECORDED = 'recording/executions.jsonl'

beforeAll(async () => {
  trace = join(mkdtempSync(join(tmpdir(), 'tdd-gate-trace-')), 'ran')
  const leave = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(trace)}, 'ran')\n`
  const packageFile = { name: 'shop', type: 'module', scripts: { test: `node --test`, prepare: `touch ${trace}` } }
  branch = await createBranch({ ...OPEN_SHOP, 'package.json': JSON.stringify(packageFile) })
  await branch.red({ 'test/discount.test.js': `${leave}${RED['test/discount.test.js']}` }, '1.1')
  await branch.green({ 'src/discount.js': `${leave}${GREEN['src/discount.js']}` }, '1.1')
  jobs = await openJobs(branch)
  honest = await jobs.runWorkflow({
    meanwhile: () => {
      hasRun = existsSync(trace)
      rmSync(trace, { force: true })
    },
  })
})
afterAll(async () => {
  await jobs[Symbol.asyncDispose]()
  await branch[Symbol.asyncDispose]()
  rmSync(join(trace, '..'), { recursive: true, force: true })
})

test('measuring runs the tests, succeeds when it could, and leaves a recording without evidence', () => {
  const { measure } = honest
  expect(hasRun).toBe(true)
  expect(measure).toMatchObject({ exitCode: 0, outputs: { conclusion: 'success', 'evidence-path': '' } })
  expect(measure.files()).toContain(RECORDED)
  expect(measure.files().filter((path) => path.startsWith('evidence/'))).toEqual([])
})

test('judging runs nothing of the branch, not even what git or npm would run by themselves', () => {
  const { judge } = honest
  expect(judge).toMatchObject({ exitCode: 0, conclusion: 'success', outputs: { conclusion: 'success' } })
  expect(existsSync(trace)).toBe(false)
  expect(judge.files().filter((path) => path.startsWith('recording/'))).toEqual([])
  expect(judge.log).not.toContain('running')
})

test('the token of the judge vouches for exactly the evidence that is kept', async () => {
  const { judge } = honest
  const text = judge.read('evidence/index.json')
  const index = readIndex(text)
  const audience = `tdd-gate:${toDigest(JSON.parse(text))}`
  expect(jobs.github.audiences).toContain(audience)
  for (const { commit, digest } of index.documents)
    expect(toDigest(JSON.parse(judge.read(`evidence/${commit}.json`)))).toBe(digest)
  const facts = readBranchFacts(judge.read('evidence/branch.json'))
  expect(toDigest(facts)).toBe(index.branch)
  expect(facts).toMatchObject({ head: index.head, base: index.base, commits: [{ subject: expect.any(String) }, {}] })
  const [path = '', ref = ''] = JUDGE.split('@')
  const issuer = getIssuer(jobs.github.url)
  const now = new Date()
  const expected = {
    issuer,
    audience,
    repositoryId: '812',
    allowsSelfHosted: false,
    at: { from: now, to: now },
    run: { id: String(judge.runId), attempt: 1, event: 'pull_request' },
    workflows: [{ path, ref, sha: null }],
  }
  const token = judge.read('evidence/token.jwt')
  expect(await verifyToken(token, expected, createKeySet(issuer))).toEqual({ level: 'attested' })
  expect(await verifyToken(token, { ...expected, audience: `${audience}0` }, createKeySet(issuer))).toHaveProperty(
    'reasons',
  )
  expect(index).toMatchObject({ level: 'attested', repository: { id: '812' }, pullRequest: 7 })
  expect(judge.raw).not.toMatch(new RegExp(`^(?!::add-mask::).*${token.slice(-40)}`, 'm'))
})

test('without id-token its evidence is as good as the record of the run', async () => {
  const judge = await jobs.judgeAgain(honest.measure, { hasIdToken: false })
  expect(judge).toMatchObject({ exitCode: 0, outputs: { conclusion: 'success' } })
  expect(readIndex(judge.read('evidence/index.json')).level).toBe('verified-run')
  expect(judge.files()).not.toContain('evidence/token.jwt')
  expect(judge.result).toContain('trust: verified-run')
  expect(judge.result).toContain('id-token: write is not granted')
})

describe('what was not recorded is not green', () => {
  test.each([
    ['no recording at all', (folder: string) => rmSync(folder, { recursive: true }), 'unmeasurable'],
    [
      'a recording without its reports',
      (folder: string) => rmSync(join(folder, 'recording/blobs'), { recursive: true }),
      'unmeasurable',
    ],
    ['a recording that was cut off', (folder: string) => truncateSync(join(folder, RECORDED), 3_000), 'unmeasurable'],
    ['a recording of other trees', forgetTrees, 'unmeasurable'],
  ] as const)('%s', async (_, meanwhile, conclusion) => {
    const judge = await jobs.judgeAgain(honest.measure, { meanwhile })
    expect(judge).toMatchObject({ exitCode: 1, conclusion: 'failure', outputs: { conclusion } })
    expect(judge.result).toMatch(/not.recorded|no recording|was not measured|recording/i)
    expect(existsSync(trace)).toBe(false)
  })
})

/** What the RED run left, as if its test had passed: report and exit code of the GREEN one in its place. */
function forgeRed(folder: string): void {
  const path = join(folder, RECORDED)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const passing = lines.findLast((line) => line.includes('"exitCode":0')) ?? ''
  const launches = (line: string) => line.slice(line.indexOf('"launches"'))
  const isFailing = (line: string) => line.includes('"exitCode":1')
  const forged = lines.map((line) => (isFailing(line) ? line.replace(launches(line), launches(passing)) : line))
  expect(forged).not.toEqual(lines)
  writeFileSync(path, `${forged.join('\n')}\n`)
}

/** A blob under its own name with other bytes in it: the lines, and so the digest, are as they were. */
function swapBlob(folder: string): void {
  const blobs = join(folder, 'recording/blobs')
  for (const name of readdirSync(blobs)) writeFileSync(join(blobs, name), 'x'.repeat(statSync(join(blobs, name)).size))
}

describe('a recording that is not what its job measured', () => {
  const word = (conclusion: string) => `${honest.measure.outputs['recording']?.split(' ')[0]} ${conclusion}`
  test.each<[string, Parameters<Jobs['judgeAgain']>[1], RegExp]>([
    ['rewritten between measuring and upload', { meanwhile: forgeRed }, /was changed after the job had measured/],
    ['with blobs that were swapped', { meanwhile: swapBlob }, /its content does not match its name/],
    ['without a reported digest', { word: '' }, /reported no digest of it/],
    [
      'under the digest of another one',
      { word: `${'0'.repeat(64)} success` },
      /was changed after the job had measured/,
    ],
  ])('%s is unmeasured', async (_, options, words) => {
    const judge = await jobs.judgeAgain(honest.measure, options)
    expect(judge).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unmeasurable' } })
    expect(judge.log.replaceAll(/\s+/g, ' ')).toMatch(words)
  })

  test.each(['failure', 'in_progress', 'unmeasurable'])(
    'a job that said %s cannot become a success at the judge, and gets no token',
    async (conclusion) => {
      const before = jobs.github.audiences.length
      const judge = await jobs.judgeAgain(honest.measure, { word: word(conclusion) })
      expect(judge).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unmeasurable', 'evidence-path': '' } })
      expect(judge.result).toContain('bad-evidence')
      expect(jobs.github.audiences).toHaveLength(before)
    },
  )
})

function forgetTrees(folder: string): void {
  const path = join(folder, RECORDED)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"tree":"[0-9a-f]{40}"/g, `"tree":"${'a'.repeat(40)}"`))
}
