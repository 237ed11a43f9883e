import { defineConfig } from 'vitest/config'
import { RINGS } from '../rings.ts'

/** Each of these tools takes seconds to start, and uses all cores. */
const LIMIT = 1_800_000

export default defineConfig({
  test: {
    include: [...RINGS.runners],
    globalSetup: 'test/support/surroundings.ts',
    reporters: ['verbose'],
    fileParallelism: false,
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
  },
})
