import { describe, expect, test } from 'vitest'
import type { MeasurerOptions } from '../../../src/test-runner/measurer.ts'
import { createRecorder } from '../../../src/test-runner/recording/record.ts'
import { getFolder } from '../../support/folder.ts'
import {
  CONFIG,
  createMeasurerState,
  type MeasurerState,
  NODE_COMMAND,
  nodeTests,
  suite,
} from '../../support/measuring.ts'
import { asMeasured, getReplayer, WHOLE } from '../../support/recording.ts'
import type { Files } from '../../support/repository.ts'

const MODULE = { 'package.json': '{"type":"module"}' }
const COPY = 'mkdir dist && cp src.js dist/built.js && cp src.js single.js'
/** Expects what the build made of `value`, and nothing that an execution before left there. */
const reads = (value: number, more = '') => `import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import test from 'node:test'
test('built', () => {
  for (const path of ['dist/built.js', 'single.js']) assert.equal(readFileSync(path, 'utf8'), 'export default ${value}')
  assert.ok(!existsSync('dist/left'))
})
${more}
process.on('exit', () => {
  for (const path of ['dist/built.js', 'single.js']) appendFileSync(path, '// changed by a test')
  writeFileSync('dist/left', '')
})`
const getTree = (value: number, more = ''): Files => ({
  ...MODULE,
  'src.js': `export default ${value}`,
  'a.test.js': reads(value, more),
})

async function benchWith(
  build: string,
  more: Partial<MeasurerOptions> = {},
): Promise<MeasurerState & { builds: () => number }> {
  let builds = 0
  const onProgress: MeasurerOptions['onProgress'] = ({ step }) => {
    if (step === 'build') builds += 1
  }
  return { ...(await createMeasurerState({ suites: [suite({ build })], onProgress, ...more })), builds: () => builds }
}

const getOutcomes = ({ run }: Awaited<ReturnType<MeasurerState['measure']>>) => run.cases.map(({ outcome }) => outcome)

describe.each([
  ['in namespaces', {}],
  ['without namespaces', { config: { ...CONFIG, isolation: 'off' } }],
] as const)('a build %s', (_, options) => {
  test('runs once for a tree, and each execution of it finds what it left', async () => {
    await using bench = await benchWith(COPY, options)
    const runs = [await bench.measure(getTree(1))]
    for (const repeat of [2, 3]) runs.push(await bench.measure({ 'a.test.js': reads(1) }, { repeat }))
    expect(runs.map(getOutcomes)).toEqual([['passed'], ['passed'], ['passed']])
    expect(runs.flatMap(({ problems }) => problems)).toEqual([])
    expect(bench.builds()).toBe(1)
  })

  test('runs anew for another tree, which sees nothing of what it left for the first', async () => {
    await using bench = await benchWith(COPY, options)
    const tree = async (value: number) => {
      await bench.repo.commit('change', getTree(value))
      return bench.repo.git('rev-parse', 'HEAD^{tree}')
    }
    const [one, two] = [await tree(1), await tree(2)]
    for (const [n, at] of [one, two, one].entries())
      expect(getOutcomes(await bench.measurer.execute(at, { ...WHOLE, repeat: n + 1 }))).toEqual(['passed'])
    expect(bench.builds()).toBe(2)
  })

  test('may rewrite and remove files of the commit, for its own tree alone', async () => {
    const build = 'if [ -e rewrite ]; then echo rewritten > text; rm gone; fi'
    await using bench = await benchWith(build, options)
    const shows = (text: string, isGone: boolean) => `import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import test from 'node:test'
test('files', () => {
  assert.equal(readFileSync('text', 'utf8').trim(), '${text}')
  assert.equal(existsSync('gone'), ${!isGone})
})`
    const files = { ...MODULE, text: 'committed', gone: '', rewrite: '' }
    for (const repeat of [1, 2])
      expect(getOutcomes(await bench.measure({ ...files, 'a.test.js': shows('rewritten', true) }, { repeat }))).toEqual(
        ['passed'],
      )
    expect(getOutcomes(await bench.measure({ rewrite: null, 'a.test.js': shows('committed', false) }))).toEqual([
      'passed',
    ])
  })

  test('writes into installed packages for its own tree alone', async () => {
    const setup = 'mkdir -p node_modules/dep && echo installed > node_modules/dep/text'
    const build = 'cp src.js node_modules/dep/made; [ ! -e other ] || rm node_modules/dep/text'
    await using bench = await benchWith('', { ...options, suites: [suite({ setup, build })] })
    const shows = (value: string, isThere: boolean) => `import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import test from 'node:test'
test('packages', () => {
  assert.equal(readFileSync('node_modules/dep/made', 'utf8'), '${value}')
  assert.equal(existsSync('node_modules/dep/text'), ${isThere})
})`
    const first = { ...MODULE, 'src.js': '1', 'a.test.js': shows('1', true) }
    for (const repeat of [1, 2]) expect(getOutcomes(await bench.measure(first, { repeat }))).toEqual(['passed'])
    const second = { other: '', 'src.js': '2', 'a.test.js': shows('2', false) }
    for (const repeat of [1, 2]) expect(getOutcomes(await bench.measure(second, { repeat }))).toEqual(['passed'])
    const third = { other: null, 'src.js': '3', 'a.test.js': shows('3', true) }
    expect(getOutcomes(await bench.measure(third))).toEqual(['passed'])
  })
})

test('a canary joins tests that only the build puts where they run', async () => {
  const build = 'mkdir -p dist/test && cp test/a.test.js dist/test/'
  const command = NODE_COMMAND.replace('{files}', 'dist/test/a.test.js')
  await using bench = await createMeasurerState({ suites: [suite({ build, command })] })
  const files = { ...MODULE, 'test/a.test.js': nodeTests({ a: true }) }
  const { run, problems } = await bench.measure(files, { files: ['test/a.test.js'], withCanary: true })
  expect(problems).toEqual([])
  expect(run.cases.map(({ id }) => id)).toEqual(['test/a.test.js > a'])
})

const FAILING =
  'mkdir dist; cp src.js dist/built.js; cp src.js single.js; echo compiling; echo "src.js(1,2): error TS2304: no such name" >&2; exit 2'

describe('a build that fails', () => {
  test('makes the run fail with its first error lines, whatever its tests say', async () => {
    await using bench = await benchWith(FAILING)
    for (const repeat of [1, 2]) {
      const measured = await bench.measure(getTree(1), { repeat })
      expect(getOutcomes(measured)).toEqual(['passed'])
      expect(measured.problems).toEqual([])
      expect(measured.run.runErrors).toEqual([
        expect.stringMatching(/^The build `mkdir dist.*exit code 2.*src\.js\(1,2\): error TS2304: no such name$/s),
      ])
    }
    expect(bench.builds()).toBe(1)
  })

  test('is named as the cause where the tests write no report', async () => {
    await using bench = await benchWith('echo "error: no compiler" >&2; exit 3', {
      suites: [suite({ build: 'echo "error: no compiler" >&2; exit 3', command: 'exit 1' })],
    })
    const { problems } = await bench.measure(getTree(1))
    expect(problems).toEqual([
      { code: 'no-report', message: expect.stringMatching(/The build `.*exit code 3.*error: no compiler/s) },
    ])
  })

  test('reads the same from a recording', async () => {
    const folder = `${getFolder({})}/recording`
    const recorder = createRecorder(folder, { secrets: [], shard: null })
    const suites = [suite({ build: FAILING })]
    await using bench = await benchWith(FAILING, { suites, recorder })
    const live = await bench.measure(getTree(1))
    recorder.end(null)
    const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
    const replayed = await (await getReplayer(bench.repo.dir, [folder], { suites })).execute(tree, WHOLE)
    expect(replayed.run.runErrors).toHaveLength(1)
    expect(replayed).toEqual(asMeasured(live))
  })

  test('that is not over in time counts as failed', async () => {
    const config = { ...CONFIG, timeoutSeconds: 3 }
    await using bench = await benchWith('mkdir dist; cp src.js dist/built.js; cp src.js single.js; sleep 60', {
      config,
    })
    const { run } = await bench.measure(getTree(1))
    expect(run.runErrors.join()).toContain('was still running')
  })
})
