import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { javascript } from '../support/dialect.ts'
import { printStories } from '../support/runner-stories.ts'
import { PACKAGES } from './tool.ts'

const qunit = javascript({
  name: 'QUnit',
  pace: 'quick',
  dependency: 'qunit',
  script: 'qunit',
  header: "import QUnit from 'qunit'",
  given: 'assert',
  equal: (actual, expected) => `assert.equal(${actual}, ${expected})`,
  define: { plain: 'QUnit.test', skip: 'QUnit.test.skip', only: 'QUnit.test.only' },
  told: {
    // Its launcher says which test hangs, and in which the process ends: that is a RED.
    hang: null,
    exit: 'green attempt: green-passes-drivers',
    // The others are not even reported.
    only: 'red rejected: no-test-vanished',
    // A test that is to be done needs a body in QUnit.
    todo: null,
  },
})

describe.skipIf(!existsSync(join(PACKAGES, 'qunit')))('the stories of QUnit', () =>
  printStories({ ...qunit, packages: PACKAGES }),
)
