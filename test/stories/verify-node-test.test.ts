import { javascript } from '../support/dialect.ts'
import { printStories } from '../support/runner-stories.ts'

printStories(
  javascript({
    name: 'node:test',
    pace: 'quick',
    script: 'node --test',
    header: "import assert from 'node:assert/strict'\nimport { test } from 'node:test'",
    equal: (actual, expected) => `assert.equal(${actual}, ${expected})`,
    told: {
      // Without --test-only node runs every test.
      only: null,
    },
  }),
)
