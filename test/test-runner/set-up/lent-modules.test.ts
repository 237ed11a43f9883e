import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagesIn } from '../../../src/test-runner/set-up/installed.ts'
import { lendModules, lentMounts } from '../../../src/test-runner/set-up/modules.ts'
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
