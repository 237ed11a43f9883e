import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ONCE, RINGS, ringOf } from './rings.ts'
import { getFolder } from './support/folder.ts'

test.each([
  ['test/core/compare/compare.test.ts', 'pure'],
  ['test/git/range.test.ts', 'processes'],
  ['test/app/gate/threats.test.ts', 'app'],
  ['test/stories/action/gate.test.ts', 'whole'],
  ['test/test-runner/measurer.test.ts', 'whole'],
  ['test/simulator/pulls.test.ts', 'whole'],
  ['test/runners/php.test.ts', 'runners'],
])('%s is in the ring %s, by what it imports', (path, ring) => {
  expect(ringOf(path)).toBe(ring)
})

test('each test is in one ring, and what `npm test` adds is in the ring `whole`', () => {
  const all = Object.values(RINGS).flat()
  expect(new Set(all).size).toBe(all.length)
  expect(ONCE.filter((file) => !RINGS.whole.includes(file))).toEqual([])
})

test('runs are kept for the rings that `npm run record` records', () => {
  const kept = globSync('test/recordings/**/*.json').map((path) =>
    path.replace('recordings/', '').replace(/json$/, 'test.ts'),
  )
  expect(kept.length).toBeGreaterThan(30)
  expect(kept.filter((file) => ![...RINGS.processes, ...RINGS.app].includes(file))).toEqual([])
})

/** What the ring `pure` loads before each of its tests. */
const GUARD = resolve('test/support/pure-ring.ts')

test.each(['execFileSync', 'spawn', 'fork'])(
  'a test of the ring `pure` that calls `%s` fails, with what to do',
  (name) => {
    const folder = getFolder({
      'vitest.config.mjs': `export default { test: { include: ['*.test.mjs'], setupFiles: [${JSON.stringify(GUARD)}] } }\n`,
      'one.test.mjs': `import { ${name} } from 'node:child_process'\nimport { test } from 'vitest'\ntest('starts git', () => { ${name}('git', ['--version']) })\n`,
    })
    const vitest = resolve('node_modules/vitest/vitest.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
      encoding: 'utf8',
    })
    expect(`${stdout}${stderr}`).toContain('test/support/starts-programs.ts')
    expect(status).toBe(1)
  },
)
