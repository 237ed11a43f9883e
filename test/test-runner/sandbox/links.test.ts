import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { copySettings, secretFiles } from '../../../src/test-runner/sandbox/home.ts'
import { makePoints } from '../../../src/test-runner/sandbox/layout.ts'
import { getFolder } from '../../support/folder.ts'

/** A HOME as a hostile set-up left it, and a folder outside that its links lead to. */
function hostileHome(links: Readonly<Record<string, string>>) {
  const world = getFolder({})
  for (const name of ['real', 'home', 'outside']) mkdirSync(join(world, name))
  writeFileSync(join(world, 'real/.npmrc'), 'registry=https://example.com/\n')
  mkdirSync(join(world, 'real/.config/pip'), { recursive: true })
  writeFileSync(join(world, 'real/.config/pip/pip.conf'), '[global]\ntimeout=3\n')
  for (const [at, to] of Object.entries(links)) symlinkSync(join(world, to), join(world, 'home', at))
  return { home: join(world, 'home'), real: join(world, 'real'), outside: join(world, 'outside') }
}

test.each([
  ['.npmrc', 'outside/new'],
  ['.config', 'outside'],
])('settings are never written through a link that a set-up left as %s', (at, to) => {
  const { home, real, outside } = hostileHome({ [at]: to })
  copySettings(real, home)
  expect(readdirSync(outside)).toEqual([])
})

test('settings are written where nothing is', () => {
  const { home, real } = hostileHome({})
  copySettings(real, home)
  expect(existsSync(join(home, '.config/pip/pip.conf'))).toBe(true)
  expect(existsSync(join(home, '.npmrc'))).toBe(true)
})

test('the sandbox copies settings of cargo without tokens, wherever its folder is', () => {
  const text = '[registries.corp]\nindex = "sparse+https://host/"\ntoken = "S3CRET"\n'
  const real = getFolder({ '.cargo/config.toml': text, 'tools/cargo/config.toml': text })
  const home = getFolder({})
  copySettings(real, home, { CARGO_HOME: join(real, 'tools/cargo') })
  for (const path of ['.cargo/config.toml', 'tools/cargo/config.toml'])
    expect(readFileSync(join(home, path), 'utf8')).toBe('[registries.corp]\nindex = "sparse+https://host/"\n\n')
})

test('the sandbox finds files with tokens beside programs, and no others', () => {
  const top = getFolder({
    'node/etc/npmrc': '//host/:_authToken=S3CRET',
    'venv/pip.conf': 'index-url=https://me:S3CRET@host/',
    'plain/etc/npmrc': 'registry=https://host/',
    'cargo/credentials.toml': '[registry]\ntoken = "S3CRET"',
    'cargo/config.toml': '[build]\njobs = 1',
  })
  const source = { VIRTUAL_ENV: join(top, 'venv'), CARGO_HOME: join(top, 'cargo') }
  const path = [join(top, 'node/bin'), join(top, 'plain/bin')].join(delimiter)
  expect(secretFiles(source, path)).toEqual(
    ['node/etc/npmrc', 'venv/pip.conf', 'cargo/credentials.toml'].map((name) => join(top, name)),
  )
})

test('mount points are never made through a link that a set-up left', () => {
  const { home, real, outside } = hostileHome({ '.cargo': 'outside' })
  const at = '/home/ada'
  const points = [
    { kind: 'write', from: home, at } as const,
    { kind: 'read', from: join(real, '.npmrc'), at: `${at}/.cargo/config.toml` } as const,
    { kind: 'read', from: real, at: `${at}/go/pkg` } as const,
  ]
  makePoints(points)
  expect(readdirSync(outside)).toEqual([])
  expect(lstatSync(join(home, 'go/pkg')).isDirectory()).toBe(true)
})
