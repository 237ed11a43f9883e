import { printStory } from '../support/runner-story.ts'

const head = "import { expect, test } from 'vitest'\n"
/** As an endless loop does, but without keeping a core busy all the while. */
const BLOCKS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

printStory({
  runner: 'vitest',
  project: {
    'package.json': '{"type":"module","devDependencies":{"vitest":"5"}}',
    'src/add.js': 'export const add = (a, b) => a + b\n',
    'test/add.test.js': `${head}import { add } from '../src/add.js'\ntest('adds', () => expect(add(1, 2)).toBe(3))\n`,
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'test/add.test.js > adds': 'passed' } },
    'an assertion fails, in the one file that is run': {
      files: { 'test/new.test.ts': `${head}test('is new', () => expect(1).toBe(2))` },
      only: ['test/new.test.ts'],
      outcomes: { 'test/new.test.ts > is new': 'assertion' },
    },
    'a module is missing': {
      files: { 'test/new.test.js': `${head}import { sub } from '../src/sub.js'\ntest('is new', () => sub())` },
      outcomes: { 'test/add.test.js > adds': 'passed' },
      loadErrors: { 'test/new.test.js': '../src/sub.js' },
    },
    'an export is missing': {
      files: { 'test/new.test.js': `${head}import { sub } from '../src/add.js'\ntest('is new', () => sub())` },
      only: ['test/new.test.js'],
      outcomes: { 'test/new.test.js > is new': 'missing-symbol' },
    },
    'a test ends the process': {
      files: { 'test/new.test.js': `${head}test('is new', () => process.exit(0))` },
      only: ['test/new.test.js'],
      outcomes: { 'test/new.test.js > is new': 'crash' },
    },
    'a file is empty': {
      files: { 'test/new.test.js': '' },
      only: ['test/new.test.js'],
      loadErrors: { 'test/new.test.js': null },
    },
    'a test hangs': {
      files: { 'test/new.test.js': `${head}test('is new', () => new Promise(() => {}), 300)` },
      only: ['test/new.test.js'],
      outcomes: { 'test/new.test.js > is new': 'timeout' },
    },
    'a test blocks the process': {
      files: { 'test/new.test.js': `${head}test('is new', () => ${BLOCKS})` },
      timeoutSeconds: 5,
      problems: ['timeout'],
    },
    'only and todo': {
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
    'a file that two projects run is told apart by them': {
      files: {
        'vitest.config.js': `const unit = (name, include) => ({ test: { name, include, env: { MODE: name } } })
export default { test: { projects: [unit('web', ['test/*.js']), unit('node', ['test/new.test.js'])] } }`,
        'test/new.test.js': `${head}test('is new', () => expect(process.env.MODE).toBe('node'))`,
      },
      outcomes: {
        'test/add.test.js > adds': 'passed',
        '[node] test/new.test.js > is new': 'passed',
        '[web] test/new.test.js > is new': 'assertion',
      },
    },
    'set-up files that turn every assertion into a pass': {
      files: {
        'vitest.config.js': "export default { test: { setupFiles: ['./test/setup.js'] } }",
        'test/setup.js':
          "import { afterEach } from 'vitest'\nafterEach(({ task }) => { task.result = { state: 'pass' } })",
      },
      outcomes: { 'test/add.test.js > adds': 'passed' },
      problems: ['canary'],
    },
  },
})
