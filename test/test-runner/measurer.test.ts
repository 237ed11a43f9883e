import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../src/core/model/test-run.ts'
import type { Execution } from '../../src/test-runner/execution.ts'
import { LENT } from '../../src/test-runner/measurer.ts'
import { getFolder } from '../support/folder.ts'
import { CONFIG, createMeasurerState, NODE_COMMAND, nodeTests, suite } from '../support/measuring.ts'

const MODULE = { 'package.json': '{"type":"module"}' }
const outcomes = ({ run }: { readonly run: TestRun }) =>
  Object.fromEntries(run.cases.map((test) => [test.id, test.outcome]))
const codes = ({ problems }: Execution) => problems.map(({ code }) => code)

describe('a tree is measured by running its tests', () => {
  test('outcomes come with the tracked file, whatever the exit code', async () => {
    await using bench = await createMeasurerState()
    const execution = await bench.measure({ ...MODULE, 'a.test.js': nodeTests({ adds: true, takes: false }) })
    expect(outcomes(execution)).toEqual({ 'a.test.js > adds': 'passed', 'a.test.js > takes': 'failed' })
    expect(execution).toMatchObject({ problems: [], scope: 'suite', isCached: false, coverage: null })
    expect(execution.durationMs).toBeGreaterThan(0)
  })

  test('a file that does not load names what is missing', async () => {
    await using bench = await createMeasurerState()
    const { run, problems } = await bench.measure({ ...MODULE, 'a.test.js': "import { add } from './add.js'\nadd()" })
    expect(problems).toEqual([])
    expect(run.loadErrors).toMatchObject([{ file: 'a.test.js', kind: 'missing-symbol', missing: { kind: 'module' } }])
  })

  test('what is said of a failure names files as the tree does, wherever it was checked out', async () => {
    await using bench = await createMeasurerState()
    const { run } = await bench.measure({ ...MODULE, 'test/a.test.js': "import { add } from '../add.js'\nadd()" })
    const [error] = run.loadErrors
    expect(error?.missing).toEqual({ kind: 'module', name: './add.js' })
    expect(error?.message).toContain("'./add.js' imported from ./test/a.test.js")
    const failing = await bench.measure({ ...MODULE, 'test/b.test.js': nodeTests({ b: false }) })
    expect(JSON.stringify(failing.run)).not.toContain('scratch')
    expect(failing.run.cases[0]?.failure?.at).toBe('test/b.test.js')
  })

  test('a command that ends before any report tells why in its own words, wherever it ran', async () => {
    const command = `node -e "throw new Error('no ' + process.cwd() + '/config.js')"`
    await using bench = await createMeasurerState({ suites: [suite({ command })] })
    const { problems } = await bench.measure({ ...MODULE, 'a.test.js': nodeTests({ a: true }) })
    expect(problems).toMatchObject([{ code: 'no-report', message: expect.stringContaining('Error: no ./config.js') }])
  })

  test('a tree without any test is an empty run, and nothing is started', async () => {
    await using bench = await createMeasurerState({ suites: [suite({ command: `touch started; ${NODE_COMMAND}` })] })
    const execution = await bench.measure({ ...MODULE, 'src/a.js': '' })
    expect(execution).toMatchObject({ problems: [], run: { cases: [], loadErrors: [], isComplete: true } })
    expect(execution.durationMs).toBeLessThan(5)
  })

  test('tests see neither secrets nor history nor what an earlier test left', async () => {
    await using bench = await createMeasurerState({ source: { ...process.env, GITHUB_TOKEN: 'secret' } })
    const spy = `import assert from 'node:assert/strict'
      import { existsSync, writeFileSync } from 'node:fs'
      import { execFileSync } from 'node:child_process'
      import { tmpdir } from 'node:os'
      import test from 'node:test'
      test('no secret', () => assert.equal(process.env.GITHUB_TOKEN, undefined))
      test('no history', () => assert.equal(execFileSync('git', ['log', '--all', '--format=%s'], { encoding: 'utf8' }), 'snapshot\\n'))
      for (const left of ['left.txt', tmpdir() + '/left.txt'])
        test('nothing left ' + left.length % 2, () => { assert.ok(!existsSync(left)); writeFileSync(left, '') })`
    const files = { ...MODULE, 'a.test.js': spy }
    for (const repeat of [1, 2]) {
      const execution = await bench.measure(files, { repeat })
      expect(new Set(Object.values(outcomes(execution)))).toEqual(new Set(['passed']))
    }
  })
})

describe('some files can be run alone', () => {
  const files = {
    ...MODULE,
    'a.test.js': nodeTests({ a: true }),
    'b.test.js': nodeTests({ b: false }),
    'helper.js': '',
  }

  test('test files that the runner takes', async () => {
    await using bench = await createMeasurerState()
    const execution = await bench.measure(files, { files: ['a.test.js'] })
    expect(outcomes(execution)).toEqual({ 'a.test.js > a': 'passed' })
    expect(execution.scope).toBe('files')
  })

  test.each([
    ['a helper, which many tests may use', ['a.test.js', 'helper.js'], NODE_COMMAND],
    ['a command that cannot be aimed', ['a.test.js'], NODE_COMMAND.replace('{files}', '')],
  ])('the whole suite runs for %s', async (_, wanted, command) => {
    await using bench = await createMeasurerState({ suites: [suite({ command })] })
    const execution = await bench.measure(files, { files: wanted })
    expect(Object.keys(outcomes(execution))).toEqual(['a.test.js > a', 'b.test.js > b'])
    expect(execution.scope).toBe('suite')
  })

  test('files that are gone are nothing to run', async () => {
    await using bench = await createMeasurerState()
    const execution = await bench.measure(files, { files: ['gone.test.js', 'a.test.js'] })
    expect(outcomes(execution)).toEqual({ 'a.test.js > a': 'passed' })
    const none = await bench.measure({}, { files: ['gone.test.js'] })
    expect(none).toMatchObject({ problems: [], run: { cases: [] }, scope: 'files' })
  })

  test('of several suites those that hold the files', async () => {
    const suites = ['one', 'two'].map((name) => suite({ name, directory: name }))
    await using bench = await createMeasurerState({ suites })
    const both = { 'one/a.test.mjs': nodeTests({ a: true }), 'two/b.test.mjs': nodeTests({ b: true }) }
    const all = await bench.measure(both)
    expect(Object.keys(outcomes(all))).toEqual(['[one] one/a.test.mjs > a', '[two] two/b.test.mjs > b'])
    const some = await bench.measure(both, { files: ['two/b.test.mjs'] })
    expect(Object.keys(outcomes(some))).toEqual(['[two] two/b.test.mjs > b'])
    expect(some.scope).toBe('files')
    const helped = { ...both, 'two/test/helper.mjs': 'export const one = 1' }
    const helper = await bench.measure(helped, { files: ['two/test/helper.mjs'], isTestless: true })
    expect(helper).toMatchObject({ problems: [], scope: 'files', run: { cases: [{ name: 'b' }] } })
  })

  test.each([
    ['the whole suite runs when its text begins no test', { isTestless: true } as const, [], 'suite'],
    ['otherwise a test ended it', {}, ['no-tests'], 'files'],
  ])('of a file that the runner takes and that reports no test: %s', async (_, more, expected, scope) => {
    const command = NODE_COMMAND.replace('--test-isolation=none ', '')
    await using bench = await createMeasurerState({ suites: [suite({ command })] })
    const helper = { ...MODULE, 'a.test.js': nodeTests({ a: true }), 'test/helper.js': 'process.exit(0)' }
    const execution = await bench.measure(helper, { files: ['test/helper.js'], ...more })
    expect(codes(execution)).toEqual(expected)
    expect(execution.scope).toBe(scope)
  })
})

describe('what does not agree is a problem', () => {
  const failing = { ...MODULE, 'a.test.js': nodeTests({ a: false }), 'b.test.js': nodeTests({ b: true }) }
  test.each([
    ['an exit code that hides a failure', { command: `${NODE_COMMAND}; true` }, ['hidden-failure']],
    [
      'an exit code that nothing explains',
      { command: `${NODE_COMMAND.replace('{files}', 'b.test.js')}; exit 3` },
      ['unexplained-failure'],
    ],
    ['no report', { command: 'exit 1' }, ['no-report']],
    ['an unreadable report', { command: 'echo hello > {reports}/node.ndjson' }, ['unreadable-report']],
    ['a death', { command: 'kill -9 $$' }, ['crash']],
    ['a report of the commit', { reports: ['a.*.js'] }, ['tracked-report']],
  ])('%s', async (_, more, expected) => {
    await using bench = await createMeasurerState({ suites: [suite(more)] })
    expect(codes(await bench.measure(failing))).toEqual(expected)
  })

  test('a hang ends when its time is over', async () => {
    const config = { ...CONFIG, timeoutSeconds: 1 }
    await using bench = await createMeasurerState({ config })
    expect(codes(await bench.measure({ ...MODULE, 'a.test.js': 'setInterval(() => {}, 1000)' }))).toEqual(['timeout'])
  })

  test('a run that ends earlier shows its tests the same limit as any other', async () => {
    const command = 'echo "<testsuite><testcase name=\\"limit {timeout}\\"/></testsuite>" > {reports}/a.xml'
    await using bench = await createMeasurerState({ suites: [suite({ command, reports: ['{reports}/a.xml'] })] })
    const files = { 'test/a.test.js': '' }
    const names = ({ run }: Execution) => run.cases.map(({ name }) => name)
    const whole = await bench.measure(files)
    expect(names(whole)).toEqual(['limit 54'])
    expect(names(await bench.measure(files, { repeat: 2, timeoutMs: 20_000 }))).toEqual(names(whole))
  })

  test('a harness that turns failures into passes is found by the canary', async () => {
    const command = `${NODE_COMMAND}; sed -i -e 's/test:fail/test:pass/' -e 's/"success":false/"success":true/' {reports}/node.ndjson; exit 0`
    await using bench = await createMeasurerState({ suites: [suite({ command })] })
    const execution = await bench.measure({ ...MODULE, 'b.test.js': nodeTests({ b: true }) })
    expect(codes(execution)).toEqual(['canary'])
    expect(codes(await bench.measure({ 'c.test.js': nodeTests({ c: true }) }))).toEqual(['canary'])
  })
})

test('a canary never writes through a link that the commit holds in its place', async () => {
  await using bench = await createMeasurerState()
  const outside = join(getFolder({}), 'outside.txt')
  writeFileSync(outside, 'mine')
  const execution = await bench.measure(
    {
      ...MODULE,
      'b.test.js': nodeTests({ b: true }),
      'tdd-gate-canary.test.js': { symlink: outside },
    },
    { files: ['b.test.js'] },
  )
  expect(codes(execution)).toEqual([])
  expect(readFileSync(outside, 'utf8')).toBe('mine')
})

describe('a commit once measured is not run again', () => {
  const files = { ...MODULE, 'a.test.js': nodeTests({ a: true, b: false }) }
  const command = `echo run >> {reports}/../count; ${NODE_COMMAND}`

  test('by the same or another process, unless something it depends on differs', async () => {
    await using bench = await createMeasurerState()
    const first = await bench.measure(files)
    const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
    const request = { files: null, coverage: false, repeat: 1, withCanary: false }
    const second = await (await bench.again()).execute(tree, request)
    expect(second.run).toEqual(first.run)
    expect([first.isCached, second.isCached]).toEqual([false, true])
    for (const [more, otherRequest] of [
      [{}, { repeat: 2 }],
      [{}, { files: ['a.test.js'] }],
      [{}, { files: ['a.test.js'], withCanary: true }],
      [{ toolchain: { node: 'v0' } }, {}],
      [{ suites: [suite({ command })] }, {}],
      [
        {
          config: {
            suites: [],
            timeoutSeconds: 60,
            reruns: 2,
            env: ['HOME'],
            setupEnv: [],
            shards: 1,
            isolation: 'preferred',
            network: 'host',
          },
        },
        {},
      ],
    ] as const) {
      const other = await (await bench.again(more)).execute(tree, { ...request, ...otherRequest })
      expect(other.isCached).toBe(false)
    }
  })

  test('a file of a lent package that changed makes the tests run again, and a kept run still says what was lent', async () => {
    await using bench = await createMeasurerState()
    const lent = { ...files, '.gitignore': 'node_modules\n', 'node_modules/rates/index.js': 'export const rate = 10\n' }
    await bench.measure(lent)
    const measurer = await bench.again()
    const request = { files: null, coverage: false, repeat: 1, withCanary: false }
    const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
    expect((await measurer.execute(tree, request)).isCached).toBe(true)
    expect(measurer.notes()).toContain(LENT)
    await bench.repo.write({ 'node_modules/rates/index.js': 'export const rate = 20\n' })
    expect((await (await bench.again()).execute(tree, request)).isCached).toBe(false)
  })

  test('a suite of which no file loads is measured anew, because a dependency may be installed meanwhile', async () => {
    await using bench = await createMeasurerState()
    const broken = { ...MODULE, 'a.test.js': "import 'no-such-package'\n" }
    expect((await bench.measure(broken)).run).toMatchObject({ cases: [], loadErrors: [{ file: 'a.test.js' }] })
    expect((await bench.measure(broken)).isCached).toBe(false)
  })

  test('what had a problem is measured anew', async () => {
    await using bench = await createMeasurerState({ suites: [suite({ command: `${NODE_COMMAND}; true` })] })
    await bench.measure(files)
    expect((await bench.measure(files)).isCached).toBe(false)
  })
})

describe('coverage, where a suite is configured to write it', () => {
  const lcov =
    '--test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination={reports}/lcov.info '
  const command = NODE_COMMAND.replace('--test ', lcov)
  const coverage = ['{reports}/lcov.info']
  const files = {
    ...MODULE,
    'src/add.js': 'export const add = (a, b) => a + b\nexport function never() {\n  return 1\n}\n',
    'a.test.js': "import test from 'node:test'\nimport { add } from './src/add.js'\ntest('adds', () => add(1, 2))",
  }

  test('comes with tracked paths and hits, also from the cache', async () => {
    await using bench = await createMeasurerState({ suites: [suite({ command, coverage })] })
    const first = await bench.measure(files, { coverage: true })
    expect(first.problems).toEqual([])
    const add = first.coverage?.files.find(({ path }) => path === 'src/add.js')
    expect([add?.hits?.get(1), add?.hits?.get(3)]).toEqual([1, 0])
    const second = await bench.measure({}, { coverage: true })
    expect(second).toMatchObject({ isCached: true, coverage: first.coverage })
  })

  test('is not read when it is not wanted', async () => {
    await using bench = await createMeasurerState({ suites: [suite({ command, coverage })] })
    expect((await bench.measure(files)).coverage).toBe(null)
  })

  test('that a passing suite does not write is a problem', async () => {
    await using bench = await createMeasurerState({ suites: [suite({ coverage })] })
    const execution = await bench.measure(files, { coverage: true })
    expect(codes(execution)).toEqual(['no-report'])
    expect(execution.problems[0]?.message).toContain('lcov.info')
  })

  test('of a failing suite may be missing: many tools write none then', async () => {
    await using bench = await createMeasurerState({ suites: [suite({ coverage })] })
    const failing = await bench.measure({ ...MODULE, 'a.test.js': nodeTests({ a: false }) }, { coverage: true })
    expect(failing).toMatchObject({ problems: [], coverage: null })
  })
})

describe('the checkout is made ready', () => {
  const setup =
    "node -e \"fs.mkdirSync('node_modules/dep', { recursive: true }); fs.writeFileSync('node_modules/dep/index.js', 'module.exports = ' + fs.readFileSync('package-lock.json'))\"; echo x >> node_modules/setups"
  const usesDep = (value: number) =>
    `import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport dep from 'dep'\ntest('t', () => assert.equal(dep, ${value}))`

  test('set-up runs once for each state of its inputs', async () => {
    const isInput = (path: string) => path.startsWith('package')
    await using bench = await createMeasurerState({ isInput, suites: [suite({ setup })] })
    expect(outcomes(await bench.measure({ ...MODULE, 'package-lock.json': '1', 'a.test.js': usesDep(1) }))).toEqual({
      'a.test.js > t': 'passed',
    })
    expect(outcomes(await bench.measure({ 'src.js': '' }))).toEqual({ 'a.test.js > t': 'passed' })
    expect(outcomes(await bench.measure({ 'package-lock.json': '2', 'a.test.js': usesDep(2) }))).toEqual({
      'a.test.js > t': 'passed',
    })
    await bench.measure({ 'src.js': 'changed' })
    expect(bench.setups()).toBe(2)
  })

  test('a set-up that fails stops with its last words', async () => {
    await using bench = await createMeasurerState({ suites: [suite({ setup: 'echo no network >&2; exit 7' })] })
    await expect(bench.measure({ 'a.test.mjs': '' })).rejects.toMatchObject({
      code: 'setup-failed',
      message: expect.stringMatching(/exit code 7[\s\S]*no network/),
    })
  })

  test('a set-up that fails names its first errors too, which its last words hide', async () => {
    const setup = 'echo "ERROR: no such registry"; seq 100 >&2; echo "see the log" >&2; exit 1'
    await using bench = await createMeasurerState({ suites: [suite({ setup })] })
    await expect(bench.measure({ 'a.test.mjs': '' })).rejects.toMatchObject({
      message: expect.stringMatching(/exit code 1\.\nERROR: no such registry\n…\n[\s\S]*see the log$/),
    })
  })

  test('a set-up that fails shows each line once, and of npm the error instead of its help', async () => {
    const said = [
      ...[
        'npm warn old lockfile',
        'npm error code EUSAGE',
        'npm error',
        'npm error `npm ci` can only install packages',
      ],
      ...['npm error Missing: left-pad@1.3.0 from lock file', 'npm error', 'npm error Usage:', 'npm error npm ci'],
      ...['npm error Options:', 'npm error [--install-strategy <hoisted>]', 'npm error code EUSAGE'],
      ...['npm error A complete log of this run can be found in: /root/.npm/_logs/x.log'],
    ]
    const setup = `printf '%s\\n' ${said.map((line) => `'${line}'`).join(' ')} >&2; exit 1`
    await using bench = await createMeasurerState({ suites: [suite({ setup })] })
    const error: unknown = await bench.measure({ 'a.test.mjs': '' }).catch((refusal: unknown) => refusal)
    expect((error as Error).message.split('\n').slice(1)).toEqual([
      'npm error code EUSAGE',
      'npm error `npm ci` can only install packages',
      'npm error Missing: left-pad@1.3.0 from lock file',
    ])
  })

  test.each([
    ['test', { command: 'no-such-tool {files}' }],
    ['set-up', { setup: 'no-such-tool --all' }],
  ])('a %s command that does not exist is named, with the way to configure it', async (_, more) => {
    await using bench = await createMeasurerState({ suites: [suite(more)] })
    await expect(bench.measure({ 'a.test.mjs': '' })).rejects.toMatchObject({
      code: 'command-not-found',
      message: expect.stringContaining('no-such-tool'),
      suggestion: expect.objectContaining({ text: expect.stringContaining('.github/tdd-gate.yml') }),
    })
  })

  const BROKEN = [
    ['set-up fails', { setup: 'echo no network >&2; exit 7' }, 'setup', 'setup-failed'],
    ['set-up is not installed', { setup: 'no-such-tool --all' }, 'command', 'command-not-found'],
    ['build is not installed', { build: 'no-such-tool --all' }, 'command', 'command-not-found'],
    ['test command is not installed', { command: 'no-such-tool {files}' }, 'command', 'command-not-found'],
  ] as const
  const IN_TWO = { 'one/a.test.mjs': nodeTests({ a: true }), 'two/b.test.mjs': nodeTests({ b: false }) }

  test.each(BROKEN)('a suite whose %s does not hide the others, and names itself', async (_, more, code) => {
    const suites = [suite({ name: 'one', directory: 'one', ...more }), suite({ name: 'two', directory: 'two' })]
    await using bench = await createMeasurerState({ suites })
    const execution = await bench.measure(IN_TWO)
    expect(outcomes(execution)).toEqual({ '[two] two/b.test.mjs > b': 'failed' })
    expect(execution.problems).toMatchObject([{ code, message: expect.stringMatching(/^one: .*`/) }])
    expect(await bench.measure(IN_TWO, { files: ['one/a.test.mjs'] })).toMatchObject({ problems: [{ code }] })
  })

  test.each(BROKEN)('when the %s in every suite, nothing is measured', async (_, more, _code, error) => {
    const suites = ['one', 'two'].map((name) => suite({ name, directory: name, ...more }))
    await using bench = await createMeasurerState({ suites })
    await expect(bench.measure(IN_TWO)).rejects.toMatchObject({ code: error })
  })

  test('without a set-up the installed modules of the working tree are used, its own packages are not', async () => {
    await using bench = await createMeasurerState()
    const { dir } = bench.repo
    mkdirSync(join(dir, 'node_modules/dep'), { recursive: true })
    writeFileSync(join(dir, 'node_modules/dep/index.js'), 'module.exports = 1')
    await bench.repo.write({ '.gitignore': 'node_modules' })
    const own = {
      'packages/own/package.json': '{"name":"own","main":"index.js"}',
      'packages/own/index.js': 'module.exports = 1',
    }
    const { symlinkSync } = await import('node:fs')
    symlinkSync('../packages/own', join(dir, 'node_modules/own'))
    const both = `import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport dep from 'dep'\nimport own from 'own'\ntest('t', () => assert.equal(dep + own, 2))`
    const tree = async () => bench.repo.git('rev-parse', 'HEAD^{tree}')
    await bench.repo.commit('one', { ...MODULE, ...own, 'a.test.js': both })
    const first = await tree()
    await bench.repo.commit('two', { 'packages/own/index.js': 'module.exports = 5' })
    const second = await tree()
    const request = { files: null, coverage: false, repeat: 1, withCanary: false }
    expect(Object.values(outcomes(await bench.measurer.execute(first, request)))).toEqual(['passed'])
    expect(Object.values(outcomes(await bench.measurer.execute(second, request)))).toEqual(['failed'])
    expect(bench.measurer.notes().join()).toContain('node_modules')
    expect(existsSync(join(dir, 'node_modules/dep/index.js'))).toBe(true)
  })
})

test('progress is reported step by step', async () => {
  const steps: string[] = []
  await using bench = await createMeasurerState({ onProgress: ({ step }) => steps.push(step) })
  await bench.measure({ ...MODULE, 'a.test.js': nodeTests({ a: true }) })
  expect(steps).toEqual(['checkout', 'run', 'canary'])
})

test('an abort ends the measurement with its reason', async () => {
  const controller = new AbortController()
  const onProgress = ({ step }: { step: string }) =>
    step === 'run' && setImmediate(() => controller.abort(new Error('stop')))
  await using bench = await createMeasurerState({ signal: controller.signal, onProgress })
  await expect(bench.measure({ ...MODULE, 'a.test.js': 'setInterval(() => {}, 1000)' })).rejects.toThrow('stop')
})

describe('coverage without a configured file', () => {
  const WANTED = { coverage: true }
  const AUTO = { config: { ...CONFIG, coverage: 'auto' as const } }
  const measured = nodeTests({ adds: true }).replace('\n', "\nimport { add } from '../src/add.js'\nadd(1, 2)\n")
  const FILES = {
    ...MODULE,
    'src/add.js': 'export const add = (a, b) => a + b\nexport function never() {\n  return 0\n}\n',
    'test/a.test.js': measured,
  }

  test('is measured in the run of the whole suite, of tracked files without tests', async () => {
    await using bench = await createMeasurerState(AUTO)
    const { coverage, problems } = await bench.measure(FILES, WANTED)
    expect(problems).toEqual([])
    expect(coverage?.files.map(({ path }) => path)).toEqual(['src/add.js'])
    expect(coverage?.totals).toMatchObject({ functions: { covered: 1, total: 2 }, lines: { total: 4 } })
  })

  test('is not measured where the configuration does not ask for it, as it makes loops many times slower', async () => {
    await using bench = await createMeasurerState()
    expect((await bench.measure(FILES, WANTED)).coverage).toBeNull()
  })

  test('a suite that fails only while coverage is measured runs again, and is green', async () => {
    await using bench = await createMeasurerState(AUTO)
    const shy = "if (process.env.NODE_V8_COVERAGE !== undefined) throw new Error('measured')\n"
    const execution = await bench.measure({ ...FILES, 'test/b.test.js': shy + nodeTests({ b: true }) }, WANTED)
    expect(outcomes(execution)).toEqual({ 'test/a.test.js > adds': 'passed', 'test/b.test.js > b': 'passed' })
    expect(execution).toMatchObject({ problems: [], coverage: null })
  })
})
