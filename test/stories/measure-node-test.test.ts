import { expect } from 'vitest'
import { printStory } from '../support/runner-story.ts'

const head = "import assert from 'node:assert/strict'\nimport test from 'node:test'\n"

printStory({
  runner: 'node:test',
  project: {
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
    'src/add.js': 'export const add = (a, b) => a + b\n',
    'test/add.test.js': `${head}import { add } from '../src/add.js'\ntest('adds', () => assert.equal(add(1, 2), 3))\n`,
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'test/add.test.js > adds': 'passed' } },
    'a name with the folder of the checkout says the place in it': {
      files: {
        'test/new.test.js': "import test from 'node:test'\ntest(`reads ${process.cwd()}/data/a.txt`, () => {})\n",
      },
      only: ['test/new.test.js'],
      outcomes: { 'test/new.test.js > reads ./data/a.txt': 'passed' },
    },
    'an assertion fails, in the one file that is run, written in TypeScript': {
      files: { 'test/new.test.ts': `${head}test('is new', () => assert.equal(1, 2 as number))` },
      only: ['test/new.test.ts'],
      outcomes: { 'test/new.test.ts > is new': 'assertion' },
    },
    'a module is missing': {
      files: { 'test/new.test.js': `${head}import { sub } from '../src/sub.js'\ntest('is new', () => sub())` },
      outcomes: { 'test/add.test.js > adds': 'passed' },
      loadErrors: { 'test/new.test.js': expect.stringMatching(/src\/sub\.js$/) },
    },
    'an export is missing': {
      files: { 'test/new.test.js': `${head}import { sub } from '../src/add.js'\ntest('is new', () => sub())` },
      only: ['test/new.test.js'],
      loadErrors: { 'test/new.test.js': 'sub' },
    },
    'a test ends the process as if all were well': {
      files: { 'test/new.test.js': `${head}test('is new', () => process.exit(0))` },
      only: ['test/new.test.js'],
      problems: ['no-tests'],
    },
    'a configured command writes JUnit of Node, which names no file on Node 20': {
      files: { 'test/new.test.js': `${head}test('is new', () => assert.equal(1, 2))` },
      only: ['test/new.test.js'],
      command: 'node --test --test-reporter=junit --test-reporter-destination={reports}/junit.xml {files}',
      outcomes: { 'test/new.test.js > is new': 'assertion' },
    },
    'a file is empty': { files: { 'test/new.test.js': '' }, only: ['test/new.test.js'], problems: ['no-tests'] },
    'a test hangs': {
      files: { 'test/new.test.js': `${head}test('is new', () => new Promise(() => setInterval(() => {}, 1000)))` },
      timeoutSeconds: 3,
      problems: ['timeout'],
    },
    'todo and skipped': {
      files: {
        'test/new.test.js': `${head}test('is new', () => {})\ntest.todo('later')\ntest.skip('never', () => {})`,
      },
      only: ['test/new.test.js'],
      outcomes: {
        'test/new.test.js > is new': 'passed',
        'test/new.test.js > later': 'todo',
        'test/new.test.js > never': 'skipped',
      },
    },
  },
})
