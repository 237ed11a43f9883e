import { javascript } from '../support/dialect.ts'
import { printStories } from '../support/runner-stories.ts'

printStories(
  javascript({
    name: 'AVA',
    pace: 'slow',
    dependency: 'ava',
    script: 'ava',
    header: "import test from 'ava'",
    given: 't',
    equal: (actual, expected) => `t.is(${actual}, ${expected})`,
    // AVA stops by itself when nothing happens for ten seconds, in the middle of its report.
    timeout: '240s',
    because: { hang: 'The report is truncated' },
    told: {
      // The others are not even reported.
      only: 'red rejected: no-test-vanished',
      // AVA itself refuses such a file: it fails to load, and no GREEN can change that.
      duplicates: 'green attempt: green-passes-drivers',
      // Measured elsewhere; the verdict is that of Vitest.
      empty: null,
    },
  }),
)
