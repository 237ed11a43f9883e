import { expect } from 'vitest'
import { printStory } from '../support/runner-story.ts'

const head = "const test = require('tape')\n"
const equal = (name: string, ...pairs: string[]) =>
  `test('${name}', (t) => { ${pairs.map((pair) => `t.equal(${pair})`).join(';')}; t.end() })\n`

printStory({
  runner: 'tape',
  needs: ['node_modules/.bin/tape', '/dev/null'],
  project: {
    'package.json': '{"devDependencies":{"tape":"5"}}',
    'src/add.js': 'exports.add = (a, b) => a + b\n',
    'test/add.js': `${head}const { add } = require('../src/add.js')\n${equal('adds', 'add(1, 2), 3', 'add(1, 1), 2')}`,
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'test/add.js > adds': 'passed' } },
    'assertions without a name of their own are reported by their test, in separate files': {
      files: { 'test/deep/new.js': `${head}${equal('is new', '1, 1', '1, 2')}${equal('is old', '1, 1')}` },
      outcomes: {
        'test/add.js > adds': 'passed',
        'test/deep/new.js > is new': 'assertion',
        'test/deep/new.js > is old': 'passed',
      },
    },
    'a test inside of another one has its name': {
      files: {
        'test/new.js': `${head}test('outer', (t) => { t.test('inner', (s) => { s.ok(false); s.end() }); t.end() })`,
      },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > outer > inner': 'assertion', 'test/new.js > outer': 'assertion' },
    },
    'missing production code is reported where a test throws, and the tests after it run': {
      files: {
        'test/new.js': `${head}const { sub } = require('../src/add.js')\n${equal('is new', 'sub(1), 1')}${equal('is old', '1, 1')}`,
      },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > is old': 'passed', 'test/new.js > is new': 'missing-symbol' },
    },
    'a test that throws later takes the process along': {
      files: {
        'test/new.js': `${head}test('is new', (t) => setTimeout(() => { throw new Error('late') }))\n${equal('is old', '1, 1')}`,
      },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > is new': 'crash' },
    },
    'a module is missing': {
      files: { 'test/new.js': `${head}require('../src/sub.js')\n${equal('is new', '1, 1')}` },
      outcomes: { 'test/add.js > adds': 'passed' },
      loadErrors: { 'test/new.js': expect.stringMatching(/src\/sub\.js$/) },
    },
    'a test ends the process as if all were well': {
      files: { 'test/new.js': `${head}test('is new', () => process.exit(0))` },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > is new': 'crash' },
    },
    'todo and skipped': {
      files: {
        'test/new.js': `${head}test('later', { todo: true }, (t) => { t.fail(); t.end() })\ntest.skip('never', (t) => t.end())`,
      },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > later': 'todo', 'test/new.js > never': 'skipped' },
    },
  },
})
