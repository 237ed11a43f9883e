import { join } from 'node:path'
import { expect } from 'vitest'
import { printStory } from '../support/runner-story.ts'
import { PACKAGES } from './tool.ts'

const is = (name: string, actual: string, expected: string) =>
  `QUnit.test('${name}', (assert) => assert.equal(${actual}, ${expected}))\n`

printStory({
  runner: 'QUnit',
  needs: ['test', '-e', join(PACKAGES, 'qunit')],
  packages: PACKAGES,
  project: {
    'package.json': '{"scripts":{"test":"qunit"},"devDependencies":{"qunit":"3"}}',
    'src/add.js': 'exports.add = (a, b) => a + b\n',
    'test/add.js': `const { add } = require('../src/add.js')\n${is('adds', 'add(1, 2)', '3')}`,
    'test/helper.js': 'exports.help = () => {}\n',
  },
  situations: {
    'all passes, beside a file without tests': { files: {}, outcomes: { 'test/add.js > adds': 'passed' } },
    'an assertion fails, in a file that prints what looks like a report': {
      files: {
        'test/new.mjs': `import QUnit from 'qunit'\nconsole.log('ok 1 is new')\n${is('is new', '1', '2')}${is('is old', '1', '1')}`,
      },
      outcomes: {
        'test/add.js > adds': 'passed',
        'test/new.mjs > is new': 'assertion',
        'test/new.mjs > is old': 'passed',
      },
    },
    'a test is named by the modules around it, and an equal name counts again': {
      files: {
        'test/new.js': `QUnit.module('cart', () => {\n${is('adds', '1', '1')}QUnit.module('empty', () => { ${is('adds', '1', '2')}${is('adds', '1', '1')} })\n})\nQUnit.module('flat')\n${is('adds', '1', '1')}`,
      },
      only: ['test/new.js'],
      outcomes: {
        'test/new.js > cart > adds': 'passed',
        'test/new.js > cart > empty > adds': 'assertion',
        'test/new.js > cart > empty > adds #2': 'passed',
        'test/new.js > flat > adds': 'passed',
      },
    },
    'production code that is missing, also after a while': {
      files: {
        'test/new.js': `const { sub } = require('../src/add.js')\nQUnit.test('is new', () => sub(1))\nQUnit.test('is late', async () => { await null; sub(1) })\n${is('is old', '1', '1')}`,
      },
      only: ['test/new.js'],
      outcomes: {
        'test/new.js > is new': 'missing-symbol',
        'test/new.js > is late': 'missing-symbol',
        'test/new.js > is old': 'passed',
      },
    },
    'a module is missing behind a test': {
      files: { 'test/new.js': `${is('is old', '1', '1')}require('../src/sub.js')\n` },
      outcomes: { 'test/add.js > adds': 'passed' },
      loadErrors: { 'test/new.js': expect.stringMatching(/src\/sub\.js$/) },
    },
    'a test without an assertion is no success, nor is one whose hook throws': {
      files: {
        'test/new.js': `QUnit.test('hollow', () => {})\nQUnit.module('shop', (hooks) => { hooks.before(() => { throw new Error('no server') })\n${is('opens', '1', '1')} })`,
      },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > hollow': 'error', 'test/new.js > shop > opens': 'error' },
    },
    'a test ends the process as if all were well': {
      files: { 'test/new.js': `QUnit.test('is new', () => process.exit(0))\n` },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > is new': 'crash' },
    },
    'a test hangs': {
      files: { 'test/new.js': `QUnit.test('waits', () => { for (;;); })\n` },
      only: ['test/new.js'],
      timeoutSeconds: 6,
      outcomes: { 'test/new.js > waits': 'timeout' },
    },
    'skipped, to be done, and done': {
      files: {
        'test/new.js': `QUnit.test.skip('never', () => {})\nQUnit.test.todo('later', (assert) => assert.ok(false))\nQUnit.test.todo('done', (assert) => assert.ok(true))\n`,
      },
      only: ['test/new.js'],
      outcomes: {
        'test/new.js > never': 'skipped',
        'test/new.js > later': 'todo',
        'test/new.js > done': 'assertion',
      },
    },
    'the script says where the tests are, and what they load first': {
      files: {
        'package.json': `{"scripts":{"test":"qunit --require ./first.js 'checks/**/*-test.{js,mjs}' more"},"devDependencies":{"qunit":"3"}}`,
        'first.js': 'globalThis.first = 1\n',
        'checks/deep/a-test.js': is('is first', 'first', '1'),
        'checks/a.js': 'throw new Error()\n',
        'more/b.cjs': is('is more', '1', '1'),
      },
      outcomes: { 'checks/deep/a-test.js > is first': 'passed', 'more/b.cjs > is more': 'passed' },
    },
  },
})
