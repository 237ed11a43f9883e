import { javascript } from '../support/dialect.ts'
import { printStories } from '../support/runner-stories.ts'

printStories(
  javascript({
    name: 'Mocha',
    pace: 'quick',
    dependency: 'mocha',
    script: 'mocha',
    header: "import assert from 'node:assert/strict'",
    equal: (actual, expected) => `assert.equal(${actual}, ${expected})`,
    define: { plain: 'it', skip: 'it.skip', todo: 'it', only: 'it.only' },
    told: {
      // The others are not even reported.
      only: 'red rejected: no-test-vanished',
      // The test it belongs to had ended: Mocha tells of it a second time, so that its name is used twice.
      rejection: 'green rejected: green-passes-drivers, suite-is-green, no-test-vanished',
    },
  }),
)
