import { defineConfig } from 'vitest/config'

/** Each of these tools takes seconds to start, and uses all cores. */
const LIMIT = 1_800_000

export default defineConfig({
  test: {
    include: ['test/runners/**/*.test.ts', 'test/docs-commands-whole.test.ts'],
    globalSetup: 'test/support/surroundings.ts',
    reporters: ['verbose'],
    fileParallelism: false,
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
  },
})
