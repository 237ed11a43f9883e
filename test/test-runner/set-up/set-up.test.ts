import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Blob } from '../../../src/core/model/commit.ts'
import { installedPaths } from '../../../src/test-runner/set-up/installed.ts'
import { getFolder } from '../../support/folder.ts'
import { CONFIG, createMeasurerState, nodeTests, suite } from '../../support/measuring.ts'

const getFiles = (paths: readonly string[]) => new Map(paths.map((path, n) => [path, { mode: '100644', id: `${n}` }]))

test('the installed folders of a large monorepo are found in two looks at its paths, and none holds a tracked file', () => {
  const packages = Array.from({ length: 300 }, (_, n) => `packages/p${n}`)
  const files = getFiles(
    packages
      .flatMap((home) => [`${home}/package.json`, ...Array.from({ length: 200 }, (_, n) => `${home}/src/${n}.js`)])
      .concat('packages/p7/vendor/tracked.js'),
  )
  const counted = countEvaluations(files)
  const kept = installedPaths(counted.files)
  expect(counted.looks()).toBeLessThanOrEqual(2)
  expect(kept).toContain('packages/p6/vendor')
  expect(kept).toContain('node_modules')
  expect(kept).not.toContain('packages/p7/vendor')
})

const MODULE = { 'package.json': '{"type":"module"}' }
/** It reads nothing, and says so. */
const isInput = () => false
const INSTALL = "mkdir -p node_modules/dep && echo 'module.exports = 1' > node_modules/dep/index.js"
const usesDep = `import assert from 'node:assert/strict'
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import test from 'node:test'
import dep from 'dep'
test('reads the package as it was installed', () => {
  assert.equal(dep, 1)
  assert.ok(!existsSync('node_modules/dep/left'))
})
process.on('exit', () => {
  appendFileSync('node_modules/dep/index.js', ';module.exports = 2')
  writeFileSync('node_modules/dep/left', '')
})`

test('what a test writes into an installed package is gone in the next execution, and no set-up is needed for it', async () => {
  await using bench = await createMeasurerState({ isInput, suites: [suite({ setup: INSTALL })] })
  const first = await bench.measure({ ...MODULE, 'a.test.js': usesDep })
  const second = await bench.measure({ 'src.js': '' })
  for (const { run } of [first, second]) expect(run.cases.map(({ outcome }) => outcome)).toEqual(['passed'])
  expect(bench.setups()).toBe(1)
})

test('a later call takes what an earlier one installed', async () => {
  await using bench = await createMeasurerState({ isInput, suites: [suite({ setup: INSTALL })] })
  await bench.measure({ ...MODULE, 'a.test.js': usesDep })
  const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
  const again = await bench.again()
  const { run } = await again.execute(tree, { files: null, coverage: false, repeat: 2, withCanary: false })
  expect(run.cases.map(({ outcome }) => outcome)).toEqual(['passed'])
  expect(bench.setups()).toBe(1)
})

test('a variable of the set-up, or a password in a URL, reaches the set-up and no test, and no error shows it', async () => {
  const source = { ...process.env, TOKEN: 's3cret', PIP_INDEX_URL: 'https://me:p4ss%40word@host/' }
  const config = { ...CONFIG, setupEnv: ['TOKEN'] }
  const sees = `import assert from 'node:assert/strict'\nimport test from 'node:test'\ntest('t', () => assert.deepEqual([process.env.TOKEN, process.env.PIP_INDEX_URL], [undefined, 'https://host/']))`
  await using bench = await createMeasurerState({
    config,
    source,
    suites: [suite({ setup: 'test "$TOKEN $PIP_INDEX_URL" = "s3cret https://me:p4ss%40word@host/"' })],
  })
  const { run } = await bench.measure({ ...MODULE, 'a.test.js': sees })
  expect(run.cases.map(({ outcome }) => outcome)).toEqual(['passed'])
  const fails = await bench.again({ suites: [suite({ setup: 'echo "denied: $TOKEN p4ss@word" >&2; exit 1' })] })
  const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
  const failed = fails.execute(tree, { files: null, coverage: false, repeat: 1, withCanary: false })
  await expect(failed).rejects.toMatchObject({
    code: 'setup-failed',
    message: expect.stringContaining('denied: *** ***'),
  })
})

test('a set-up that builds from sources runs for every tree', async () => {
  await using bench = await createMeasurerState({ suites: [suite({ setup: 'mkdir dist && cp src.js dist/built.js' })] })
  const reads = (value: number) =>
    `import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport built from './dist/built.js'\ntest('t', () => assert.equal(built, ${value}))`
  for (const value of [1, 2]) {
    const files = { ...MODULE, 'src.js': `export default ${value}`, 'a.test.js': reads(value) }
    const { run } = await bench.measure(files)
    expect(run.cases.map(({ outcome }) => outcome)).toEqual(['passed'])
  }
  expect(bench.setups()).toBe(2)
  expect(bench.measurer.notes().join()).toContain('runs anew for every tree')
})

test('what a set-up puts into HOME is there for tests, and what tests put there is not', async () => {
  await using bench = await createMeasurerState({
    isInput,
    suites: [suite({ setup: 'mkdir -p "$HOME/tools" && echo 1 > "$HOME/tools/version"' })],
  })
  const evaluations = `import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import test from 'node:test'
test('tools', () => assert.equal(readFileSync(homedir() + '/tools/version', 'utf8'), '1\\n'))
test('nothing else', () => assert.ok(!existsSync(homedir() + '/left')))
process.on('exit', () => {
  writeFileSync(homedir() + '/left', '')
  writeFileSync(homedir() + '/tools/version', '2')
})`
  for (const more of ['', '1']) {
    const { run } = await bench.measure({ ...MODULE, 'a.test.js': evaluations, 'src.js': more })
    expect(run.cases.map(({ outcome }) => outcome)).toEqual(['passed', 'passed'])
  }
  expect(bench.setups()).toBe(1)
})

test('a link to a folder that a set-up makes is there for tests', async () => {
  await using bench = await createMeasurerState({
    isInput,
    suites: [suite({ setup: 'mkdir -p "$HOME/kept" && ln -s "$HOME/kept" linked' })],
  })
  const shows = `${nodeTests({ a: true })}
import { lstatSync } from 'node:fs'
test('link', () => assert.ok(lstatSync('linked').isSymbolicLink()))`
  const { run, problems } = await bench.measure({ ...MODULE, 'a.test.js': shows })
  expect([problems, run.cases.map(({ outcome }) => outcome)]).toEqual([[], ['passed', 'passed']])
})

test.each([
  ['follows no link of a later commit to elsewhere', (elsewhere: string) => ({ d: { symlink: elsewhere } }), 'errored'],
  ['covers no file of a later commit', () => ({ 'd/.left': 'committed', 'd/.folder/file': 'committed' }), 'passed'],
])('what a set-up left %s', async (_, change, outcome) => {
  const elsewhere = getFolder({ 'x.txt': '' })
  const setup = 'mkdir -p d/.folder && echo left > d/.left && echo left > d/.folder/file'
  await using bench = await createMeasurerState({ isInput, suites: [suite({ setup })] })
  const shows = `${nodeTests({ a: true })}
import { readFileSync } from 'node:fs'
for (const path of ['d/.left', 'd/.folder/file']) test(path, () => assert.ok(!readFileSync(path, 'utf8').includes('left')))`
  await bench.measure({ ...MODULE, 'd/x.txt': '', 'a.test.js': nodeTests({ a: true }) })
  await bench.repo.commit('nothing there', { d: null })
  const { run } = await bench.measure({ 'a.test.js': shows, ...change(elsewhere) })
  expect(run.cases.map(({ outcome }) => outcome)).toEqual(['passed', outcome, outcome])
  expect(readdirSync(elsewhere)).toEqual(['x.txt'])
})

const asksGit = `import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import test from 'node:test'
const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim()
test('files', () => assert.equal(git('ls-files'), 'a.test.js\\npackage.json'))
test('clean', () => assert.equal(git('status', '--porcelain', '--', 'a.test.js', 'package.json'), ''))
test('history', () => assert.equal(git('rev-list', '--count', '--all'), '1'))
test('hooks', () => assert.ok(!existsSync('.git/hooks') && !git('config', '--list').includes('hookspath')))
`

test.each([
  ['preferred', null],
  ['preferred', `git config core.hooksPath .husky && mkdir -p .git/hooks && ${INSTALL}`],
  ['off', `git config core.hooksPath .husky && mkdir -p .git/hooks && ${INSTALL}`],
] as const)('tests may ask git, isolation %s, set-up %s', async (isolation, setup) => {
  await using bench = await createMeasurerState({
    isInput,
    config: { ...CONFIG, isolation },
    suites: [suite({ setup })],
  })
  const { run, problems } = await bench.measure({ ...MODULE, 'a.test.js': asksGit })
  expect(problems).toEqual([])
  expect(run.cases.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'passed'])
  await bench.measure({ ...MODULE, 'b.txt': '' })
  expect(bench.setups()).toBe(setup === null ? 0 : 1)
})

test('without namespaces, a repository that a test damaged for the next execution is refused', async () => {
  await using bench = await createMeasurerState({ config: { ...CONFIG, isolation: 'off' } })
  const damages = `${nodeTests({ a: true })}
import { appendFileSync, chmodSync, readdirSync } from 'node:fs'
const packs = readdirSync('../git/packs', { recursive: true }).filter((path) => path.endsWith('.pack'))
for (const path of packs) {
  chmodSync('../git/packs/' + path, 0o600)
  appendFileSync('../git/packs/' + path, 'x')
}`
  const files = { ...MODULE, 'a.test.js': damages }
  await expect(bench.measure(files)).rejects.toMatchObject({ code: 'git-failed' })
})

test('a canary is put into the checkout as it was committed, whatever the suite did to it', async () => {
  await using bench = await createMeasurerState()
  const breaks = `${nodeTests({ a: true })}\nimport { writeFileSync } from 'node:fs'\nwriteFileSync('package.json', '{"type":"commonjs"}')`
  expect(await bench.measure({ ...MODULE, 'a.test.js': breaks })).toMatchObject({ problems: [] })
})

/** Counts how often all paths are gone through: once for each of the packages would be too often. */
function countEvaluations(of: ReadonlyMap<string, Blob>) {
  const files = new Map(of)
  const [keys, entries] = [files.keys.bind(files), files.entries.bind(files)]
  let evaluations = 0
  const evaluation = <T>(go: () => T) => {
    evaluations += 1
    return go()
  }
  Object.assign(files, {
    keys: () => evaluation(keys),
    entries: () => evaluation(entries),
    [Symbol.iterator]: () => evaluation(entries),
  })
  return { files, looks: () => evaluations }
}
