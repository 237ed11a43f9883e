import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { GateError } from '../../../src/core/errors.ts'
import { detectSuites } from '../../../src/measure/runners/detect.ts'
import type { Project } from '../../../src/measure/runners/runner.ts'

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
      'node_modules/.bin/vitest run --reporter=json --outputFile={reports}/vitest.json --retry=0 {files}',
    ],
    [
      'jest',
      { devDependencies: { jest: '30' } },
      'node_modules/.bin/jest --ci --json --outputFile={reports}/jest.json --testLocationInResults --passWithNoTests=false {files}',
    ],
    [
      'mocha',
      { devDependencies: { mocha: '12' } },
      'node_modules/.bin/mocha --require {assets}/mocha-rejections.mjs --reporter xunit --reporter-option output={reports}/mocha.xml --retries 0 {files}',
    ],
    ['ava', { dependencies: { ava: '7' } }, 'node_modules/.bin/ava --tap {files} > {reports}/ava.tap'],
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

  test('go by its module and a test', () => {
    expect(only(project({ 'go.mod': 'module x', 'a/a_test.go': '' }))).toMatchObject({
      command: 'go test -json -count=1 {files:-./...} > {reports}/go.json 2>&1',
      directory: '.',
    })
    expect(only(project({ 'server/go.mod': 'module x', 'server/a/a_test.go': '' })).directory).toBe('server')
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
      'NODE_OPTIONS=--experimental-vm-modules node_modules/.bin/jest --ci',
    ],
    ['cross-env A=1 jest', 'jest', 'A=1 node_modules/.bin/jest --ci'],
    [
      'node --experimental-vm-modules node_modules/jest/bin/jest.js',
      'jest',
      'NODE_OPTIONS=--experimental-vm-modules node_modules/.bin/jest',
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
  ])('%s', (script, name, expected) => {
    expect(only(javascript({ scripts: { test: script }, devDependencies: { [name]: '1' } })).command).toContain(
      expected,
    )
  })

  test('a word that a shell would understand is quoted', () => {
    const { command } = only(javascript({ scripts: { test: 'mocha "a;b$(c)*.js"' }, devDependencies: { mocha: '1' } }))
    expect(command).toContain("{files:-'a;b$(c)*.js'}")
  })
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
])('%s: nothing is guessed, and an example shows the way', (_, files) => {
  const detect = () => detectSuites(project(files))
  expect(detect).toThrow(GateError)
  try {
    detect()
  } catch (error) {
    expect(error).toMatchObject({ code: 'runner-not-found' })
    expect((error as GateError).suggestion).toMatch(/\.github\/tdd-gate\.yml[\s\S]*command:[\s\S]*junit\.xml/)
  }
})
