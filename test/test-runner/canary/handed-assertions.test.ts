/** Canaries of runners that hand the assertions to each test: one test for each assertion, because any may be replaced. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ava } from '../../../src/test-runner/runners/ava.ts'
import { nodeTap } from '../../../src/test-runner/runners/tap.ts'
import { tape } from '../../../src/test-runner/runners/tape.ts'

/** Runs the canaries behind code that a project may contain. @returns how each ended */
function runTape(production: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-canary-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const head = `const test = require('tape')\n${production}\n`
  writeFileSync(join(folder, 'test.js'), `${head}${tape.canaryTests('test.js', head, 'f00')}`)
  const ran = spawnSync('node', ['node_modules/tape/bin/tape', 'test.js'], { cwd: folder, encoding: 'utf8' })
  return [...ran.stdout.matchAll(/^(?:not )?ok/gm)].map(([word]) => word)
}

test.each([
  ['tape', ''],
  [
    'a copy',
    'const { equal } = test.Test.prototype; test.Test.prototype.equal = function (...all) { return equal.apply(this, all) }',
  ],
])('every canary of tape fails with %s', (_, production) => {
  const outcomes = runTape(production)
  expect(outcomes.length).toBeGreaterThan(3)
  expect(new Set(outcomes)).toEqual(new Set(['not ok']))
})

test.each([
  'test.Test.prototype.equal = function () { this.pass() }',
  'test.Test.prototype.deepEqual = function () { this.pass() }',
  'test.Test.prototype.ok = function () { this.pass() }',
  'test.Test.prototype.throws = function () { this.pass() }',
  'Array.prototype.includes = () => true',
])('a canary of tape passes with %s', (production) => {
  expect(runTape(production)).toContain('ok')
})

test.each([
  ['ava', ava, "import test from 'ava'", ['t.is(1, 2)', 't.deepEqual(', 't.true(false)', 't.throws(']],
  ['tap', nodeTap, "import t from 'tap'", ['t.equal(1, 2)', 't.same(', 't.ok(false)', 't.throws(']],
] as const)('%s has a canary for each assertion, under names of their own', (_, runner, head, words) => {
  const text = runner.canaryTests('test/a.js', head, 'f00') ?? ''
  for (const word of words) expect(text).toContain(word)
  const names = [...text.matchAll(/'(tdd-gate canary fails f00[^']*)'/g)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(words.length)
  expect(new Set(names).size).toBe(names.length)
})

test('the canary of tap does not run where the file has a plan or has ended, which would count it', () => {
  expect(nodeTap.canaryTests('test/a.cjs', "const t = require('tap')", 'f00')).toContain(
    "const tddGateTap = require('tap'); if (tddGateTap.parser?.planEnd === -1 && !tddGateTap.ended) {",
  )
  expect(nodeTap.mayLackCanary).toBe(true)
})
