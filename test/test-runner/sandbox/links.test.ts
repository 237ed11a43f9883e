import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copySettings } from '../../../src/test-runner/sandbox/home.ts'
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
