import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { javascript } from '../support/dialect.ts'
import { printStories } from '../support/runner-stories.ts'
import { PACKAGES } from './tool.ts'

const uvu = javascript({
  name: 'uvu',
  pace: 'quick',
  dependency: 'uvu',
  script: 'uvu test',
  header: "import { test } from 'uvu'\nimport * as assert from 'uvu/assert'",
  footer: 'test.run()\n',
  equal: (actual, expected) => `assert.is(${actual}, ${expected})`,
  told: {
    // Its launcher says which test hangs, and in which the process ends: that is a RED.
    hang: null,
    exit: 'green attempt: green-passes-drivers',
    // uvu has no tests that are only announced.
    todo: null,
  },
})

describe.skipIf(!existsSync(join(PACKAGES, 'uvu')))('the stories of uvu', () =>
  printStories({ ...uvu, packages: PACKAGES }),
)
