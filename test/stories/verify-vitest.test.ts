import { javascript } from '../support/dialect.ts'
import { printStories } from '../support/runner-stories.ts'

printStories(
  javascript({
    name: 'Vitest',
    pace: 'slow',
    dependency: 'vitest',
    script: 'vitest run',
    header: "import { expect, test } from 'vitest'",
    equal: (actual, expected) => `expect(${actual}).toBe(${expected})`,
    told: {
      // With CI set, Vitest makes a lone test fail besides.
      only: 'red rejected: no-test-silenced',
      // Measured elsewhere; the verdicts are those of the quick runners.
      exit: null,
      hang: null,
      // Its JSON does not tell of the rejection, its exit code does.
      rejection: 'green unmeasured: measurement-agrees',
      empty: 'red rejected: red-fails-for-the-right-reason',
    },
  }),
)
