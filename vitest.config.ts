import { defineConfig } from 'vitest/config'

/** `unit` is fast and needs nothing but Node and git; `stories` drives real test runners and takes minutes. */
export default defineConfig({
  test: {
    // Stories wait for real runners half of their time: two of them for each core keep it busy.
    maxWorkers: '200%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/stories/**', 'test/fixtures/**'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'stories', include: ['test/stories/**/*.test.ts'], testTimeout: 240_000, hookTimeout: 120_000 } },
    ],
  },
})
