import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getFolder } from '../support/folder.ts'
import { startIssuer } from '../support/oidc.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { JOB_TOKEN, type StepEnd } from '../support/runner.ts'
import { openStage, pullRequest, push, type Stage } from './steps.ts'

let repo: TestRepository
let stage: Stage
let base = ''
let head = ''
beforeAll(async () => {
  stage = await openStage()
  repo = await createRepository()
  base = await repo.commit('base')
  await repo.branch('work')
  head = await repo.commit('head')
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  await repo[Symbol.asyncDispose]()
})

type About = Partial<Parameters<Stage['run']>[1]> & { readonly isFork?: boolean }
const run = (name: string, inputs: Readonly<Record<string, string>> = {}, { isFork, ...about }: About = {}) =>
  stage.run(name, { workspace: repo.dir, event: pullRequest(base, head, isFork), with: inputs, ...about })
const inFolder = ({ temp }: StepEnd, path: string) => join(temp, 'tdd-gate', path)
const read = (end: StepEnd, path: string) => readFileSync(inFolder(end, path), 'utf8')
/** The last words of the log, as the stage renders a report. */
const finalJson = ({ log }: StepEnd) => JSON.parse(log.trim().split('\n').at(-1) ?? '')
/** A run folder as a download of its artifact leaves it. */
const recorded = () => getFolder({ 'recording/first': '' })
/** The digest that the stage reports for its recording. */
const DIGEST = 'd'.repeat(64)

describe('mode: gate', () => {
  test('passes, and tells it to people, agents and later steps', async () => {
    const end = await run('success')
    expect(end).toMatchObject({ exitCode: 0, conclusion: 'success', annotations: [], deprecated: [] })
    expect(end.outputs).toEqual({
      conclusion: 'success',
      phase: 'green',
      subtask: '42.1',
      next: '',
      'evidence-path': inFolder(end, 'evidence'),
      'report-path': inFolder(end, 'report.html'),
      level: 'self-published',
      recording: '',
    })
    expect(end.summary).toContain('# success')
    expect(end.log).toContain(`judging ${inFolder(end, 'recording')}`)
    expect(end.log.split('[1/2] aaaaaaaaa red 42.1'), 'reported once, while it runs').toHaveLength(2)
    expect(finalJson(end)).toMatchObject({
      error: null,
      base,
      head,
      repository: 'acme/shop',
      pullRequest: 7,
      baseBranch: 'main',
      headBranch: 'work',
      trust: { level: 'self-published' },
      run: { id: '9001', attempt: 1, url: 'https://github.com/acme/shop/actions/runs/9001/attempts/1' },
      reused: [[head, { runId: '8000', url: 'https://github.com/acme/shop/actions/runs/8000' }]],
    })
  })

  test('keeps the run: log, recording, evidence, report, and a manifest of them all', async () => {
    const end = await run('success', { task: '42' })
    expect(finalJson(end).task).toBe('42')
    expect(read(end, 'recording/first')).toBe('[null,"42"]')
    const lines = read(end, 'log.jsonl').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['started', 'phase:start', 'note', 'ended'])
    expect(lines.map((line) => JSON.parse(line).follows)).toEqual([0, ...lines.slice(0, -1).map((line) => line.length)])
    const manifest = JSON.parse(read(end, 'manifest.json'))
    expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual([
      'evidence/index.json',
      'log.jsonl',
      'pr.md',
      'report.html',
    ])
    expect(manifest).toMatchObject({
      conclusion: 'success',
      level: 'self-published',
      lastLogLine: lines.at(-1),
      origin: { id: '9001', event: 'pull_request', head },
    })
  })

  test('asks for no token, because tests ran in the same job', async () => {
    await using issuer = await startIssuer()
    expect((await run('success', {}, { env: issuer.env })).conclusion).toBe('success')
    expect(issuer.audiences).toEqual([])
  })

  test.each(['failure', 'in_progress'])('fails on %s, with an error that names what is next', async (conclusion) => {
    const end = await run(conclusion)
    expect(end).toMatchObject({ exitCode: 1, conclusion: 'failure' })
    expect(end.outputs).toMatchObject({ conclusion, phase: 'green', subtask: '42.1' })
    expect(JSON.parse(end.outputs['next'] ?? '')).toMatchObject({ action: 'fix', limits: { maxAttempts: 3 } })
    expect(end.annotations).toHaveLength(1)
    expect(end.annotations[0]?.level).toBe('error')
  })

  test('places annotations on file and line, and no text in them is a command', async () => {
    const { annotations } = await run('failure')
    expect(annotations).toEqual([
      {
        level: 'error',
        title: 'green-keeps-tests',
        message: 'line one\n::error::two',
        file: 'test/a,b.test.js',
        line: 3,
        endLine: 5,
      },
    ])
  })

  test('stays within what GitHub shows', async () => {
    const end = await run('huge')
    expect(end.annotations).toHaveLength(10)
    expect(Buffer.byteLength(end.summary)).toBeGreaterThan(1_000_000)
    expect(end.summary).toContain('The rest was cut')
    expect(end.outputs['next']?.length).toBeLessThan(60_000)
    expect(JSON.parse(end.outputs['next'] ?? '').drivers).toHaveLength(100)
  })

  test('output of tests never acts as a command, while they run or when it is quoted', async () => {
    const end = await run('hostile')
    expect(end).toMatchObject({ conclusion: 'success', annotations: [] })
    expect(end.masked).not.toContain('success')
    expect(end.log.split('::error::forged')).toHaveLength(3)
    const stops = [...end.raw.matchAll(/^::stop-commands::(\S{20,})$/gm)].map(([, token]) => token)
    expect(new Set(stops).size).toBe(stops.length)
    expect(stops.length).toBeGreaterThan(1)
    expect(end.raw.trimEnd().endsWith(`::${stops.at(-1)}::`)).toBe(true)
  })

  test('works on a clone of one commit, with what the server has', async () => {
    const server = getFolder({})
    await repo.git('clone', '--quiet', '--bare', repo.dir, join(server, 'acme/shop.git'))
    const clone = join(getFolder({}), 'clone')
    await repo.git('clone', '--quiet', '--depth=1', '--branch=work', `file://${server}/acme/shop.git`, clone)
    const env = { GITHUB_SERVER_URL: `file://${server}` }
    expect((await run('success', {}, { workspace: clone, env })).conclusion).toBe('success')
    expect(finalJson(await run('success', { path: 'sub' }, { workspace: clone, env })).error.code).toBe(
      'not-a-repository',
    )
  })
})

test.skipIf(process.platform !== 'linux')('mode: gate ends what tests left running before it judges', async () => {
  const end = await run('leaver')
  expect(end.log).toContain('no process is left')
  expect(end.conclusion).toBe('success')
})

describe('mode: measure', () => {
  test.each(['success', 'failure'])(
    'succeeds when it could measure, also when the gate will say %s',
    async (conclusion) => {
      const end = await run(conclusion, { mode: 'measure', shard: '2' })
      const recording = `${DIGEST} ${conclusion}`
      expect(end).toMatchObject({ exitCode: 0, outputs: { conclusion, 'evidence-path': '', level: '', recording } })
      expect(read(end, 'recording/first')).toBe('[2,null]')
      expect(existsSync(inFolder(end, 'evidence'))).toBe(false)
      expect(end.log).not.toContain('judging')
      expect(end.annotations, 'the judge annotates').toEqual([])
      expect(finalJson(end).trust, 'nothing was judged').toBeNull()
    },
  )

  test('fails when it could not', async () => {
    const end = await run('refused', { mode: 'measure' })
    const recording = `${DIGEST} unmeasurable`
    expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unmeasurable', next: '', recording } })
    expect(finalJson(end).error).toMatchObject({ code: 'setup-failed', suggestion: 'npm ci' })
    expect(end.annotations).toMatchObject([{ level: 'error', message: expect.stringContaining('npm ci failed') }])
    expect(read(end, 'log.jsonl')).toContain('"error":"setup-failed"')
  })
})

describe('mode: judge', () => {
  test('gets a token for exactly the evidence that it keeps', async () => {
    await using issuer = await startIssuer()
    const end = await run('success', { mode: 'judge', recordings: recorded() }, { env: issuer.env })
    expect(end.conclusion).toBe('success')
    expect(issuer.audiences).toEqual(['tdd-gate:attested'])
    expect(JSON.parse(read(end, 'evidence/index.json')).level).toBe('attested')
    expect(end.masked).toContain(read(end, 'evidence/token.jwt'))
    expect(end.log).not.toContain(read(end, 'evidence/token.jwt'))
    expect(finalJson(end).trust.level).toBe('attested')
  })

  test.each([
    ['no permission', undefined, 'id-token'],
    ['a refusal', 403, 'gave no token'],
  ])('on %s the evidence claims no more than it proves', async (_, refuse, note) => {
    await using issuer = await startIssuer(refuse === undefined ? {} : { refuse })
    const end = await run(
      'success',
      { mode: 'judge', recordings: recorded() },
      { env: refuse === undefined ? {} : issuer.env },
    )
    expect(end.conclusion).toBe('success')
    expect(JSON.parse(read(end, 'evidence/index.json')).level).toBe('verified-run')
    expect(existsSync(inFolder(end, 'evidence/token.jwt'))).toBe(false)
    expect(finalJson(end).notes.join('\n')).toContain(note)
  })

  test('reports every commit that it judges, because no other step of its job has reported it', async () => {
    const { log } = await run('success', { mode: 'judge', recordings: recorded() })
    expect(log.split('[1/2] aaaaaaaaa red 42.1')).toHaveLength(2)
  })

  describe('while work is in progress', () => {
    const judged = () => ({ mode: 'judge', recordings: recorded() })
    test('passes where the base says that the App holds the required check, and says why', async () => {
      const end = await run('in_progress_app', judged())
      expect(end).toMatchObject({ exitCode: 0, conclusion: 'success', outputs: { conclusion: 'in_progress' } })
      expect(finalJson(end).notes.join('\n')).toContain('The check `tdd-gate` of the App blocks the merge')
    })

    test.each([
      ['where the job is what the base requires', 'in_progress', judged],
      ['where the job publishes, because there is no App', 'in_progress_app', () => ({ ...judged(), publish: 'true' })],
      ['in the job that ran the tests', 'in_progress_app', () => ({ mode: 'gate' })],
      ['on a broken rule', 'failure_app', judged],
    ])('fails %s', async (_, name, toInputs) => {
      expect(await run(name, toInputs())).toMatchObject({ exitCode: 1, conclusion: 'failure' })
    })
  })

  test('judges by what the measuring jobs reported about their recordings', async () => {
    const measured = `success\n1 ${DIGEST} success\n2 \n`
    const end = await run('success', { mode: 'judge', recordings: recorded(), measured })
    expect(end.log).toMatch(new RegExp(`judging .* of 1,${DIGEST}$`, 'm'))
    expect(end.conclusion).toBe('success')
  })

  test.each([
    ['a job that measured concluded less', `success\n1 ${DIGEST} failure`],
    ['a job that measured did not end well', `failure\n1 ${DIGEST} success`],
    ['a job that measured said what none says', `success\n1 ${DIGEST} fine`],
  ])('the job writes no verdict, no evidence and no token where %s', async (_, measured) => {
    await using issuer = await startIssuer()
    const end = await run('success', { mode: 'judge', recordings: recorded(), measured }, { env: issuer.env })
    expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unmeasurable', 'evidence-path': '' } })
    expect(finalJson(end).error.code).toBe('bad-evidence')
    expect(issuer.audiences).toEqual([])
    expect(existsSync(inFolder(end, 'evidence'))).toBe(false)
  })

  test('runs no tests, and says where it found nothing to judge', async () => {
    const end = await run('success', { mode: 'judge', recordings: '/nowhere' })
    expect(existsSync(inFolder(end, 'recording'))).toBe(false)
    expect(finalJson(end).notes.join('\n')).toContain('no recording in /nowhere')
  })
})

describe('publish: true', () => {
  test('publishes what was decided, or why nothing could be', async () => {
    const publish = { publish: 'true' }
    expect(finalJson(await run('success', publish)).notes).toContain('published success with ***')
    expect(finalJson(await run('broken', publish)).notes).toContain('published internal with ***')
  })

  test('fails the step when GitHub refuses, whatever was decided', async () => {
    const end = await run('unpublished', { publish: 'true' })
    expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'success' } })
    expect(end.annotations).toMatchObject([
      { level: 'error', message: expect.stringContaining('Grant checks: write.') },
    ])
  })

  test('is no failure of a fork, whose token may not write', async () => {
    const end = await run('unpublished', { publish: 'true' }, { isFork: true })
    expect(end).toMatchObject({ exitCode: 0 })
    expect(finalJson(end).notes.join('\n')).toContain('token of a fork')
  })

  test.each([false, true])('fails the step when it is unknown what was written, fork or not (%s)', async (isFork) => {
    const end = await run('unanswered', { publish: 'true' }, { isFork })
    expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'success' } })
    expect(end.annotations).toMatchObject([{ level: 'error', title: 'tdd-gate: github-unavailable' }])
    expect(finalJson(end).notes.join('\n')).not.toContain('fork')
  })
})

test('a cancelled job keeps what was measured and fails', async () => {
  for (const mode of ['gate', 'measure']) {
    const end = await run(
      'slow',
      { mode, publish: mode === 'gate' ? 'true' : 'false' },
      {
        onOutput: (text, { cancel }) => text.includes('[1/2]') && cancel(),
      },
    )
    expect(end).toMatchObject({ exitCode: 1, conclusion: 'cancelled', outputs: { conclusion: 'unmeasurable' } })
    expect(read(end, 'recording/first')).toBe('[null,null]')
    expect(read(end, 'log.jsonl')).toContain('"error":"interrupted"')
    expect(finalJson(end).error.code).toBe('interrupted')
    expect(end.log).not.toContain('published interrupted')
  }
})

describe('an error is the last word of the log, an annotation, and an output', () => {
  test.each([
    ['an event that names no commits', {}, { event: { name: 'schedule', payload: {} } }, 'unsupported-event'],
    ['a push to the default branch', {}, { event: push('b'.repeat(40), 'refs/heads/main') }, 'unsupported-event'],
    ['a payload that is none', {}, { event: { name: 'push', payload: 'text' } }, 'bad-event'],
    ['no event', {}, { env: { GITHUB_EVENT_PATH: '/nowhere' } }, 'bad-event'],
    ['no run', {}, { env: { GITHUB_RUN_ID: '1\n2' } }, 'bad-event'],
    ['an input that is none', { mode: 'jugde' }, {}, 'bad-usage'],
    ['an unknown input', { recording: 'x' }, {}, 'bad-usage'],
    ['no checkout', { path: '..' }, {}, 'not-a-repository'],
    ['a mistake of ours', {}, { name: 'broken' }, 'internal'],
    ['a branch without a commit of its own', {}, { name: 'empty' }, 'no-commits'],
  ] as readonly (readonly [string, Readonly<Record<string, string>>, About & { readonly name?: string }, string])[])(
    '%s',
    async (_, inputs, { name = 'success', ...about }, code) => {
      const end = await run(name, inputs, about)
      expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unmeasurable', next: '', 'evidence-path': '' } })
      expect(finalJson(end)).toMatchObject({ error: { code }, trust: null })
      expect(finalJson(end).error.suggestion).not.toContain('verify --base')
      expect(end.annotations).toHaveLength(1)
      expect(end.annotations[0]).toMatchObject({ level: 'error', title: `tdd-gate: ${code}` })
      expect(end.summary).toContain('# error')
    },
  )

  test('history that is nowhere', async () => {
    const end = await run(
      'success',
      {},
      { event: pullRequest(base, 'd'.repeat(40)), env: { GITHUB_SERVER_URL: 'file:///nowhere' } },
    )
    expect(finalJson(end).error).toMatchObject({
      code: 'shallow-clone',
      suggestion: expect.stringContaining('fetch-depth: 0'),
    })
  })

  test('a run folder that holds something, or that tests have prepared', async () => {
    const output = getFolder({ 'a.txt': '' })
    expect(finalJson(await run('success', { output })).error.code).toBe('file-exists')
    const temp = getFolder({ 'outside/x': '' })
    mkdirSync(join(temp, 'tdd-gate'))
    symlinkSync(join(temp, 'outside'), join(temp, 'link'))
    expect(finalJson(await run('success', { output: join(temp, 'link') })).error.code).toBe('file-exists')
  })
})

test('a job that takes no outputs still gets the result, and fails', async () => {
  const end = await run('success', {}, { env: { GITHUB_OUTPUT: '/nowhere' } })
  expect(end).toMatchObject({ exitCode: 1, annotations: [{ level: 'error' }] })
  expect(end.log.slice(end.log.indexOf('TDD-GATE RESULT'))).toMatch(/error \[internal\] .*\/nowhere/)
})

test('the token is masked in both its forms before anything is said', async () => {
  const end = await run('success')
  expect(end.masked).toEqual([JOB_TOKEN, JOB_TOKEN, Buffer.from(`x-access-token:${JOB_TOKEN}`).toString('base64')])
  expect(end.raw.indexOf('::add-mask::')).toBe(0)
  expect(finalJson(end).notes).toContain('asked https://api.github.com with ***')
})

test('a runner without summaries is served all the same', async () => {
  expect((await run('success', {}, { env: { GITHUB_STEP_SUMMARY: undefined } })).conclusion).toBe('success')
})
