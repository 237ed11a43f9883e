import { expect, test } from 'vitest'
import { findFilesNamedByRunnerConfig } from '../../src/changes/files-named-by-runner-config.ts'
import type { TreeTexts } from '../../src/changes/tree-texts.ts'
import type { FileClass } from '../../src/core/model/commit.ts'
import { createBranch } from '../support/branch.ts'
import { GREEN, RED, SHOP } from '../support/shop.ts'

/** A tree whose texts are all known. */
const getTree = (files: Readonly<Record<string, string>>): TreeTexts => ({
  files: Object.keys(files),
  get: (path) => files[path] ?? null,
  load: async () => undefined,
})
const classify = (path: string): FileClass => (/\.test\.|conftest/.test(path) ? 'test' : 'production')
const FILES = Object.fromEntries(
  [
    'src/polyfill.ts',
    'src/main.ts',
    'tools/report.mjs',
    'build/env/index.ts',
    'shop/testing.py',
    'shop/app.py',
    'lib/boot.rb',
    'src/boot.php',
  ].map((path) => [path, '']),
)

test.each([
  ['vitest.config.ts', "export default { test: { setupFiles: ['./src/polyfill'] } }", ['src/polyfill.ts']],
  ['vitest.config.ts', "import { env } from './build/env'\nexport default { test: { env } }", ['build/env/index.ts']],
  ['vite.config.ts', "export default { build: { lib: { entry: './src/main.ts' } } }", []],
  ['jest.config.js', "module.exports = { setupFilesAfterEnv: ['<rootDir>/src/polyfill.ts'] }", ['src/polyfill.ts']],
  ['.mocharc.json', '{ "require": "./tools/report.mjs" }', ['tools/report.mjs']],
  ['package.json', '{ "scripts": { "test": "node --import ./tools/report.mjs --test" } }', ['tools/report.mjs']],
  ['package.json', '{ "main": "./src/main.ts" }', []],
  [
    'package.json',
    '{ "exports": { "require": "./src/main.ts" }, "scripts": { "start": "node -r ./src/main.ts ." } }',
    [],
  ],
  ['package.json', '{ "jest": { "setupFiles": ["./src/polyfill.ts"] } }', ['src/polyfill.ts']],
  ['conftest.py', 'pytest_plugins = ["shop.testing"]\n', ['shop/testing.py']],
  ['pytest.ini', '[pytest]\naddopts = -q -p shop.testing\n', ['shop/testing.py']],
  ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = "-p shop.testing"\n', ['shop/testing.py']],
  ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = ["-p", "shop.testing"]\n', ['shop/testing.py']],
  ['setup.cfg', '[tool:pytest]\naddopts =\n  -p shop.testing\n', ['shop/testing.py']],
  ['pyproject.toml', '[project.entry-points.pytest11]\nshop = "shop.testing"\n', ['shop/testing.py']],
  ['pyproject.toml', '[project.scripts]\nshop = "shop.app:main"\n', []],
  ['pyproject.toml', '[project]\nname = "shop"\n', []],
  ['.rspec', '--color\n--require ./lib/boot\n', ['lib/boot.rb']],
  ['.rspec', '-r boot -I lib\n', ['lib/boot.rb']],
  ['phpunit.xml', '<phpunit bootstrap="src/boot.php" colors="true"></phpunit>\n', ['src/boot.php']],
  ['bunfig.toml', '[test]\npreload = ["./src/polyfill.ts"]\n', ['src/polyfill.ts']],
  ['.npmrc', 'node-options=--require ./tools/report.mjs\n', ['tools/report.mjs']],
  [
    '.github/tdd-gate.yml',
    'test:\n  command: NODE_OPTIONS="--import ./tools/report.mjs" pytest -p shop.testing -q\n',
    ['tools/report.mjs', 'shop/testing.py'],
  ],
])('%s names %s', async (path, text, found) => {
  expect([...(await findFilesNamedByRunnerConfig([getTree({ ...FILES, [path]: text })], classify))]).toEqual(found)
})

const SET_UP = "export default { test: { setupFiles: './tools/set-up.ts' } }"

test.each([
  ['what it imports, and so on', { 'tools/b.ts': "import './c.ts'", 'tools/c.ts': '' }, ['tools/b.ts', 'tools/c.ts']],
  ['what tests import as well', { 'tools/b.ts': '', 'a.test.ts': "import './tools/b'" }, ['tools/b.ts']],
  ['nothing that the product imports', { 'tools/b.ts': '', 'src/main.ts': "import '../tools/b.js'" }, []],
  [
    'nothing of another folder, which may be the product',
    { 'tools/b.ts': "import '../src/main'", 'src/main.ts': '' },
    ['tools/b.ts'],
  ],
  ['files that import each other', { 'tools/b.ts': "import './set-up.ts'" }, ['tools/b.ts']],
])('a file that a configuration names brings along: %s', async (_, files, found) => {
  const tree = getTree({ 'vitest.config.ts': SET_UP, 'tools/set-up.ts': "import './b'", ...files })
  expect([...(await findFilesNamedByRunnerConfig([tree], classify))]).toEqual(['tools/set-up.ts', ...found])
})

test('a file that the test script loads is not changed at GREEN, wherever it lies', async () => {
  await using branch = await createBranch({
    ...SHOP,
    'src/polyfill.js': 'globalThis.shop = 1\n',
    'package.json':
      '{ "name": "shop", "type": "module", "scripts": { "test": "node --import ./src/polyfill.js --test" } }\n',
  })
  await branch.red(RED)
  await branch.green({ ...GREEN, 'src/polyfill.js': 'globalThis.shop = 2\n' })
  expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green rejected: green-keeps-harness'])
})
