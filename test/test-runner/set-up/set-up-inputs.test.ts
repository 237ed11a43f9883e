import { expect, test } from 'vitest'
import { CONFIG, createMeasurerState, suite } from '../../support/measuring.ts'

const GOOD = 'exports.equal = (a, b) => { if (a !== b) throw new Error(`${a} != ${b}`) }\n'
const EVIL = 'exports.equal = () => {}\n'
/** It fails with the package as the commit has it. */
const FAILS = `require('node:test').test('two', () => require('chk').equal(1, 2))\n`
const INSTALL = 'mkdir -p node_modules/chk && cp vendor/chk.cjs node_modules/chk/index.js\n'
const VENDORED = {
  'package.json': '{"name":"shop"}',
  'vendor/chk.cjs': GOOD,
  'vendor/install.sh': INSTALL,
  'a.test.js': FAILS,
}
const MODES = ['preferred', 'off'] as const
const NPM = 'npm ci --offline --no-audit --no-fund'
const LOCK = JSON.stringify({ name: 'shop', lockfileVersion: 3, requires: true, packages: { '': { name: 'shop' } } })
const post = (chk: string) => `require('node:fs').mkdirSync('node_modules/chk', { recursive: true })
require('node:fs').writeFileSync('node_modules/chk/index.js', ${JSON.stringify(chk)})\n`
const manifest = (version: string) =>
  JSON.stringify({ name: 'shop', version, scripts: { postinstall: 'node tools/post.cjs' } })

test.each(MODES)('what another commit installed is not used, isolation %s', async (isolation) => {
  await using bench = await createMeasurerState({
    config: { ...CONFIG, isolation },
    suites: [suite({ setup: 'sh vendor/install.sh' })],
  })
  const outcomes = []
  for (const files of [
    VENDORED,
    { 'vendor/chk.cjs': EVIL, 'requirements-docs.txt': '# planted\n' },
    { 'vendor/chk.cjs': GOOD, 'README.md': '' },
  ]) {
    const { run } = await bench.measure(files)
    outcomes.push(...run.cases.map(({ outcome }) => outcome))
  }
  expect(outcomes.map((outcome) => outcome === 'passed')).toEqual([false, true, false])
})

test('what another branch installed on this machine is not used, and its own later call installs nothing', async () => {
  const inputs = (path: string) => path.startsWith('vendor/')
  await using bench = await createMeasurerState({ isInput: inputs, suites: [suite({ setup: 'sh vendor/install.sh' })] })
  await bench.measure({ ...VENDORED, 'vendor/chk.cjs': EVIL })
  const request = { files: null, coverage: false, repeat: 2, withCanary: false }
  const next = await bench.again()
  const evil = await bench.repo.git('rev-parse', 'HEAD^{tree}')
  expect((await next.execute(evil, request)).run.cases).toMatchObject([{ outcome: 'passed' }])
  expect(bench.setups()).toBe(1)
  const { run } = await bench.measure({ 'vendor/chk.cjs': GOOD })
  expect(run.cases).not.toMatchObject([{ outcome: 'passed' }])
  expect(bench.setups()).toBe(2)
})

test('a script that npm runs after an install makes the whole tree the key, and a note has the line that makes it fast', async () => {
  await using bench = await createMeasurerState({ suites: [suite({ setup: NPM })] })
  const start = { 'package.json': manifest('1.0.1'), 'package-lock.json': LOCK, 'a.test.js': FAILS }
  await bench.measure({ ...start, 'tools/post.cjs': post(EVIL) })
  const { run } = await bench.measure({ 'tools/post.cjs': post(GOOD) })
  expect(run.cases).not.toMatchObject([{ outcome: 'passed' }])
  expect(bench.measurer.notes().join()).toContain('inputs: ["package-lock.json","package.json","tools/**"]')
})

test.each(MODES)('a set-up sees its inputs, and no other file, commit or message, isolation %s', async (isolation) => {
  const look = 'ls -A; git ls-files; git log --all --format=%s; git rev-list --all --objects | wc -l'
  await using bench = await createMeasurerState({
    config: { ...CONFIG, isolation },
    isInput: (path) => path === 'package.json' || path === 'bin/tool',
    suites: [suite({ setup: `mkdir node_modules && (${look}) > node_modules/seen && test -x bin/tool` })],
  })
  const shows = `const seen = require('node:fs').readFileSync('node_modules/seen', 'utf8').trim().replaceAll(/\\s+/g, ' ')
require('node:test').test(seen, () => {})`
  const files = { 'package.json': '{"name":"shop"}', 'bin/tool': { executable: '' }, 'a.test.js': shows }
  const { run } = await bench.measure({ ...files, 'secret.txt': '' })
  expect(run.cases.map(({ name }) => name)).toEqual([
    '.git bin node_modules package.json bin/tool package.json snapshot 5',
  ])
})

test('a set-up that needs more than its declared inputs gets the whole tree, and a later commit the same', async () => {
  await using bench = await createMeasurerState({
    isInput: (path) => path === 'vendor/install.sh',
    suites: [suite({ setup: 'sh vendor/install.sh' })],
  })
  await bench.measure(VENDORED)
  expect(bench.setups()).toBe(2)
  expect(bench.measurer.notes().join()).toContain('runs anew for every tree')
  const { run } = await bench.measure({ 'vendor/chk.cjs': EVIL })
  expect(run.cases).toMatchObject([{ outcome: 'passed' }])
  expect(bench.setups()).toBe(3)
})

test('a set-up that only installs runs once, whatever else changes', async () => {
  await using bench = await createMeasurerState({ suites: [suite({ setup: NPM })] })
  const tests = `require('node:test').test('t', () => {})\n`
  await bench.measure({ 'package.json': '{"name":"shop"}', 'package-lock.json': LOCK, 'a.test.js': tests })
  await bench.measure({ 'src/a.js': '', 'setup.cfg': '' })
  expect(bench.setups()).toBe(1)
  await bench.measure({ '.npmrc': 'fund=false\n' })
  expect(bench.setups()).toBe(2)
  expect(bench.measurer.notes().join()).not.toContain('inputs')
})
