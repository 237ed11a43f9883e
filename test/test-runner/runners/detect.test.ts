import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { GateError } from '../../../src/core/model/errors.ts'
import { detectSuites } from '../../../src/test-runner/runners/detect.ts'
import type { Project } from '../../../src/test-runner/runners/runner.ts'

const project = (files: Readonly<Record<string, string>>): Project => ({
  files: Object.keys(files).toSorted(),
  read: (path) => files[path] ?? null,
})
const json = (value: unknown) => JSON.stringify(value)
const javascript = (packageJson: unknown, more: Record<string, string> = {}) =>
  project({ 'package.json': json(packageJson), ...more })
const only = (it: Project) => {
  const { suites } = detectSuites(it)
  expect(suites).toHaveLength(1)
  return suites[0]!
}

describe('the runner is read off the manifest', () => {
  test.each([
    [
      'vitest',
      { devDependencies: { vitest: '5' } },
      'node_modules/.bin/vitest run --reporter={assets}/vitest-projects.mjs --reporter=json --outputFile={reports}/vitest.json --retry=0 {files}',
    ],
    [
      'jest',
      { devDependencies: { jest: '30' } },
      'node {assets}/jest.cjs --ci --json --outputFile={reports}/jest.json --testLocationInResults --passWithNoTests=false {files}',
    ],
    [
      'mocha',
      { devDependencies: { mocha: '12' } },
      'node_modules/.bin/mocha --require {assets}/mocha-rejections.mjs --reporter {assets}/mocha-files.cjs --reporter-options output={reports}/mocha.xml --retries 0 {files}',
    ],
    ['ava', { dependencies: { ava: '7' } }, 'node_modules/.bin/ava --tap {files} > {reports}/ava.tap'],
    [
      'tap',
      { devDependencies: { tap: '^16.3.0' } },
      'node_modules/.bin/tap --reporter=tap --no-bail --no-coverage {files} > {reports}/tap.tap',
    ],
    [
      'tap',
      { devDependencies: { tap: '>=21' } },
      'node_modules/.bin/tap --reporter=tap --no-bail --disable-coverage {files} > {reports}/tap.tap',
    ],
    [
      'tap',
      { scripts: { test: 'tap --node-arg=--no-warnings' }, devDependencies: { tap: '18' } },
      'node_modules/.bin/tap --reporter=tap --no-bail --disable-coverage --node-arg=--no-warnings {files} > {reports}/tap.tap',
    ],
    [
      'tape',
      { devDependencies: { tape: '5' } },
      "node {assets}/tape-files.mjs {reports}/tape.ndjson {files:-'test/**/*.js'}",
    ],
    [
      'tape',
      { scripts: { test: "nyc tape 'test/**/*.js'" } },
      "node {assets}/tape-files.mjs {reports}/tape.ndjson {files:-'test/**/*.js'}",
    ],
    [
      'tape',
      { scripts: { test: 'tape -r ts-node/register test/*.ts | faucet' } },
      'node {assets}/tape-files.mjs {reports}/tape.ndjson -r ts-node/register {files:-test/*.ts}',
    ],
    [
      'uvu',
      { devDependencies: { uvu: '0.5' } },
      'node {assets}/rows/row-files.mjs uvu {reports}/uvu.ndjson {timeout} {files}',
    ],
    [
      'uvu',
      { scripts: { test: 'c8 uvu -r tsm --color -i fixtures tests "\\.test\\.ts$" && eslint .' } },
      "node {assets}/rows/row-files.mjs uvu {reports}/uvu.ndjson {timeout} -r tsm -i fixtures {files:-tests '\\.test\\.ts$'}",
    ],
    [
      'QUnit',
      { scripts: { test: 'qunit' } },
      'node {assets}/rows/row-files.mjs qunit {reports}/qunit.ndjson {timeout} {files}',
    ],
    [
      'QUnit',
      { devDependencies: { qunit: '3' } },
      'node {assets}/rows/row-files.mjs qunit {reports}/qunit.ndjson {timeout} {files}',
    ],
    [
      'QUnit',
      { scripts: { test: "c8 qunit --reporter tap --require ./first.js --seed true 'test/**/*.{js,mjs}'" } },
      "node {assets}/rows/row-files.mjs qunit {reports}/qunit.ndjson {timeout} --require ./first.js {files:-'test/**/*.{js,mjs}'}",
    ],
    [
      'Jasmine',
      { scripts: { test: 'c8 jasmine --config=spec/unit.json' }, devDependencies: { jasmine: '5' } },
      'node {assets}/jasmine-files.mjs {reports}/jasmine.ndjson {timeout} --config=spec/unit.json {files}',
    ],
    [
      'Playwright',
      { devDependencies: { '@playwright/test': '1' } },
      'PLAYWRIGHT_JSON_OUTPUT_NAME={reports}/playwright.json node_modules/.bin/playwright test --reporter=json --retries=0 {files}',
    ],
    [
      'vitest',
      { scripts: { test: 'wireit' }, wireit: { test: { command: 'vitest run' } }, devDependencies: { vitest: '5' } },
      'node_modules/.bin/vitest run --reporter={assets}/vitest-projects.mjs --reporter=json --outputFile={reports}/vitest.json --retry=0 {files}',
    ],
    [
      'node:test',
      { scripts: { test: 'node --test' } },
      'node --test --test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/node.ndjson {files}',
    ],
  ])('%s', (name, manifest, command) => {
    const detected = detectSuites(javascript(manifest))
    expect(detected.suites[0]?.command).toBe(command)
    expect(detected.suites[0]).toMatchObject({ name: '', directory: '.', setup: null, coverage: [] })
    expect(detected.explanations.join('\n')).toContain(name)
  })

  test.each([
    ['vitest wins over the rest', { devDependencies: { ava: '7', mocha: '12', jest: '30', vitest: '5' } }, 'vitest'],
    ['jest wins over mocha', { devDependencies: { mocha: '12', jest: '30' } }, 'jest'],
    [
      'what the test script names wins',
      { devDependencies: { mocha: '12', vitest: '5' }, scripts: { test: 'mocha' } },
      'mocha',
    ],
    [
      'a script of a script counts',
      { devDependencies: { jest: '1', ava: '7' }, scripts: { test: 'npm run unit', unit: 'ava' } },
      'ava',
    ],
    [
      'a script that a started server waits for',
      {
        devDependencies: { jest: '1', mocha: '7' },
        scripts: { test: 'start-server-and-test start http://localhost:1 e2e', e2e: 'mocha e2e/*.js' },
      },
      'mocha',
    ],
    [
      'so does a linter before it',
      { devDependencies: { vitest: '1', jest: '7' }, scripts: { test: 'eslint . && jest' } },
      'jest',
    ],
    [
      'node --test beside other runners',
      { devDependencies: { vitest: '5' }, scripts: { test: 'node --import tsx --test' } },
      'node --import tsx --test',
    ],
  ])('%s', (_, manifest, word) => {
    expect(only(javascript(manifest)).command).toContain(word)
  })

  test.each([
    'run-s lint unit:*',
    'npm-run-all -p lint unit:a',
    'concurrently "npm:unit:*"',
    'node --run unit:a',
    'CI=1 pnpm run /^unit:/',
    'pnpm "/^unit:.*/"',
  ])('a script that `%s` calls', (script) => {
    const scripts = { test: script, lint: 'eslint .', 'unit:a': 'ava' }
    expect(only(javascript({ devDependencies: { jest: '1', ava: '7' }, scripts })).command).toContain('ava')
  })

  test.each([
    ['c8 npm run unit', /mocha .*--config spec\/rc\.json /],
    ['nyc --all -- yarn unit', /mocha .*--config spec\/rc\.json /],
    ['time npm run --silent unit', /mocha .*--config spec\/rc\.json /],
    ['xvfb-run -a pnpm unit', /mocha .*--config spec\/rc\.json /],
    ['dotenv -e .env -- npm run unit', /mocha .*--config spec\/rc\.json /],
    ['env-cmd -f .env npm run unit', /mocha .*--config spec\/rc\.json /],
    ['concurrently "npm run lint" "npm run unit"', /mocha .*--config spec\/rc\.json /],
    ['cross-env NODE_ENV=test TZ=UTC npm run unit', /^NODE_ENV='?test'? TZ='?UTC'? .*mocha .*--config spec\/rc\.json /],
    ['NODE_OPTIONS=--expose-gc npm run unit', /^NODE_OPTIONS='?--expose-gc'? .*mocha .*--config spec\/rc\.json /],
    ['npm run unit -- --recursive', /mocha .*--config spec\/rc\.json .*--recursive /],
    ['yarn unit --recursive', /mocha .*--config spec\/rc\.json .*--recursive /],
    ['make unit', /mocha .*--config spec\/rc\.json /],
    ['just unit', /mocha .*--config spec\/rc\.json /],
  ])('`%s` leads to the options of the runner', (script, command) => {
    const scripts = { test: script, lint: 'eslint .', unit: 'mocha --config spec/rc.json' }
    const recipe =
      'all: unit\n\nunit: lint\n\t@NODE_ENV=test node_modules/.bin/mocha --config spec/rc.json\n\nlint:\n\teslint .\n'
    const files = { Makefile: recipe, justfile: recipe }
    expect(only(javascript({ devDependencies: { mocha: '12' }, scripts }, files)).command).toMatch(command)
  })

  test('scripts that call each other end', () => {
    const all = 'run-s a b c d e f g h i j '.repeat(50)
    const scripts = Object.fromEntries(['test', ...'abcdefghij'].map((name) => [name, all]))
    expect(only(javascript({ devDependencies: { ava: '7' }, scripts })).command).toContain('ava')
  })

  test('node:test is found by what the test files import', () => {
    const suite = only(javascript({}, { 'test/a.test.js': "import test from 'node:test'" }))
    expect(suite.command).toMatch(/^node --test /)
  })

  test.each([
    ['pytest.ini', { 'pytest.ini': '[pytest]' }],
    ['pyproject.toml', { 'pyproject.toml': '[tool.pytest.ini_options]' }],
    ['conftest.py', { 'tests/conftest.py': '' }],
    ['a test file', { 'test_cart.py': '' }],
  ])('pytest by %s', (_, files) => {
    expect(only(project(files))).toMatchObject({
      setup: null,
      command:
        'python3 -m pytest -p no:cacheprovider -p no:randomly --continue-on-collection-errors -o junit_family=xunit1 --junit-xml={reports}/pytest.xml {files}',
      reports: ['{reports}/pytest.xml'],
    })
  })

  test.each([
    ['a configuration and Deno.test', { 'deno.json': '{}', 'a_test.ts': 'Deno.test("a", () => {})' }, /^deno test --/],
    ['a test script of deno', { 'package.json': json({ scripts: { test: 'deno test -A' } }) }, /^deno test --/],
    ['an import of bun:test', { 'package.json': '{}', 'a.test.ts': "from 'bun:test'" }, /^bun test --/],
    [
      'bun as a dependency',
      { 'package.json': json({ scripts: { test: 'bun test' }, devDependencies: { bun: '1' } }) },
      /^node_modules\/.bin\/bun test --/,
    ],
    [
      'a test script of another runner',
      {
        'package.json': json({
          scripts: { test: 'bun run unit', unit: 'vitest run' },
          devDependencies: { vitest: '5' },
        }),
      },
      /vitest run/,
    ],
  ])('Deno and Bun by %s', (_, files, command) => {
    expect(only(project(files)).command).toMatch(command)
  })

  const CASE = 'import unittest\n\n\nclass A(unittest.TestCase):\n    def test_a(self):\n        pass\n'
  test.each([
    ['test files that import it', { 'tests/test_a.py': CASE }, 'unittest-files.py'],
    ['a plain test function beside them', { 'test_a.py': CASE, 'test_b.py': 'def test_b(): pass' }, '-m pytest'],
    ['a dependency on pytest', { 'test_a.py': CASE, 'requirements-dev.txt': 'pytest==8\n' }, '-m pytest'],
    ['a conftest.py', { 'test_a.py': CASE, 'conftest.py': '' }, '-m pytest'],
    ['a test that imports pytest', { 'test_a.py': `import pytest\n${CASE}` }, '-m pytest'],
  ])('unittest or pytest: %s', (_, files, word) => {
    expect(only(project(files)).command).toContain(word)
  })

  test('go by its module and a test', () => {
    expect(only(project({ 'go.mod': 'module x', 'a/a_test.go': '' }))).toMatchObject({
      command: 'go test -json -count=1 -vet=off -timeout={timeout}s {files:-./...} > {reports}/go.json 2>&1',
      directory: '.',
    })
    expect(only(project({ 'server/go.mod': 'module x', 'server/a/a_test.go': '' })).directory).toBe('server')
  })

  test.each([
    ['a file in tests', { 'Cargo.toml': '', 'tests/a.rs': '' }, '.'],
    ['a test beside its code', { 'Cargo.toml': '', 'src/lib.rs': '#[cfg(test)]\nmod tests {}' }, '.'],
    ['a crate below the top', { 'rust/Cargo.toml': '', 'rust/src/a.rs': '#[tokio::test]' }, 'rust'],
  ])('cargo test by its manifest and %s', (_, files, directory) => {
    expect(only(project(files))).toMatchObject({
      directory,
      command: 'node {assets}/cargo-files.mjs {reports}/cargo.ndjson {timeout} {files}',
    })
  })

  test('several languages are several suites with names', () => {
    const { suites } = detectSuites(
      project({
        'package.json': json({ devDependencies: { jest: '1' } }),
        'test_a.py': '',
        'go.mod': '',
        'a_test.go': '',
      }),
    )
    expect(suites.map(({ name }) => name)).toEqual(['jest', 'pytest', 'go'])
  })
})

describe('what the test script says is kept where it changes what runs', () => {
  test.each([
    ['vitest run --config vite.unit.ts --coverage --watch=false', 'vitest', '--retry=0 --config vite.unit.ts {files}'],
    ['jest -c jest.unit.js --verbose', 'jest', '--passWithNoTests=false -c jest.unit.js {files}'],
    [
      'NODE_OPTIONS=--experimental-vm-modules jest',
      'jest',
      'NODE_OPTIONS=--experimental-vm-modules node {assets}/jest.cjs --ci',
    ],
    ['cross-env A=1 jest', 'jest', 'A=1 node {assets}/jest.cjs --ci'],
    [
      'node --experimental-vm-modules node_modules/jest/bin/jest.js',
      'jest',
      'NODE_OPTIONS=--experimental-vm-modules node {assets}/jest.cjs',
    ],
    [
      'mocha -r ts-node/register --extension ts "spec/**/*.ts" --parallel',
      'mocha',
      "--retries 0 -r ts-node/register --extension ts {files:-'spec/**/*.ts'}",
    ],
    [
      "node --import tsx --test 'test/**/*.test.ts'",
      'node',
      "node --import tsx --test --test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/node.ndjson {files:-'test/**/*.test.ts'}",
    ],
    ['nyc mocha --grep fast', 'mocha', '--retries 0 {files}'],
    ['mocha test/*.js "lib/**/*.spec.js"', 'mocha', "{files:-test/*.js 'lib/**/*.spec.js'}"],
    ['node --test test/unit/*.test.js', 'node', '{files:-test/unit/*.test.js}'],
    ['NODE_OPTIONS="--import=tsx --no-warnings" mocha', 'mocha', "NODE_OPTIONS='--import=tsx --no-warnings' node_"],
    [
      'NODE_OPTIONS="--conditions=a --no-warnings" node --test',
      'node',
      "NODE_OPTIONS='--conditions=a --no-warnings' no",
    ],
    [
      "cross-env NODE_OPTIONS='--a --b' node --c node_modules/.bin/jest",
      'jest',
      "NODE_OPTIONS='--a --b --c' node {assets}/jest.cjs",
    ],
    ['tsx --test test/*.test.ts', 'node', 'node --import tsx --test --test-reporter={assets}'],
    ['borp', 'borp', "node.ndjson {files:-'**/*.test.{cjs,mjs,js,cts,mts,ts}'}"],
    ['c8 borp -C --check-coverage --lines 90 -X "test/fixtures/**"', 'borp', "{files:-'**/*.test.{"],
    ['borp --coverage "test/unit/*.test.js" test/b.js', 'borp', "node.ndjson {files:-'test/unit/*.test.js' test/b.js}"],
    ['A=1 borp -p "test/+(a|b)*.js" --reporter=spec', 'borp', 'A=1 node --test --test-reporter={assets}'],
    ['borp --pattern=test/**/*.js', 'borp', "{files:-'test/**/*.js'}"],
    [
      'borp --timeout 180000 --expose-gc -c 1 -p "test/*.js"',
      'borp',
      'node --test-timeout=180000 --expose-gc --test-concurrency=1 --test --test-reporter={assets}',
    ],
    ['node --test --test-reporter spec --test-reporter-destination stdout', 'node', 'node.ndjson {files}'],
    ['jest --maxWorkers 2 --coverageReporters text', 'jest', '--passWithNoTests=false {files}'],
    ['TZ=UTC jest test/unit/a.test.js && jest --coverage', 'jest', '--passWithNoTests=false {files}'],
    ['node --test test/a.js && node --test test/unit/*.js', 'node', '{files:-test/a.js test/unit/*.js}'],
    ['mocha --check-leaks test/unit', 'mocha', '{files:-test/unit}'],
  ])('%s', (script, name, expected) => {
    const files = { 'test/unit/a.test.js': '' }
    const manifest = { scripts: { test: script }, devDependencies: { [name]: '1' } }
    expect(only(javascript(manifest, files)).command).toContain(expected)
  })

  test('the patterns of a .borp.yaml hold where the script of borp names none', () => {
    const files = { '.borp.yaml': "files:\n  - 'test/**/*.test.js'\n  - spec/*.js\n", 'test/a.test.js': '' }
    const getCommand = (test: string) => only(javascript({ scripts: { test } }, files)).command
    expect(getCommand('borp')).toMatch(/ \{files:-'test\/\*\*\/\*\.test\.js' spec\/\*\.js\}$/)
    expect(getCommand('borp test/a.test.js')).toMatch(/ \{files:-test\/a\.test\.js\}$/)
    expect(getCommand('borp && borp')).toBe(getCommand('borp'))
  })

  test.each(['files: 1', 'files: [1, {}]', ': [', ''])('a .borp.yaml of `%s` names no pattern', (text) => {
    const suite = only(javascript({ scripts: { test: 'borp' } }, { '.borp.yaml': text }))
    expect(suite.command).toMatch(/ \{files:-'\*\*\/\*\.test\.\{cjs,mjs,js,cts,mts,ts\}'\}$/)
  })

  test('a word that a shell would understand is quoted', () => {
    const { command } = only(javascript({ scripts: { test: 'mocha "a;b$(c)*.js"' }, devDependencies: { mocha: '1' } }))
    expect(command).toContain("{files:-'a;b$(c)*.js'}")
  })
})

describe('what the project builds before its tests is a step of its own', () => {
  const getSuite = (scripts: Record<string, string>, files: Record<string, string> = {}) =>
    only(javascript({ scripts, devDependencies: { mocha: '1' } }, files))
  const MOCHA = getSuite({ test: 'mocha' }).command
  const RUN = 'npm run --silent'

  test.each([
    ['a pretest that builds', { pretest: 'npm run build', test: 'mocha', build: './build.sh' }, `${RUN} build`],
    [
      'the linter of a pretest is left out',
      { pretest: 'npm run build && npm run lint', test: 'mocha', build: 'tsup', lint: 'eslint .' },
      `${RUN} build`,
    ],
    [
      'a build inside the test script',
      { test: 'npm run build && npm run lint && mocha', build: 'tsc', lint: 'xo' },
      `${RUN} build`,
    ],
    [
      'a build of another name, known by its tool',
      { pretest: 'npm run js', test: 'mocha', js: 'tsc -p .' },
      `${RUN} js`,
    ],
    [
      'two builds',
      { pretest: 'npm run build:cjs && yarn build:esm', test: 'mocha', 'build:cjs': 'a', 'build:esm': 'b' },
      `${RUN} build:cjs && ${RUN} build:esm`,
    ],
    ['a tool without a script', { test: 'tsc -p test && mocha' }, '(PATH="$PWD/node_modules/.bin:$PATH"; tsc -p test)'],
    [
      'a script of node that builds',
      { pretest: 'node scripts/build.js', test: 'mocha' },
      '(PATH="$PWD/node_modules/.bin:$PATH"; node scripts/build.js)',
    ],
    [
      'a build inside the script of the tests that the test script calls',
      { test: 'npm run test:lint && npm run test:unit', 'test:unit': 'npm run build && mocha', build: 'tsc' },
      `${RUN} build`,
    ],
    [
      'a tool beside the runner, not the script that runs the tests as well',
      { test: 'npm run unit', unit: 'tsc -p test && mocha' },
      '(PATH="$PWD/node_modules/.bin:$PATH"; tsc -p test)',
    ],
    [
      'what npm runs before the script of the tests',
      { test: 'npm run test:unit', 'pretest:unit': 'npm run build', 'test:unit': 'mocha', build: 'tsc' },
      `${RUN} build`,
    ],
    [
      'a script of node that creates what the tests read',
      { test: 'node test/support/createdb.js && mocha' },
      '(PATH="$PWD/node_modules/.bin:$PATH"; node test/support/createdb.js)',
    ],
    ['a script that makes fixtures', { test: 'npm run fixtures && mocha', fixtures: 'node a.js' }, `${RUN} fixtures`],
    [
      'a script of node that generates code',
      { pretest: 'node scripts/gen.js', test: 'mocha' },
      '(PATH="$PWD/node_modules/.bin:$PATH"; node scripts/gen.js)',
    ],
  ])('%s', (_, scripts, steps) => {
    expect(getSuite(scripts)).toMatchObject({ build: steps, command: MOCHA })
  })

  test('the configuration that is written down has it', () => {
    const scripts = { pretest: 'npm run build', test: 'mocha', build: 'tsc' }
    const { pin } = detectSuites(javascript({ scripts, devDependencies: { mocha: '1' } }))
    expect(parse(pin).test).toMatchObject({ build: `${RUN} build`, command: MOCHA })
  })

  test.each([
    ['a linter', { pretest: 'npm run lint', test: 'mocha', lint: 'eslint . && prettier --check .' }],
    ['a check of types', { pretest: 'tsc --noEmit', test: 'npm run types && mocha', types: 'tsc --noEmit -p .' }],
    ['a check of declarations', { pretest: 'npm run dts-check', test: 'mocha', 'dts-check': 'tsc -p tests/types' }],
    ['what comes after the tests', { test: 'mocha && npm run build', build: 'tsc' }],
    ['a test of the build', { test: 'npm run test:build && mocha', 'test:build': 'vite build' }],
    ['a script of node that checks', { test: 'node scripts/check-copyright.js && mocha' }],
    ['a build that no test script calls', { test: 'mocha', build: 'tsc' }],
  ])('%s is no build', (_, scripts) => {
    expect(getSuite(scripts)).toMatchObject({ build: null, command: MOCHA })
  })

  test('tests that are built run as a whole: no word aims at what is not built yet', () => {
    const scripts = { pretest: 'npm run build', build: 'tsc', test: 'mocha --exit build/test/*.js' }
    const { command } = only(javascript({ scripts, devDependencies: { mocha: '1' } }, { 'src/test/a.test.ts': '' }))
    expect(command).toMatch(/--retries 0 --exit build\/test\/\*\.js$/)
    expect(getSuite({ ...scripts, test: 'mocha test/*.js' }, { 'test/a.js': '' }).command).toContain(
      '{files:-test/*.js}',
    )
  })

  test('tests that import a folder which only a build makes need the build, whether or not a script says so', () => {
    const scripts = { test: 'mocha', build: 'tsup' }
    const imports = (path: string) => ({ 'test/a.js': `import { add } from '${path}'`, 'src/add.js': '' })
    expect(getSuite(scripts, imports('../dist/add.js')).build).toBe(`${RUN} build`)
    expect(getSuite(scripts, imports('../src/new.js')).build).toBeNull()
    expect(getSuite({ test: 'mocha' }, imports('../dist/add.js')).build).toBeNull()
    expect(getSuite(scripts, { 'test/a.js': "// import '../dist/add.js'" }).build).toBeNull()
    const manifest = { scripts, exports: { '.': { import: './shop.js' } }, devDependencies: { mocha: '1' } }
    expect(only(javascript(manifest, imports('../shop.js'))).build).toBe(`${RUN} build`)
    expect(only(javascript(manifest, { ...imports('../shop.js'), 'shop.js': '' })).build).toBeNull()
  })
})

const MINITEST = "require 'minitest/autorun'\n"
const TEST_UNIT = "require 'test/unit'\n"

describe('Ruby, PHP and Java are read off their test files and manifests', () => {
  test.each([
    ['RSpec by its options', { 'spec/a_spec.rb': '', '.rspec': '' }, 'rspec --order defined'],
    ['RSpec by its helper', { 'spec/a_spec.rb': '', 'spec/spec_helper.rb': '' }, 'rspec --order defined'],
    ['RSpec with Bundler', { 'spec/a_spec.rb': '', Gemfile: "gem 'rspec'" }, 'bundle exec rspec --order defined'],
    ['RSpec by what a file describes', { 'spec/a_spec.rb': 'RSpec.describe Cart do\nend\n' }, 'rspec --order defined'],
    [
      'Minitest by what a test requires',
      { 'test/a_test.rb': MINITEST },
      'ruby -Ilib -Itest -Ispec {assets}/minitest-files.rb',
    ],
    ['Minitest by its helper', { 'test/a_test.rb': '', 'test/test_helper.rb': MINITEST }, 'ruby -Ilib -Itest'],
    [
      'the folders and files of a Rakefile',
      {
        'test/unit/a_check.rb': MINITEST,
        'test/a_test.rb': MINITEST,
        Rakefile:
          "Rake::TestTask.new do |t|\n  t.libs << 'app' << 'test'\n  t.libs.push 'more'\n  t.pattern = 'test/**/*_{check,test}.rb'\nend\n",
      },
      "ruby -Iapp -Imore -Ilib -Itest -Ispec {assets}/minitest-files.rb {reports}/minitest.ndjson {files:-'test/**/*_check.rb' 'test/**/*_test.rb'}",
    ],
    [
      'the list of files of a Rakefile',
      {
        'test/a_test.rb': MINITEST,
        'Rakefile.rb': 'Minitest::TestTask.create do |t|\n  t.test_globs = [\'test/a_*.rb\', "test/b_*.rb"]\nend\n',
      },
      "{files:-'test/a_*.rb' 'test/b_*.rb'}",
    ],
    [
      'several tasks of a Rakefile, each folder once',
      {
        'test/a/a_test.rb': MINITEST,
        Rakefile: `namespace 'test' do\n${['a', 'b'].map((name) => `  Rake::TestTask.new('${name}') do |t|\n    t.libs << 'lib' << 'test/a'\n    t.test_files = FileList['test/${name}/*_test.rb']\n  end\n`).join('')}end\n`,
      },
      "ruby -Itest/a -Ilib -Itest -Ispec {assets}/minitest-files.rb {reports}/minitest.ndjson {files:-'test/a/*_test.rb' 'test/b/*_test.rb'}",
    ],
    [
      'the options of Ruby and the lists of words of a Rakefile',
      {
        'test/test_a.rb': TEST_UNIT,
        Rakefile:
          'Rake::TestTask.new do |t|\n  t.libs = %w[app more]\n  t.ruby_opts = ["-rhelper", "-W1", "-e", "exit"]\n  t.ruby_opts << %(-Ilater)\n  t.test_files = %w(test/test_a.rb)\nend\n',
      },
      'ruby -rhelper -Iapp -Imore -Ilib -Itest {assets}/ruby/test-unit-files.rb {reports}/test-unit.ndjson {files:-test/test_a.rb}',
    ],
    ['a specification whose name begins so', { 'spec/spec_a.rb': MINITEST }, 'minitest-files.rb'],
    ['Minitest by the Gemfile', { 'spec/a_spec.rb': '', Gemfile: "gem 'minitest'" }, 'bundle exec ruby -Ilib'],
    [
      'test-unit by what a test requires',
      { 'test/test_a.rb': TEST_UNIT },
      'ruby -Ilib -Itest {assets}/ruby/test-unit-files.rb {reports}/test-unit.ndjson {files}',
    ],
    [
      'test-unit by its helper, beside a gem that brings Minitest',
      {
        'test/cart-test.rb': "require_relative 'helper'",
        'test/helper.rb': TEST_UNIT,
        'Gemfile.lock': 'minitest',
        Gemfile: '',
        Rakefile: "Rake::TestTask.new { |t|\n  t.libs << 'app'\n  t.pattern = 'test/**/*-test.rb'\n}\n",
      },
      "bundle exec ruby -Iapp -Ilib -Itest {assets}/ruby/test-unit-files.rb {reports}/test-unit.ndjson {files:-'test/**/*-test.rb'}",
    ],
    ['Maven by its manifest', { 'pom.xml': '', 'src/test/java/ATest.java': '' }, ' mvn -B -fae '],
    ['the wrapper of Maven', { 'pom.xml': '', mvnw: '', 'src/test/java/ATest.java': '' }, ' ./mvnw -B -fae '],
    ['PHPUnit by its configuration', { 'tests/ATest.php': '', 'phpunit.xml.dist': '' }, '{reports} {files}'],
    [
      'Pest, which brings PHPUnit',
      { 'tests/ATest.php': '', 'phpunit.xml': '', 'composer.json': '{"require-dev":{"pestphp/pest":"3"}}' },
      'php {assets}/phpunit-files.php pest {reports} {files}',
    ],
    [
      'PHPUnit by composer.json',
      { 'tests/ATest.php': '', 'composer.json': '"phpunit/phpunit"' },
      '{reports} {files:-tests}',
    ],
  ])('%s', (_, files, words) => {
    expect(only(project(files)).command).toContain(words)
  })

  test('files of Ruby that name no runner are none', () => {
    expect(() => detectSuites(project({ 'test/a_test.rb': 'puts 1' }))).toThrow(GateError)
  })
})

describe('Python finds the package of the commit first, never one that is installed', () => {
  test.each([
    [
      'in src',
      { 'src/shop/__init__.py': '', 'src/shop/web/__init__.py': '', 'tests/test_a.py': '' },
      'PYTHONPATH=src ',
    ],
    ['in a folder of its own', { 'python/shop/__init__.py': '', 'tests/test_a.py': '' }, 'PYTHONPATH=python '],
    ['at the top', { 'shop/__init__.py': '', 'tests/__init__.py': '', 'tests/test_a.py': '' }, ''],
    ['a single module in src', { 'src/shop.py': '', 'pyproject.toml': '', 'tests/test_a.py': '' }, 'PYTHONPATH=src '],
    [
      'of the tests only',
      { 'shop/__init__.py': '', 'tests/data/pkg/__init__.py': '', 'docs/x/__init__.py': '', 'test_a.py': '' },
      '',
    ],
  ])('%s', (_, files, prefix) => {
    expect(only(project(files)).command).toMatch(new RegExp(`^${prefix}python3 -m pytest`))
  })
})

test.each([
  ['a module with a name of the standard library', { 'queue.py': '', 'test_queue.py': '' }, 'python3 -P -m pytest'],
  ['a package with such a name', { 'json/__init__.py': '', 'tests/test_a.py': '' }, 'python3 -P -m pytest'],
  ['such a name below the top', { 'shop/queue.py': '', 'tests/test_a.py': '' }, 'python3 -m pytest'],
  ['a test with such a name', { 'test_queue.py': '' }, 'python3 -m pytest'],
])('pytest starts with %s', (_, files, start) => {
  expect(only(project(files)).command).toContain(start)
})

describe('the lock file says how dependencies are installed', () => {
  test.each([
    ['package-lock.json', '{}', 'npm ci --no-audit --no-fund --prefer-offline'],
    ['npm-shrinkwrap.json', '{}', 'npm ci --no-audit --no-fund --prefer-offline'],
    ['pnpm-lock.yaml', '', 'pnpm install --frozen-lockfile'],
    ['yarn.lock', '# yarn lockfile v1', 'yarn install --frozen-lockfile'],
    ['yarn.lock', '__metadata:\n  version: 8', 'yarn install --immutable'],
    ['bun.lock', '{}', 'bun install --frozen-lockfile'],
  ])('%s', (path, text, setup) => {
    expect(only(javascript({ devDependencies: { vitest: '5' } }, { [path]: text })).setup).toBe(setup)
  })

  test('without a lock file the output says whose modules are used', () => {
    const { explanations } = detectSuites(javascript({ devDependencies: { vitest: '5' } }))
    expect(explanations.join('\n')).toMatch(/no lock file.*node_modules of your working tree/)
    const alone = detectSuites(javascript({ scripts: { test: 'node --test' } }))
    expect(alone.explanations.join('\n')).not.toContain('node_modules')
  })
})

test('what was detected can be pinned: the YAML gives the same suite', () => {
  const { suites, pin } = detectSuites(javascript({ devDependencies: { vitest: '5' } }, { 'package-lock.json': '{}' }))
  const pinned = parse(pin) as { version: number; test: Record<string, unknown> }
  expect(pinned.version).toBe(1)
  expect(pinned.test).toMatchObject({
    command: suites[0]?.command,
    setup: suites[0]?.setup,
    reports: suites[0]?.reports,
  })
})

test('several suites are pinned as a list', () => {
  const { suites, pin } = detectSuites(project({ 'test_a.py': '', 'go.mod': '', 'a_test.go': '' }))
  const pinned = parse(pin) as { test: { suites: readonly { name: string; command: string }[] } }
  expect(pinned.test.suites.map(({ name, command }) => [name, command])).toEqual(
    suites.map(({ name, command }) => [name, command]),
  )
})

test.each([
  ['an empty repository', {}],
  ['a manifest without any runner', { 'package.json': '{}' }],
  ['a manifest that is no JSON', { 'package.json': '{' }],
  ['a manifest of the wrong shape', { 'package.json': '[1]' }],
  ['dependencies of the wrong shape', { 'package.json': '{"devDependencies":["vitest"],"scripts":{"test":1}}' }],
  ['a Go module without tests', { 'go.mod': 'module x' }],
  ['a crate without tests', { 'Cargo.toml': '', 'src/lib.rs': 'pub fn add() {}' }],
])('%s: nothing is guessed, and an example shows the way', (_, files) => {
  const detect = () => detectSuites(project(files))
  expect(detect).toThrow(GateError)
  try {
    detect()
  } catch (error) {
    expect(error).toMatchObject({ code: 'runner-not-found' })
    expect((error as GateError).suggestion.text).toMatch(/\.github\/tdd-gate\.yml[\s\S]*command:[\s\S]*junit\.xml/)
    expect((error as GateError).suggestion.text).toMatch(/JUnit XML or TAP/)
    expect((error as GateError).suggestion.text).toMatch(/base branch.*--config/)
  }
})

test.each([
  [
    'a test script names what it starts',
    { 'package.json': json({ scripts: { test: 'npm run lint && c8 zora tests', lint: 'eslint .' } }) },
    /`eslint \.`, `c8 zora tests`, which is no runner that tdd-gate knows: say where `npm test` writes/,
    /command: npm test/,
  ],
  [
    'a test script that runs QUnit in a browser',
    { 'package.json': json({ scripts: { test: 'ember test' }, devDependencies: { qunit: '2' } }) },
    /`ember test`, which is no runner that tdd-gate knows/,
    /command: npm test/,
  ],
  [
    'a Rakefile with a task of tests',
    { Rakefile: "require 'rake/testtask'\nRake::TestTask.new(:test)", 'test/tc_cart.rb': "require 'test/unit'" },
    /The Rakefile has a target `test`: say where `rake test` writes its report.*test-unit.*ci_reporter_test_unit/,
    /command: rake test/,
  ],
  [
    'Composer with a script of tests',
    { 'composer.json': json({ scripts: { test: 'kahlan' } }) },
    /The composer\.json has a target `test`: say where `composer test` writes its report/,
    /command: composer test/,
  ],
])('%s', (_, files, hint, line) => {
  const detect = () => detectSuites(project(files as Record<string, string>))
  const text = (pattern: RegExp) =>
    expect.objectContaining({ suggestion: expect.objectContaining({ text: expect.stringMatching(pattern) }) })
  expect(detect).toThrow(text(hint))
  expect(detect).toThrow(text(line))
})

test('files of RSpec alone name what RSpec is detected by', () => {
  expect(() => detectSuites(project({ 'spec/cart_spec.rb': '' }))).toThrow(
    expect.objectContaining({
      suggestion: expect.objectContaining({
        text: expect.stringMatching(/\.rspec, spec\/spec_helper\.rb, or rspec in the Gemfile/),
      }),
    }),
  )
})

test.each([
  ['node --test test && mocha spec', 'mocha', 'node:test'],
  ['npm run unit && npm run e2e', 'vitest', 'Playwright'],
  ['jest', 'jest', null],
  ['borp', 'node:test', null],
  ['c8 tap', 'tap', null],
])('of a script %j one runner is taken, and the others are named', (test, taken, other) => {
  const scripts = { test, unit: 'vitest run', e2e: 'playwright test' }
  const { explanations } = detectSuites(javascript({ scripts }, { 'test/a.test.js': '', 'spec/b.spec.js': '' }))
  expect(explanations[0]).toContain(`Detected ${taken}`)
  expect(explanations.filter((text) => text.includes('do not run'))).toEqual(
    other === null ? [] : [`The tests of ${other} do not run: configure these suites in .github/tdd-gate.yml.`],
  )
})
