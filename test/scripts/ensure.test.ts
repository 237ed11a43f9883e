import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { getFolder } from '../support/folder.ts'

const SCRIPT = resolve('scripts/ensure.mjs')
const PROJECT = {
  name: 'project',
  version: '1.0.0',
  dependencies: { runs: 'file:own/runs' },
  devDependencies: { builds: 'file:own/builds' },
}
const LOCK = {
  name: 'project',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': PROJECT,
    'node_modules/runs': { resolved: 'own/runs', link: true },
    'node_modules/builds': { resolved: 'own/builds', link: true },
    'own/runs': { version: '1.0.0' },
    'own/builds': { version: '1.0.0', dev: true },
  },
}

/** A project whose packages lie beside it: npm installs them without a network. */
const getProject = () => {
  const folder = getFolder({
    'own/runs/package.json': JSON.stringify({ name: 'runs', version: '1.0.0' }),
    'own/builds/package.json': JSON.stringify({ name: 'builds', version: '1.0.0' }),
    'package.json': JSON.stringify(PROJECT),
    'package-lock.json': JSON.stringify(LOCK),
  })
  const run = (program: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(program, words, { cwd: folder, env: { ...process.env, NODE_ENV: '', ...env } }).status
  const ensure = (...words: readonly string[]) => run(process.execPath, [SCRIPT, ...words])
  const ensureInProduction = (...words: readonly string[]) =>
    run(process.execPath, [SCRIPT, ...words], { NODE_ENV: 'production' })
  const installed = () => ['runs', 'builds'].filter((name) => existsSync(join(folder, 'node_modules', name)))
  return { folder, run, ensure, ensureInProduction, installed }
}

test('what builds and tests is installed in production too, for commands that need it', () => {
  const { ensure, ensureInProduction, installed } = getProject()
  expect(ensureInProduction('--to-run')).toBe(0)
  expect(installed()).toEqual(['runs'])
  expect(ensureInProduction()).toBe(0)
  expect(installed()).toEqual(['runs', 'builds'])
  expect(ensure('--to-run')).toBe(0)
  expect(installed()).toEqual(['runs', 'builds'])
})

test('an installation says that it begins, on standard error, and a second call says nothing', () => {
  const { folder } = getProject()
  const call = () => {
    const { stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' })
    return [stdout, stderr.split('\n')[0]]
  }
  expect([call(), call()]).toEqual([
    ['', 'tdd-gate installs 2 packages: this may take some minutes.'],
    ['', ''],
  ])
})

test('an installation that failed is repeated by the next command', () => {
  const { folder, ensure, installed } = getProject()
  writeFileSync(join(folder, 'package-lock.json'), '{')
  expect(ensure()).not.toBe(0)
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(LOCK))
  expect(ensure()).toBe(0)
  expect(installed()).toEqual(['runs', 'builds'])
})

test('a package that npm was asked to remove is installed again', () => {
  const { run, ensure, installed } = getProject()
  expect(ensure()).toBe(0)
  expect(run('npm', ['prune', '--omit=dev', '--offline'])).toBe(0)
  expect(installed()).toEqual(['runs'])
  expect(ensure()).toBe(0)
  expect(installed()).toEqual(['runs', 'builds'])
})

test('a package that is missing is installed again', () => {
  const { folder, ensure } = getProject()
  const path = join(folder, 'node_modules/.package-lock.json')
  expect(ensure()).toBe(0)
  const lock = JSON.parse(readFileSync(path, 'utf8'))
  const mark = join(folder, 'node_modules/mark')
  writeFileSync(mark, 'npm ci empties this folder')
  expect([ensure(), existsSync(mark)]).toEqual([0, true])
  rmSync(join(folder, 'own/builds/package.json'))
  lock.packages['own/builds'] = { version: '1.0.0', dev: true }
  ensure()
  expect(existsSync(mark)).toBe(false)
})

test('an older Node says what it lacks, where the lock file brings none', () => {
  const { folder, ensure } = getProject()
  const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'22.21.1'})`
  const words = ['--import', old, SCRIPT]
  expect(ensure()).toBe(0)
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  const next = '  -> Install Node 24 from https://nodejs.org'
  expect([status, stderr]).toEqual([
    2,
    `error [bad-environment] tdd-gate needs Node 24 or newer; this is 22.21.1.\n${next}\n`,
  ])
})

test('nothing is installed twice', () => {
  const { folder, ensure } = getProject()
  expect(ensure()).toBe(0)
  const mark = join(folder, 'node_modules/mark')
  writeFileSync(mark, 'npm ci empties this folder')
  expect([ensure(), ensure('--to-run')]).toEqual([0, 0])
  expect(readFileSync(mark, 'utf8')).toContain('empties')
  rmSync(join(folder, 'node_modules/.package-lock.json'))
  expect(ensure()).toBe(0)
  expect(existsSync(mark)).toBe(false)
})

test.each([
  ['npm ci', [], {}, ['--to-run', '']],
  ['npm ci --omit=dev', ['--omit=dev'], {}, ['--to-run']],
  ['npm ci in production', [], { NODE_ENV: 'production' }, ['--to-run']],
  ['npm ci --include=dev in production', ['--include=dev'], { NODE_ENV: 'production' }, ['--to-run', '']],
] as const)('what %s installed is not installed again by commands that need no more', (_, words, env, enough) => {
  const { folder, run, ensure } = getProject()
  const { prepare } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const told = prepare.split(' && ').find((line: string) => line.includes('ensure.mjs'))
  const scripts = { prepare: told?.replace('scripts/ensure.mjs', SCRIPT) }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...PROJECT, scripts }))
  const mark = join(folder, 'node_modules/mark')
  expect(run('npm', ['ci', '--offline', ...words], env)).toBe(0)
  writeFileSync(mark, 'npm ci empties this folder')
  for (const need of ['--to-run', '']) {
    expect(ensure(...[need].filter(Boolean))).toBe(0)
    expect(existsSync(mark), need).toBe((enough as readonly string[]).includes(need))
  }
})
