import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/support/slow-first.ts'
import { SMALL } from './test/support/small-worker.ts'

/** Modules whose tests take signals or change the process that they run in: each file has a process of its own. */
const ALONE = [
  ...['test/action/{launch,main,start}.test.ts', 'test/cli/{bin,completion,demo,main,verify}.test.ts'],
  ...['test/app/{clients,main,start,server,worker}.test.ts', 'test/operations/{explain,hook,init,shards}.test.ts'],
  'test/operations/{counterfactuals/mutation-tool,doctor/doctor,report/*,runs/{kept-step,perform},verify/judge}.test.ts',
]
const WORKERS_PER_CORE = 4
/** The system copies the page tables of a process that starts a program: a small heap makes each start cheaper. */
const SMALL_HEAP = ['--max-semi-space-size=2']
/** What the registry and every file of a clone are needed for. `npm run test:runners` runs it. */
const NIGHTLY = 'test/docs-commands-whole.test.ts'
const STORIES = 'test/stories/**/*.test.ts'
/** For what hangs: many times what the slowest takes on a machine that does much else. */
const LIMIT = 120_000
const STORY_LIMITS = { testTimeout: 300_000, hookTimeout: 300_000 }
/** Stories drive real runners on machines that others share. A test that needs its second try passes, and is listed at the end. */
const COMMON = { pool: SMALL, testTimeout: LIMIT, hookTimeout: LIMIT, retry: 1 }

/** Loading the modules anew for each file costs more than most files do, and a process takes seconds to become fast. */
const SHARED = { isolate: false }

/** `unit` and `alone` need nothing but Node and git; `stories` drives real test runners and takes minutes. */
export default defineConfig({
  test: {
    // They wait for runners and servers half of their time. As a number: of a percentage no more than 100 % counts.
    maxWorkers: WORKERS_PER_CORE * availableParallelism(),
    execArgv: SMALL_HEAP,
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './test/support/flaky-reporter.ts'],
    globalSetup: 'test/support/surroundings.ts',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, STORIES, NIGHTLY, 'test/fixtures/**', 'test/runners/**'],
          ...SHARED,
          ...COMMON,
        },
      },
      { test: { name: 'alone', include: ALONE, ...COMMON } },
      { test: { name: 'stories', include: [STORIES], ...SHARED, ...COMMON, ...STORY_LIMITS } },
    ],
  },
})
