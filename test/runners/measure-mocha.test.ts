import { expect } from 'vitest'
import { printStory } from '../support/runner-story.ts'

const head = "import assert from 'node:assert'\n"

printStory({
  runner: 'mocha',
  project: {
    'package.json': '{"type":"module","devDependencies":{"mocha":"12"}}',
    'src/add.js': 'export const add = (a, b) => a + b\n',
    'test/add.js': `${head}import { add } from '../src/add.js'\nit('adds', () => assert.equal(add(1, 2), 3))\n`,
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'test/add.js > adds': 'passed' } },
    'an assertion fails, in the one file that is run': {
      files: { 'test/new.js': `${head}describe('suite', () => { it('is new', () => assert.equal(1, 2)) })` },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > suite > is new': 'assertion' },
    },
    'a module is missing': {
      files: { 'test/new.js': `import { sub } from '../src/sub.js'\nit('is new', () => sub())` },
      loadErrors: { 'test/new.js': expect.stringMatching(/src\/sub\.js$/) },
    },
    'an export is missing': {
      files: { 'test/new.js': `import { sub } from '../src/add.js'\nit('is new', () => sub())` },
      only: ['test/new.js'],
      loadErrors: { 'test/new.js': 'sub' },
    },
    'a CommonJS module is missing': {
      files: { 'test/new.cjs': `const { sub } = require('../src/sub.cjs')\nit('is new', () => sub())` },
      only: ['test/new.cjs'],
      loadErrors: { 'test/new.cjs': '../src/sub.cjs' },
    },
    'a test ends the process as if all were well': {
      files: { 'test/new.js': `it('is new', () => process.exit(0))` },
      only: ['test/new.js'],
      problems: ['unreadable-report'],
    },
    'a test hangs': {
      files: { 'test/new.js': `it('is new', () => new Promise(() => {})).timeout(300)` },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > is new': 'timeout' },
    },
    'only leaves the others out': {
      files: { 'test/new.js': `it.only('is new', () => {})\nit('other', () => {})` },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > is new': 'passed' },
    },
  },
})
