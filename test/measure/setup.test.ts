import { expect, test } from 'vitest'
import { createSetup } from '../../src/measure/setup.ts'
import { suite } from '../support/measuring.ts'

const context = { tree: '/nowhere', workingTree: null, env: {}, signal: undefined, onStart: () => undefined }
const filesOf = (paths: readonly string[]) => new Map(paths.map((path, n) => [path, { mode: '100644', id: `${n}` }]))

test('a large monorepo is made ready without delay, and tracked folders are never kept', async () => {
  const packages = Array.from({ length: 300 }, (_, n) => `packages/p${n}`)
  const files = filesOf(
    packages
      .flatMap((home) => [`${home}/package.json`, ...Array.from({ length: 200 }, (_, n) => `${home}/src/${n}.js`)])
      .concat('packages/p7/vendor/tracked.js'),
  )
  const setup = createSetup([{ config: suite(), runner: null }], context)
  expect(setup.keep(files)).toEqual([])
  await setup.prepare(files)
  const startedAt = performance.now()
  const kept = setup.keep(files)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  expect(kept).toContain('packages/p6/vendor')
  expect(kept).toContain('node_modules')
  expect(kept).not.toContain('packages/p7/vendor')
  expect(setup.keep(new Map([...files, ['package.json', { mode: '100644', id: 'other' }]]))).toEqual([])
})
