import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { build } from '../../scripts/build.ts'
import { getFolder } from '../support/folder.ts'
import { runAction } from '../support/runner.ts'

const SCHEDULE = { name: 'schedule', payload: {} }
/** These parts of the repository in a folder of their own, as `uses:` gets them. */
function checkout(...parts: readonly string[]): string {
  const folder = join(getFolder({}), 'a checkout')
  for (const part of ['action.yml', 'package.json', ...parts])
    cpSync(resolve(part), join(folder, part), { recursive: true })
  return folder
}

test('a release runs its bundle, anywhere, without a dependency', async () => {
  const action = checkout('src/action/launch.mjs')
  await build(resolve('.'), join(action, 'dist'))
  const { exitCode, log, outputs, annotations } = await runAction({ action, event: SCHEDULE })
  expect(exitCode).toBe(1)
  expect(outputs).toMatchObject({ conclusion: 'unmeasurable' })
  expect(annotations).toMatchObject([{ level: 'error', title: expect.stringContaining('unsupported-event') }])
  expect(log.slice(log.indexOf('TDD-GATE RESULT'))).toContain('ERROR unsupported-event')
})

test('the bundle is preferred to sources', async () => {
  const action = checkout('src')
  mkdirSync(join(action, 'dist/action'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(action, 'node_modules'))
  cpSync(join(getFolder({ 'index.mjs': "console.log('bundled')" }), 'index.mjs'), join(action, 'dist/action/index.mjs'))
  expect(await runAction({ action, event: SCHEDULE })).toMatchObject({ exitCode: 0, log: 'bundled' })
})

test('sources run where npm ci ran', async () => {
  const action = checkout('src')
  symlinkSync(resolve('node_modules'), join(action, 'node_modules'))
  const { exitCode, log } = await runAction({ action, event: SCHEDULE })
  expect(exitCode).toBe(1)
  expect(log).toContain('ERROR unsupported-event')
})

const PACKAGE = { name: 'gate', version: '1.0.0', dependencies: { '@actions/core': 'file:own' } }
const LOCK = {
  name: 'gate',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': PACKAGE,
    'node_modules/@actions/core': { resolved: 'own', link: true },
    own: { name: '@actions/core', version: '1.0.0' },
  },
}

/** Sources as a commit holds them, whose one package lies beside them: npm installs it without a network. */
function commitOf(index: string, more: Readonly<Record<string, string>>): string {
  const action = checkout('src/action/launch.mjs')
  const files = { 'src/action/index.ts': index, 'package.json': JSON.stringify(PACKAGE), ...more }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(action, path)), { recursive: true })
    writeFileSync(join(action, path), text)
  }
  return action
}

test('any commit runs: what its lock file names is installed first, and is not installed again', async () => {
  const own = { 'own/package.json': '{ "name": "@actions/core", "version": "1.0.0" }' }
  const action = commitOf("console.log('from its sources' as string)", {
    'package-lock.json': JSON.stringify(LOCK),
    ...own,
  })
  const first = await runAction({ action, event: SCHEDULE })
  expect(first).toMatchObject({
    exitCode: 0,
    log: expect.stringMatching(/^tdd-gate is not built here.*\n[\s\S]*from its sources$/),
  })
  expect(await runAction({ action, event: SCHEDULE })).toMatchObject({ exitCode: 0, log: 'from its sources' })
})

test('a commit whose packages cannot be installed says so, and how to use a release', async () => {
  const env = { GITHUB_ACTION_REF: 'main\n::error::forged' }
  const action = commitOf("console.log('never')", { 'package-lock.json': '{' })
  const { exitCode, log, annotations } = await runAction({ action, event: SCHEDULE, env })
  expect(exitCode).toBe(1)
  expect(annotations).toMatchObject([{ level: 'error', message: expect.stringContaining('dist/') }])
  expect(log).toContain('TDD-GATE RESULT\nerror [not-built] tdd-gate at main???error??forged is not built')
  expect(log).not.toContain('never')
})
