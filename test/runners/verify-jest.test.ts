import { javascript } from '../support/dialect.ts'
import { printStories } from '../support/runner-stories.ts'

printStories(
  javascript({
    name: 'Jest',
    pace: 'slow',
    dependency: 'jest',
    script: 'jest',
    modules: 'cjs',
    header: '',
    equal: (actual, expected) => `expect(${actual}).toBe(${expected})`,
    told: {
      // The rejection ends Jest before it writes anything.
      rejection: 'green unmeasured: measurement-agrees',
      // What its report says of these is measured elsewhere, and each verdict follows from it as with Vitest.
      hang: null,
      exit: null,
      empty: null,
    },
  }),
)
