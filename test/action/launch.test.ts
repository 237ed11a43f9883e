import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
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

test('a branch that is not built says what to use instead', async () => {
  const env = { GITHUB_ACTION_REF: 'main\n::error::forged' }
  const { exitCode, log, annotations } = await runAction({ action: checkout('src'), event: SCHEDULE, env })
  expect(exitCode).toBe(1)
  expect(annotations).toMatchObject([{ level: 'error', message: expect.stringContaining('tdd-gate@<tag>') }])
  expect(log).toContain('TDD-GATE RESULT\nerror [not-built] tdd-gate at main???error??forged is not built')
  expect(log).toContain('npm ci')
})
