import { defineConfig } from 'vitest/config'

/** The rooms that touch nothing but their arguments: their tests cannot disturb each other, and share one set of modules. */
const PURE = 'test/{config,core,evidence,intake,render,reports,tasks}/**/*.test.ts'

/** `pure` and `unit` are fast and need nothing but Node and git; `stories` drives real test runners and takes minutes. */
export default defineConfig({
  test: {
    // Stories wait for real runners half of their time: two of them for each core keep it busy.
    maxWorkers: '200%',
    globalSetup: 'test/support/surroundings.ts',
    projects: [
      { test: { name: 'pure', include: [PURE], isolate: false, testTimeout: 30_000 } },
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [PURE, 'test/stories/**', 'test/fixtures/**'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'stories', include: ['test/stories/**/*.test.ts'], testTimeout: 240_000, hookTimeout: 120_000 } },
    ],
  },
})
