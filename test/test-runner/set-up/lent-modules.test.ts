import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagesIn } from '../../../src/test-runner/set-up/installed.ts'
import { createLentDigest, lendModules, lentMounts } from '../../../src/test-runner/set-up/modules.ts'
import { getFolder } from '../../support/folder.ts'

const FILES = new Map(['package.json', 'a/package.json'].map((path) => [path, { mode: '100644', id: path }]))

const lender = (folder: string, committed: readonly string[] = []) => ({ folder, committed: packagesIn(committed) })

/** A working tree in which a branch has put links, and where they lead. */
function worldWith(links: Readonly<Record<string, string>>) {
  const world = getFolder({})
  for (const name of ['tree/a', 'keys', 'other/node_modules', 'env']) mkdirSync(join(world, name), { recursive: true })
  writeFileSync(join(world, 'env/pyvenv.cfg'), '')
  for (const [at, to] of Object.entries(links)) symlinkSync(join(world, to), join(world, 'tree', at))
  return {
    world,
    lent: (committed: readonly string[] = []) => lentMounts(lender(join(world, 'tree'), committed), FILES, '/checkout'),
  }
}

test.each([
  ['installed packages elsewhere', 'node_modules', 'other/node_modules'],
  ['a virtual environment elsewhere', '.venv', 'env'],
])('a link to %s is lent', (_, at, to) => {
  const { world, lent } = worldWith({ [at]: to })
  expect(lent()).toMatchObject([{ from: [join(world, to)], at: `/checkout/${at}` }])
})

test.each(['node_modules', 'a/node_modules', '.venv'])(
  'a link %s to any other folder, such as keys, is not lent',
  (at) => {
    expect(worldWith({ [at]: 'keys' }).lent()).toEqual([])
  },
)

test('packages below a link are not lent: their folder is none of the working tree', () => {
  const { world, lent } = worldWith({})
  const inner = new Map([['b/package.json', { mode: '100644', id: 'b' }]])
  symlinkSync(join(world, 'other'), join(world, 'tree/b'))
  expect(lent()).toEqual([])
  expect(lentMounts(lender(join(world, 'tree')), inner, '/checkout')).toEqual([])
})

test('packages that the head commits are lent to no other commit, and those beside them are', () => {
  const { world, lent } = worldWith({})
  for (const at of ['tree/node_modules/left', 'tree/a/node_modules/right'])
    mkdirSync(join(world, at), { recursive: true })
  expect(lent()).toMatchObject([{ parts: ['node_modules', 'a/node_modules'] }])
  expect(lent(['a/node_modules/right/index.js'])).toMatchObject([{ parts: ['node_modules'] }])
  expect(lent(['node_modules/left/index.js', 'a/node_modules/right/index.js'])).toEqual([])
  const [from, to] = [lender(join(world, 'tree'), ['node_modules/left/index.js']), join(world, 'checkout')]
  expect([lendModules(from, '.', to), lendModules(from, 'a', to)]).toEqual([false, true])
})

test.each([
  ['packages of Composer', 'composer.json', 'vendor', 'vendor/autoload.php'],
  ['gems of a project', 'Gemfile', 'vendor/bundle', 'vendor/bundle/ruby/gem.rb'],
  ['where Bundler put gems', 'gems.rb', '.bundle', '.bundle/config'],
])('%s are lent beside their manifest, unless commits hold them', (_, manifest, at, file) => {
  const top = join(worldWith({}).world, 'tree')
  mkdirSync(join(top, at), { recursive: true })
  const lent = (paths: readonly string[], committed: readonly string[] = []) =>
    lentMounts(lender(top, committed), new Map(paths.map((path) => [path, { mode: '100644', id: path }])), '/checkout')
  expect(lent([manifest])).toMatchObject([{ parts: [at] }])
  // A go.mod has a `vendor` too, which fits one commit only.
  expect([lent(['go.mod']), lent([manifest, file]), lent([manifest], [file])]).toEqual([[], [], []])
})

test('the digest of lent packages changes with any of their files, also beyond links, and with nothing else', () => {
  const { world } = worldWith({})
  const write = (path: string, text: string) => writeFileSync(join(world, path), text)
  for (const at of ['tree/node_modules/left', 'tree/node_modules/.vite', 'other/linked'])
    mkdirSync(join(world, at), { recursive: true })
  write('tree/node_modules/left/index.js', '1')
  write('other/linked/index.js', '1')
  symlinkSync(join(world, 'other/linked'), join(world, 'tree/node_modules/linked'))
  symlinkSync(join(world, 'tree/a'), join(world, 'tree/node_modules/workspace'))
  const digest = (committed: readonly string[] = []) => createLentDigest(lender(join(world, 'tree'), committed))(FILES)
  const first = digest()
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  write('tree/a/of-the-commit.js', '1')
  write('tree/node_modules/.vite/results.json', '1')
  expect(digest()).toBe(first)
  write('tree/node_modules/left/index.js', '2')
  const second = digest()
  write('other/linked/index.js', '2')
  expect(new Set([first, second, digest()]).size).toBe(3)
  expect([digest(['node_modules/left/index.js']), createLentDigest(null)(FILES)]).toEqual([null, null])
})

test('more lent files than can be looked at have another digest each time, so no run over them is kept', () => {
  const { world } = worldWith({})
  for (const name of ['one', 'two']) mkdirSync(join(world, 'tree/node_modules', name), { recursive: true })
  const digest = () => createLentDigest(lender(join(world, 'tree')), 2)(FILES)
  expect(digest()).not.toBe(digest())
})
