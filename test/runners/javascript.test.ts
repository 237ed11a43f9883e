import { delimiter, join } from 'node:path'
import { javascript } from '../support/dialect.ts'
import { HIDDEN, PACKAGES, printTool, STILL_FAILING } from './tool.ts'

const BUN = join(PACKAGES, '@oven', `bun-linux-${process.arch}`, 'bin')
process.env['PATH'] = [BUN, process.env['PATH']].join(delimiter)

const tap = javascript({
  name: 'tap',
  pace: 'slow',
  dependency: 'tap',
  script: 'tap',
  header: "import t from 'tap'",
  given: 't',
  equal: (actual, expected) => `{ t.equal(${actual}, ${expected}); t.end() }`,
  define: { plain: 't.test', skip: 't.skip' },
  told: {},
})
printTool({ ...tap, runner: 'tap', needs: ['test', '-e', join(PACKAGES, 'tap')], own: { crash: STILL_FAILING } })

const bun = javascript({
  name: 'bun',
  pace: 'slow',
  script: 'bun test',
  header: "import { expect, test } from 'bun:test'",
  equal: (actual, expected) => `expect(${actual}).toBe(${expected})`,
  told: {},
})
printTool({ ...bun, runner: 'bun test', needs: ['bun', '--version'] })

const deno = javascript({
  name: 'deno',
  pace: 'slow',
  dependency: 'deno',
  script: 'deno test',
  header: '',
  equal: (actual, expected) => `{ if (${actual} !== ${expected}) throw new Error('wrong') }`,
  define: { plain: 'Deno.test', skip: 'Deno.test.ignore' },
  told: {},
})
printTool({
  ...deno,
  runner: 'deno test',
  needs: ['test', '-e', join(PACKAGES, 'deno')],
  own: { vanish: HIDDEN, crash: STILL_FAILING },
})

const uvu = javascript({
  name: 'uvu',
  pace: 'slow',
  dependency: 'uvu',
  script: 'uvu test',
  header: "import { test } from 'uvu'\nimport * as assert from 'uvu/assert'",
  footer: 'test.run()\n',
  equal: (actual, expected) => `assert.is(${actual}, ${expected})`,
  told: {},
})
printTool({ ...uvu, runner: 'uvu', needs: ['test', '-e', join(PACKAGES, 'uvu')], own: { crash: STILL_FAILING } })

const qunit = javascript({
  name: 'QUnit',
  pace: 'slow',
  dependency: 'qunit',
  script: 'qunit',
  header: "import QUnit from 'qunit'",
  given: 'assert',
  equal: (actual, expected) => `assert.equal(${actual}, ${expected})`,
  define: { plain: 'QUnit.test', skip: 'QUnit.test.skip' },
  told: {},
})
printTool({ ...qunit, runner: 'QUnit', needs: ['test', '-e', join(PACKAGES, 'qunit')], own: { crash: STILL_FAILING } })
