import { printStory } from '../support/runner-story.ts'

printStory({
  runner: 'jest',
  project: {
    'package.json': '{"devDependencies":{"jest":"30"}}',
    'src/add.js': 'exports.add = (a, b) => a + b\n',
    'test/add.test.js': "const { add } = require('../src/add.js')\ntest('adds', () => expect(add(1, 2)).toBe(3))\n",
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'test/add.test.js > adds': 'passed' } },
    'an assertion fails, in the one file that is run': {
      files: { 'test/new.test.js': "test('is new', () => expect(1).toBe(2))" },
      only: ['test/new.test.js'],
      outcomes: { 'test/new.test.js > is new': 'assertion' },
    },
    'a module is missing': {
      files: { 'test/new.test.js': "const { sub } = require('../src/sub.js')\ntest('is new', () => sub())" },
      outcomes: { 'test/add.test.js > adds': 'passed' },
      loadErrors: { 'test/new.test.js': '../src/sub.js' },
    },
    'a function is missing': {
      files: { 'test/new.test.js': "const { sub } = require('../src/add.js')\ntest('is new', () => sub())" },
      only: ['test/new.test.js'],
      outcomes: { 'test/new.test.js > is new': 'missing-symbol' },
    },
    'a test ends the process as if all were well': {
      files: { 'test/new.test.js': "test('is new', () => process.exit(0))" },
      only: ['test/new.test.js'],
      problems: ['no-report'],
    },
    'a file is empty': {
      files: { 'test/new.test.js': '' },
      only: ['test/new.test.js'],
      loadErrors: { 'test/new.test.js': null },
    },
    'a test hangs': {
      files: { 'test/new.test.js': "test('is new', () => new Promise(() => {}), 300)" },
      only: ['test/new.test.js'],
      outcomes: { 'test/new.test.js > is new': 'timeout' },
    },
    'only silences its neighbours': {
      files: { 'test/new.test.js': "test.only('is new', () => {})\ntest('other', () => {})\ntest.todo('later')" },
      only: ['test/new.test.js'],
      outcomes: {
        'test/new.test.js > is new': 'passed',
        'test/new.test.js > other': 'skipped',
        'test/new.test.js > later': 'todo',
      },
    },
    'a program reads its own command line, which holds no word of ours': {
      files: { 'test/new.test.js': "test('has no words', () => expect(process.argv.slice(2)).toEqual([]))" },
      only: ['test/new.test.js'],
      outcomes: { 'test/new.test.js > has no words': 'passed' },
    },
    'a file that two projects run is told apart by them': {
      files: {
        'jest.config.js': `const unit = (displayName, folder) => ({ displayName, testMatch: ['<rootDir>/test/' + folder], globals: { MODE: displayName } })
module.exports = { projects: [unit('web', '*.js'), unit('node', 'new.test.js')] }`,
        'test/new.test.js': "test('is new', () => expect(MODE).toBe('node'))",
      },
      outcomes: {
        'test/add.test.js > adds': 'passed',
        '[node] test/new.test.js > is new': 'passed',
        '[web] test/new.test.js > is new': 'assertion',
      },
    },
    'a missing snapshot is not written': {
      files: { 'test/new.test.js': "test('is new', () => expect({ a: 1 }).toMatchSnapshot())" },
      only: ['test/new.test.js'],
      outcomes: { 'test/new.test.js > is new': 'assertion' },
    },
  },
})
