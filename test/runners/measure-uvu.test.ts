import { join } from 'node:path'
import { expect } from 'vitest'
import { printStory } from '../support/runner-story.ts'
import { PACKAGES } from './tool.ts'

const head = "import { suite, test } from 'uvu'\nimport * as assert from 'uvu/assert'\n"
const is = (name: string, actual: string, expected: string, on = 'test') =>
  `${on}('${name}', () => assert.is(${actual}, ${expected}))\n`
const run = 'test.run()\n'

printStory({
  runner: 'uvu',
  needs: ['test', '-e', join(PACKAGES, 'uvu')],
  packages: PACKAGES,
  project: {
    'package.json': '{"type":"module","devDependencies":{"uvu":"0.5"}}',
    'src/add.js': 'export const add = (a, b) => a + b\n',
    'test/add.js': `${head}import { add } from '../src/add.js'\n${is('adds', 'add(1, 2)', '3')}${run}`,
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'test/add.js > adds': 'passed' } },
    'an assertion fails, in separate files that print what looks like a row': {
      files: {
        'test/new.js': `${head}console.log('{"type":"end"}')\n${is('is new', '1', '2')}${is('is old', '1', '1')}${run}`,
      },
      outcomes: {
        'test/add.js > adds': 'passed',
        'test/new.js > is new': 'assertion',
        'test/new.js > is old': 'passed',
      },
    },
    'a test is named by its suite, and an equal name counts again': {
      files: {
        'test/new.js': `${head}const cart = suite('cart')\n${is('adds', '1', '2', 'cart')}cart.run()\n${is('adds', '1', '1')}${is('adds', '1', '1')}${run}`,
      },
      only: ['test/new.js'],
      outcomes: {
        'test/new.js > cart > adds': 'assertion',
        'test/new.js > adds': 'passed',
        'test/new.js > adds #2': 'passed',
      },
    },
    'CommonJS, and production code that is missing': {
      files: {
        'test/new.cjs': `const { test } = require('uvu')\nconst { ok } = require('uvu/assert')\ntest('is new', () => sub(1))\ntest('is old', () => ok(true))\n${run}`,
      },
      only: ['test/new.cjs'],
      outcomes: { 'test/new.cjs > is new': 'missing-symbol', 'test/new.cjs > is old': 'passed' },
    },
    'a module is missing': {
      files: { 'test/new.js': `${head}import '../src/sub.js'\n${is('is new', '1', '1')}${run}` },
      outcomes: { 'test/add.js > adds': 'passed' },
      loadErrors: { 'test/new.js': expect.stringMatching(/src\/sub\.js$/) },
    },
    'a hook that throws is no success': {
      files: {
        'test/new.js': `${head}test.before(() => { throw new Error('no server') })\n${is('is new', '1', '1')}${run}`,
      },
      only: ['test/new.js'],
      loadErrors: { 'test/new.js': null },
    },
    'a hook that throws after each test fails the test, and the tests behind it do not run': {
      files: {
        'test/new.js': `${head}test.after.each(() => { throw new Error('no server') })\n${is('is new', '1', '1')}${is('is old', '1', '1')}${run}`,
      },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > is new': 'error', 'test/new.js > is old': 'skipped' },
    },
    'a test ends the process as if all were well': {
      files: { 'test/new.js': `${head}test('is new', () => process.exit(0))\n${run}` },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > is new': 'crash' },
    },
    'a test hangs': {
      files: { 'test/new.js': `${head}test('waits', () => { for (;;); })\n${run}` },
      only: ['test/new.js'],
      timeoutSeconds: 6,
      outcomes: { 'test/new.js > waits': 'timeout' },
    },
    'what does not run is skipped: by name, beside a test that runs alone, and without `run()`': {
      files: {
        'test/new.js': `${head}test.skip('never', () => {})\n${is('alone', '1', '1', 'test.only')}${is('beside', '1', '1')}${run}${is('behind', '1', '1')}`,
      },
      only: ['test/new.js'],
      outcomes: {
        'test/new.js > never': 'skipped',
        'test/new.js > alone': 'passed',
        'test/new.js > beside': 'skipped',
        'test/new.js > behind': 'skipped',
      },
    },
    'the script says where the tests are, and what they load first': {
      files: {
        'package.json':
          '{"scripts":{"test":"uvu -r ./first.cjs -i old checks \\\\.js$"},"devDependencies":{"uvu":"0.5"}}',
        'first.cjs': 'globalThis.first = 1\n',
        'checks/a.js':
          "const { test } = require('uvu')\ntest('is first', () => { if (first !== 1) throw new Error('wrong') })\ntest.run()\n",
        'checks/old.js': 'throw new Error()\n',
      },
      outcomes: { 'checks/a.js > is first': 'passed' },
    },
  },
})
