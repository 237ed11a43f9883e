import { expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../../src/config/parse.ts'
import { EMPTY } from '../../src/test-runner/measurer.ts'
import { openTrialRuns } from '../../src/trials/trial-runs.ts'
import { run } from '../core/support.ts'

const FILES = ['driver.test.js']
const SHOWN = { code: 'shown' }
const MINUTE_MS = 60_000

interface Given {
  /** What each execution reports; absent: nothing. */
  readonly reports?: typeof EMPTY.run
  readonly budget?: number
  readonly shards?: number
  readonly durationMs?: number
}

/** Opens the runs of a suite of 99 tests and one driver, which starts for 200. */
function open({ reports = EMPTY.run, budget, shards = 1, durationMs = 0 }: Given = {}) {
  const old = Array.from({ length: 99 }, (_, n) => [`old.test.js > ${n}`, 'passed'] as const)
  const suite = run({ 'driver.test.js > a': 'passed', ...Object.fromEntries(old) })
  const { test: tests, policy } = DEFAULT_CONFIG
  const trials = budget === undefined ? {} : { trials: { budget } }
  const config = { ...DEFAULT_CONFIG, test: { ...tests, shards }, policy: { ...policy, ...trials } }
  const session = {
    config,
    scratch: { composeTree: async (_: string, edits: readonly unknown[]) => `tree ${edits.length}` },
    measurer: { execute: async () => ({ ...EMPTY, run: reports }) },
  } as unknown as Parameters<typeof openTrialRuns>[0]['session']
  return openTrialRuns({ session, commit: { tree: 'tree' }, measured: { runs: [suite], durationMs } })
}

/** Runs files, or the suite for null, until the budget ends. */
async function countRuns(runs: ReturnType<typeof open>, files: readonly string[] | null) {
  let many = 0
  for (; many < 100 && runs.mayRun(files); many += 1)
    await runs.execute('tree', { files, coverage: false, repeat: 1, withCanary: false })
  return many
}

test('each trial may spend half of what the trials before it left', async () => {
  const runs = open()
  const spent: number[] = []
  for (let trial = 0; trial < 4; trial += 1) {
    runs.begin(SHOWN)
    spent.push(await countRuns(runs, FILES))
  }
  expect(spent).toEqual([8, 4, 2, 1])
})

test.each<[title: string, given: Given, files: readonly string[] | null, runs: number]>([
  ['a configured budget is a number of runs of the suite', { budget: 4 }, null, 4],
  ['the suite may take more than the share of a trial', { budget: 1 }, null, 1],
  ['where half a run is left, the suite does not run', { budget: 0.5 }, null, 0],
  ['where shards share the suite, the default is the budget', { budget: 1, shards: 2 }, FILES, 8],
  ['a suite of more than two minutes does not run with changed code', { durationMs: 3 * MINUTE_MS }, null, 0],
])('%s', async (_, given, files, many) => {
  const runs = open(given)
  runs.begin(SHOWN)
  expect(await countRuns(runs, files)).toBe(many)
})

test('a trial on which a verdict rests gets what it needs, and leaves less for the others', async () => {
  const runs = open({ budget: 1 })
  runs.begin({ code: 'verdict', isVerdict: true })
  expect(runs.mayRun(FILES)).toBe(true)
  await runs.execute('tree', { files: FILES, coverage: false, repeat: 1, withCanary: false })
  await runs.execute('tree', { files: FILES, coverage: false, repeat: 1, withCanary: false })
  expect(runs.mayRun(FILES)).toBe(true)
  runs.begin(SHOWN)
  expect(runs.mayRun(FILES)).toBe(false)
})

test('an equal tree runs once, and costs nothing more', async () => {
  const runs = open()
  runs.begin(SHOWN)
  for (let time = 0; time < 20; time += 1) await runs.index([], FILES)
  expect(runs.executions).toHaveLength(1)
  expect(runs.mayRun(FILES)).toBe(true)
})

const DRIVER = { 'driver.test.js > a': 'passed' } as const
const OLD = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`old.test.js > ${n}`, 'passed'] as const))

test.each<[title: string, given: Given, executions: number]>([
  ['where files hold all tests that passed, the suite is not run with their change again', {}, 1],
  ['where another test passed, the suite runs', { reports: run(DRIVER) }, 2],
  ['where shards share the suite, each runs its slice', { shards: 2 }, 2],
])('%s', async (_, given, many) => {
  const runs = open({ reports: run({ ...DRIVER, ...OLD }), ...given })
  runs.begin(SHOWN)
  const files = await runs.index([], FILES)
  expect(await runs.index([], null)).toEqual(files)
  expect(runs.executions).toHaveLength(many)
})

test('a row names its trial, and evidence has at most a hundred rows', () => {
  const runs = open()
  const row = { lines: null, change: 'another value', asked: 1, result: 'unnoticed', test: null } as const
  runs.begin(SHOWN)
  runs.note(Array.from({ length: 150 }, () => row))
  expect(runs.tried()).toHaveLength(100)
  expect(runs.tried()[0]).toEqual({ ...row, trial: 'shown' })
})
