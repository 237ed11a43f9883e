import { expect, test } from 'vitest'
import type { Blob } from '../../src/core/commit.ts'
import { createSetup } from '../../src/measure/setup.ts'
import { suite } from '../support/measuring.ts'

const context = { tree: '/nowhere', workingTree: null, env: {}, signal: undefined, onStart: () => undefined }
const filesOf = (paths: readonly string[]) => new Map(paths.map((path, n) => [path, { mode: '100644', id: `${n}` }]))

test('a large monorepo is made ready in a few looks at its paths, and tracked folders are never kept', async () => {
  const packages = Array.from({ length: 300 }, (_, n) => `packages/p${n}`)
  const files = filesOf(
    packages
      .flatMap((home) => [`${home}/package.json`, ...Array.from({ length: 200 }, (_, n) => `${home}/src/${n}.js`)])
      .concat('packages/p7/vendor/tracked.js'),
  )
  const setup = createSetup([{ config: suite(), runner: null }], context)
  expect(setup.keep(files)).toEqual([])
  await setup.prepare(files)
  const counted = countLooks(files)
  const kept = setup.keep(counted.files)
  expect(counted.looks()).toBeLessThanOrEqual(4)
  expect(kept).toContain('packages/p6/vendor')
  expect(kept).toContain('node_modules')
  expect(kept).not.toContain('packages/p7/vendor')
  expect(setup.keep(new Map([...files, ['package.json', { mode: '100644', id: 'other' }]]))).toEqual([])
})

/** Counts how often all paths are gone through: once for each of the packages would be too often. */
function countLooks(of: ReadonlyMap<string, Blob>) {
  const files = new Map(of)
  const [keys, entries] = [files.keys.bind(files), files.entries.bind(files)]
  let looks = 0
  const look = <T>(go: () => T) => {
    looks += 1
    return go()
  }
  Object.assign(files, { keys: () => look(keys), entries: () => look(entries), [Symbol.iterator]: () => look(entries) })
  return { files, looks: () => looks }
}
