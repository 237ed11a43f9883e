import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Rooms whose tests take signals or change the process that they run in: each file has a process of its own. */
const ALONE = 'test/{action,app,cli,inbox,operations}/**/*.test.ts'
const WORKERS_PER_CORE = 3
const STORIES = 'test/stories/**/*.test.ts'

/** `unit` and `alone` need nothing but Node and git; `stories` drives real test runners and takes minutes. */
export default defineConfig({
  test: {
    // They wait for runners and servers half of their time. As a number: of a percentage no more than 100 % counts.
    maxWorkers: WORKERS_PER_CORE * availableParallelism(),
    globalSetup: 'test/support/surroundings.ts',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [ALONE, STORIES, 'test/fixtures/**'],
          // Loading the modules anew for each file costs more than most files do.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'alone', include: [ALONE], testTimeout: 30_000 } },
      { test: { name: 'stories', include: [STORIES], testTimeout: 240_000, hookTimeout: 120_000 } },
    ],
  },
})
