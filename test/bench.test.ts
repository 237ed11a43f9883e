import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Those whose rows are counts or take seconds. The long ones measure `verify`, which other tests run. */
const NAMES = ['start', 'commands', 'sandbox', 'reuse', 'decide', 'evidence', 'push', 'sweep']
/** What this process tells its child processes about tests. */
const OWN = ['VITEST', 'NODE_ENV', 'NODE_OPTIONS', 'TEST', 'FREEZE', 'RUNS']
/** Counts: no machine is too busy for them. */
const COUNTED = /^(ok {2}|MISS) .*goal: (?:at most|none)/gm

test('each bench prints its rows, and each goal for a count is met', { timeout: 300_000 }, () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN.includes(name)))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/index.ts', ...NAMES], {
    env,
    encoding: 'utf8',
  })
  expect(stderr).not.toContain('Error')
  expect(status).toBeLessThan(2)
  const printed = NAMES.filter((name) => new RegExp(`^${name}\\n.*(?:goal|\\d)`, 'm').test(stdout))
  expect(printed).toEqual(NAMES)
  const counted = [...stdout.matchAll(COUNTED)]
  expect(counted.length).toBeGreaterThanOrEqual(6)
  expect(counted.filter(([, verdict]) => verdict === 'MISS').map(([row]) => row)).toEqual([])
})

test('a name that no bench has ends with exit 2 and the names', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bench/index.ts', 'speed'], { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toMatch(/no bench is named speed\n {2}-> npm run bench -- start /)
})
