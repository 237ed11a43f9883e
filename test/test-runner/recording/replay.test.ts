import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SuiteConfig } from '../../../src/core/model/config.ts'
import { GateError } from '../../../src/core/model/errors.ts'
import type { ExecutionRequest } from '../../../src/test-runner/execution.ts'
import type { MeasurerOptions } from '../../../src/test-runner/measurer.ts'
import { createRecorder } from '../../../src/test-runner/recording/record.ts'
import { CONFIG, createMeasurerState, NODE_COMMAND, nodeTests, suite } from '../../support/measuring.ts'
import { asMeasured, getLines, getReplayer, startRecording, WHOLE } from '../../support/recording.ts'
import type { Files } from '../../support/repository.ts'

const MODULE = { 'package.json': '{"type":"module"}' }
const BOTH = { ...MODULE, 'a.test.js': nodeTests({ a: true }), 'b.test.js': nodeTests({ b: false }) }
const LCOV = '--test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination={reports}/lcov.info '
const COVERED = { command: NODE_COMMAND.replace('--test ', LCOV), coverage: ['{reports}/lcov.info'] }

const getTexts = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

interface Case {
  readonly files: Files
  readonly suites?: readonly Partial<SuiteConfig>[]
  readonly request?: Partial<ExecutionRequest>
  readonly options?: Partial<MeasurerOptions>
}

const SHARING = { command: NODE_COMMAND.replace('--test ', '--test --test-isolation=none ') }

const OUTCOMES = JSON.stringify({
  outcomes: [{ scenario: { Mutant: { file: 'a.test.js', line: 1, name: 'a -> b' } }, summary: 'MissedMutant' }],
})

const CASES: Readonly<Record<string, Case>> = {
  'a whole suite': { files: BOTH },
  'one file of several': { files: BOTH, request: { files: ['b.test.js'] } },
  'files that hit nothing, so that everything runs': {
    files: { ...BOTH, 'c.test.js': '' },
    request: { files: ['c.test.js'] },
    suites: [{ command: `test '{files}' = c.test.js && exit 1; ${NODE_COMMAND}` }],
  },
  'a file that does not load': { files: { ...MODULE, 'a.test.js': "import { add } from './add.js'\nadd()" } },
  'words of the checkout': { files: { ...MODULE, 'a.test.js': 'throw new Error(import.meta.filename)' } },
  'no test at all': { files: { ...MODULE, 'src/a.js': '' } },
  'an exit code that hides a failure': { files: BOTH, suites: [{ command: `${NODE_COMMAND}; true` }] },
  'no report': { files: BOTH, suites: [{ command: 'exit 1' }] },
  'an unreadable report': { files: BOTH, suites: [{ command: 'echo hello > {reports}/node.ndjson' }] },
  'an old report': { files: BOTH, suites: [{ command: `${NODE_COMMAND}; touch -d 2001-01-01 {reports}/node.ndjson` }] },
  'a report of the commit': { files: BOTH, suites: [{ reports: ['a.*.js'] }] },
  'a death': { files: BOTH, suites: [{ command: 'kill -9 $$' }] },
  'a hang': {
    files: { ...MODULE, 'a.test.js': 'setInterval(() => {}, 1000)' },
    options: {
      config: {
        suites: [],
        timeoutSeconds: 1,
        reruns: 2,
        env: [],
        setupEnv: [],
        shards: 1,
        isolation: 'preferred',
        network: 'host',
      },
    },
  },
  'a harness that is no good': {
    files: { ...MODULE, 'a.test.js': nodeTests({ a: true }) },
    suites: [
      {
        command: `${NODE_COMMAND}; sed -i -e 's/test:fail/test:pass/' -e 's/"success":false/"success":true/' {reports}/node.ndjson; exit 0`,
      },
    ],
  },
  'a command of no known runner': {
    files: { ...MODULE, 'junit.xml': '<testsuite><testcase name="a" classname="b"/></testsuite>' },
    suites: [{ command: 'cp junit.xml {reports}/r.xml', reports: ['{reports}/*.xml'] }],
  },
  coverage: {
    files: {
      ...MODULE,
      'src/add.js': 'export const add = (a, b) => a + b\nexport function never() {\n  return 1\n}\n',
      'a.test.js': "import test from 'node:test'\nimport { add } from './src/add.js'\ntest('adds', () => add(1, 2))",
    },
    suites: [COVERED],
    request: { coverage: true },
  },
  'coverage that is not there': {
    files: BOTH,
    suites: [{ coverage: ['none.info'] }],
    request: { coverage: true, files: ['a.test.js'] },
  },
  'the canary among the files': {
    files: BOTH,
    request: { files: ['a.test.js'], withCanary: true },
    suites: [SHARING],
  },
  'a mutation tester': {
    files: { ...BOTH, 'outcomes.json': OUTCOMES },
    request: { mutation: ['src/add.js'] },
    options: {
      config: {
        ...CONFIG,
        mutation: {
          command: 'test {files} = src/add.js && cp outcomes.json {reports}; exit 2',
          reports: ['{reports}/outcomes.json'],
        },
      },
    },
  },
  'several suites': {
    files: { 'one/a.test.mjs': nodeTests({ a: true }), 'two/b.test.mjs': nodeTests({ b: false }) },
    suites: ['one', 'two'].map((name) => ({ name, directory: name })),
  },
  'a suite that does not start beside others': {
    files: { 'one/a.test.mjs': nodeTests({ a: true }), 'two/b.test.mjs': nodeTests({ b: false }) },
    suites: [
      { name: 'one', directory: 'one', setup: 'echo no; exit 1' },
      { name: 'two', directory: 'two' },
      { name: 'three', command: 'no-such-tool' },
    ],
  },
}

/** What ran the tests is told where they ran: pages that later runs write again must not change for it. */
const getNotes = ({ notes }: { readonly notes: () => readonly string[] }) =>
  notes().filter((note) => !note.startsWith('Tests ran with'))

test.each(Object.entries(CASES))(
  '%s is replayed as it was measured',
  async (_, { files, suites = [{}], request, options }) => {
    const { folder, recorder } = startRecording()
    const all = suites.map(suite)
    await using bench = await createMeasurerState({ ...options, suites: all, recorder })
    const wanted = { ...WHOLE, ...request }
    const live = await bench.measure(files, wanted)
    recorder.end(null)
    const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
    const { config = CONFIG } = options ?? {}
    const replayer = await getReplayer(bench.repo.dir, [folder], { suites: all, config })
    expect(asMeasured(await replayer.execute(tree, wanted))).toEqual(asMeasured(live))
    expect(replayer.notes()).toEqual(getNotes(bench.measurer))
  },
)

test.each([
  ['files that hit nothing, so that everything runs', { scope: 'suite', problems: [] }],
  ['a mutation tester', { scope: 'files', problems: [], run: { cases: [{ outcome: 'failed', file: 'a.test.js' }] } }],
  ['the canary among the files', { scope: 'files', problems: [], run: { cases: [{ name: 'a' }] } }],
])('the case of %s is one', async (name, expected) => {
  const { recorder } = startRecording()
  const { files, suites = [{}], request, options } = CASES[name]!
  await using bench = await createMeasurerState({ ...options, suites: suites.map(suite), recorder })
  expect(await bench.measure(files, request)).toMatchObject(expected)
})

test('a replay notes lent packages again', async () => {
  const { folder, recorder } = startRecording()
  await using bench = await createMeasurerState({ recorder })
  mkdirSync(join(bench.repo.dir, 'node_modules/dep'), { recursive: true })
  await bench.measure({ ...BOTH, '.gitignore': 'node_modules' })
  const replayer = await getReplayer(bench.repo.dir, [folder])
  await replayer.execute(await bench.repo.git('rev-parse', 'HEAD^{tree}'), WHOLE)
  expect(replayer.notes()).toEqual(getNotes(bench.measurer))
  expect(replayer.notes().join()).toContain('node_modules')
})

describe('a recording holds each execution once, and all of them', () => {
  test('what an earlier process measured is measured again', async () => {
    await using bench = await createMeasurerState()
    await bench.measure(BOTH)
    const { folder, recorder } = startRecording()
    const again = await bench.again({ recorder })
    const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
    expect((await again.execute(tree, WHOLE)).isCached).toBe(false)
    const proofs = getLines(folder).flatMap(({ proofs }) => proofs ?? [])
    expect(proofs).toEqual([{ suite: '', problems: [] }])
  })

  test.each([
    ['that was good', NODE_COMMAND],
    ['with a problem', `${NODE_COMMAND}; true`],
  ])('an execution %s is remembered, also for another request that runs the same', async (_, command) => {
    const { folder, recorder } = startRecording()
    await using bench = await createMeasurerState({ recorder, suites: [suite({ command })] })
    const live = await bench.measure(BOTH, { files: ['b.test.js'] })
    const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
    const other = { ...WHOLE, files: ['gone.test.js', 'b.test.js'] }
    expect((await bench.measurer.execute(tree, other)).isCached).toBe(true)
    expect(getLines(folder).map(({ kind }) => kind)).toEqual(['tdd-gate/recording', 'execution'])
    const replayer = await getReplayer(bench.repo.dir, [folder], { suites: [suite({ command })] })
    for (const request of [{ ...WHOLE, files: ['b.test.js'] }, other])
      expect(asMeasured(await replayer.execute(tree, request))).toEqual(asMeasured(live))
  })
})

test('secrets are in no file of a recording, and what is read has none', async () => {
  const secret = 'hunter2-hunter2'
  const token = `ghs_${'x'.repeat(40)}`
  const { folder, recorder } = startRecording({ secrets: [secret] })
  const command = `echo ${secret} >&2; ${NODE_COMMAND}`
  await using bench = await createMeasurerState({ recorder, suites: [suite({ command })] })
  const live = await bench.measure({
    ...MODULE,
    'a.test.js': `import test from 'node:test'\ntest('says it', () => { throw new Error('${secret} ${token}') })`,
  })
  recorder.end(new GateError('setup-failed', `said ${secret}`, 'nothing'))
  const replayer = await getReplayer(bench.repo.dir, [folder], { suites: [suite({ command })] })
  const replayed = await replayer.execute(await bench.repo.git('rev-parse', 'HEAD^{tree}'), WHOLE)
  expect(asMeasured(replayed)).toEqual(asMeasured(live))
  expect(replayed.run.cases[0]?.failure?.message).toContain('*** ***')
  expect(getTexts(folder).join()).toContain('***')
  expect(getTexts(folder).filter((text) => text.includes(secret) || text.includes(token))).toEqual([])
})

describe('what ended a recording ends its replay, when it gets there', () => {
  test('the replay ends with the same error', async () => {
    const { folder, recorder } = startRecording()
    await using bench = await createMeasurerState({ recorder })
    await bench.measure(BOTH)
    const [first, other] = [await bench.repo.git('rev-parse', 'HEAD^{tree}'), 'b'.repeat(40)]
    recorder.end(new GateError('setup-failed', 'npm ci said no', 'Run it in a fresh clone.'))
    const objects = { listTree: async () => new Map([['x.test.js', { mode: '100644', id: '' }]]) }
    const replayer = await getReplayer(bench.repo.dir, [folder])
    expect((await replayer.execute(first, WHOLE)).problems).toEqual([])
    const missing = await getReplayer(bench.repo.dir, [folder], { objects })
    await expect(missing.execute(other, WHOLE)).rejects.toMatchObject({
      name: 'GateError',
      code: 'setup-failed',
      exit: 3,
      message: 'npm ci said no',
      suggestion: expect.objectContaining({ text: 'Run it in a fresh clone.' }),
    })
  })

  test('without one, what is missing was not recorded', async () => {
    const { folder, recorder } = startRecording()
    await using bench = await createMeasurerState({ recorder })
    await bench.measure(BOTH)
    recorder.end(null)
    const replayer = await getReplayer(bench.repo.dir, [folder])
    const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
    for (const more of [{ repeat: 2 }, { coverage: true }, { files: ['a.test.js'] }]) {
      const { problems, run } = await replayer.execute(tree, { ...WHOLE, ...more })
      expect(problems).toMatchObject([{ code: 'not-recorded', message: expect.stringContaining('re-run all jobs') }])
      expect(run.cases).toEqual([])
    }
  })

  test('a tree in which nothing can run needs no recording', async () => {
    const { folder } = startRecording()
    const replayer = await getReplayer('.', [folder], { objects: { listTree: async () => new Map() } })
    expect(await replayer.execute('a'.repeat(40), WHOLE)).toMatchObject({ problems: [], run: { cases: [] } })
  })
})

describe('limits are problems, never silence', () => {
  const LIMITS = { blobs: 100, blobBytes: 1e6, totalBytes: 1e6, lines: 100, lineBytes: 1e6, indexBytes: 1e7 }
  test.each([
    ['a report too large', { blobBytes: 10 }, 'more than the limit of 10'],
    ['too many files', { blobs: 1 }, 'the limit of 1'],
    ['too many bytes', { totalBytes: 100 }, 'the limit of 100'],
  ])('%s', async (_, limit, words) => {
    const { folder, recorder } = startRecording({}, { ...LIMITS, ...limit })
    await using bench = await createMeasurerState({ recorder })
    const live = await bench.measure(BOTH)
    expect(live.problems[0]).toMatchObject({ code: 'not-recorded', message: expect.stringContaining(words) })
    const replayer = await getReplayer(bench.repo.dir, [folder])
    const replayed = await replayer.execute(await bench.repo.git('rev-parse', 'HEAD^{tree}'), WHOLE)
    expect(asMeasured(replayed)).toEqual(asMeasured(live))
  })

  test.each([
    ['a line too long', { lineBytes: 400 }],
    ['too many lines', { lines: 2 }],
  ])('%s ends the measuring with an error that can itself be recorded', async (_, limit) => {
    const { folder, recorder } = startRecording({}, { ...LIMITS, ...limit })
    await using bench = await createMeasurerState({ recorder })
    const error = await bench.measure(BOTH).then(
      () => bench.measure({ 'a.test.js': nodeTests({ c: true }) }).catch((reason) => reason),
      (reason) => reason,
    )
    expect(error).toMatchObject({ code: 'limit-exceeded' })
    recorder.end(error)
    expect(getLines(folder).at(-1)).toMatchObject({ kind: 'end', error: { code: 'limit-exceeded' } })
  })
})

test('a recording is never written over another', () => {
  const { folder } = startRecording()
  const options = { secrets: [], shard: null }
  expect(() => createRecorder(folder, options)).toThrow(expect.objectContaining({ code: 'file-exists' }))
})
