import { expect } from 'vitest'
import { printStory } from '../support/runner-story.ts'

const head = "import test from 'ava'\n"

printStory({
  runner: 'ava',
  project: {
    'package.json': '{"type":"module","devDependencies":{"ava":"7"}}',
    'src/add.js': 'export const add = (a, b) => a + b\n',
    'test/add.js': `${head}import { add } from '../src/add.js'\ntest('adds', (t) => t.is(add(1, 2), 3))\n`,
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'test/add.js > adds': 'passed' } },
    'a test keeps its name, alone and among others': {
      files: { 'test/deep/new.js': `${head}test('is new', (t) => t.is(1, 2))` },
      outcomes: { 'test/add.js > adds': 'passed', 'test/deep/new.js > is new': 'assertion' },
    },
    'an assertion fails, in the one file that is run': {
      files: { 'test/deep/new.js': `${head}test('is new', (t) => t.is(1, 2))` },
      only: ['test/deep/new.js'],
      outcomes: { 'test/deep/new.js > is new': 'assertion' },
    },
    'a module is missing': {
      files: { 'test/new.js': `${head}import { sub } from '../src/sub.js'\ntest('is new', () => sub())` },
      outcomes: { 'test/add.js > adds': 'passed' },
      loadErrors: { 'test/new.js': expect.stringMatching(/src\/sub\.js$/) },
    },
    'an export is missing': {
      files: { 'test/new.js': `${head}import { sub } from '../src/add.js'\ntest('is new', () => sub())` },
      only: ['test/new.js'],
      loadErrors: { 'test/new.js': 'sub' },
    },
    'a file is empty': { files: { 'test/new.js': '' }, only: ['test/new.js'], loadErrors: { 'test/new.js': null } },
    'todo and skipped': {
      files: {
        'test/new.js': `${head}test('is new', (t) => t.pass())\ntest.todo('later')\ntest.skip('never', (t) => t.pass())`,
      },
      only: ['test/new.js'],
      outcomes: { 'test/new.js > is new': 'passed', 'test/new.js > later': 'todo', 'test/new.js > never': 'skipped' },
    },
  },
})
