/** What is detected in layouts of real repositories, or asked of their author. */
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../../src/config/parse.ts'
import { GateError } from '../../../src/core/model/errors.ts'
import { detectSuites } from '../../../src/test-runner/runners/detect.ts'

const json = JSON.stringify
const VITEST = json({ scripts: { test: 'vitest run' }, devDependencies: { vitest: '5' } })
const JEST = json({ scripts: { test: 'jest' }, devDependencies: { jest: '30' } })

const LAYOUTS: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    'npm workspaces with one runner at the top',
    { 'package.json': VITEST, 'packages/a/package.json': '{}' },
    ['vitest .'],
  ],
  [
    'packages of a pnpm workspace behind turbo',
    {
      'package.json': json({ scripts: { test: 'turbo run test' }, devDependencies: { vitest: '5' } }),
      'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n  - '!packages/old'\n",
      'packages/a/package.json': VITEST,
      'packages/b/package.json': JEST,
      'packages/old/package.json': VITEST,
      'examples/c/package.json': VITEST,
    },
    ['vitest packages/a', 'jest.cjs packages/b'],
  ],
  [
    'packages of an npm workspace beside a server of Go',
    {
      'package.json': json({ workspaces: ['apps/**'], scripts: { test: 'npm test --workspaces' } }),
      'apps/shop/web/package.json': VITEST,
      'server/go.mod': '',
      'server/a_test.go': '',
    },
    ['vitest apps/shop/web', 'go server'],
  ],
  ['bats, and Perl beside it', { 'a.bats': '', 't/a.t': '' }, ['script-files.mjs .', 'script-files.mjs .']],
  [
    'a JavaScript top with fewer files of bats',
    { 'package.json': VITEST, 'a.test.js': '', 'smoke/a.bats': '' },
    ['vitest .'],
  ],
  [
    'Perl with more test files than the Python beside it',
    { 't/a.t': '', 't/b.t': '', 't/data/test_a.py': '' },
    ['pytest .', 'script-files.mjs .'],
  ],
  ['a CMake project', { 'CMakeLists.txt': 'enable_testing()', 'test/a_test.cc': '' }, ['cmake-files.mjs .']],
  [
    'a Meson project, with a test of a subfolder',
    { 'meson.build': "subdir('test')", 'test/meson.build': "test('a', exe)", 'test/a_test.cc': '' },
    ['cmake-files.mjs .'],
  ],
  [
    'a Python package with a CMake extension',
    { 'CMakeLists.txt': 'enable_testing()', 'ext/a_test.cc': '', 'tests/test_a.py': 'def test_a(): pass' },
    ['pytest .'],
  ],
  [
    'a solution of .NET',
    { 'Shop.sln': '', 'src/Shop/Shop.csproj': '', 'test/Shop.Tests/Shop.Tests.csproj': '' },
    ['dotnet .'],
  ],
  [
    'a project of .NET tests in a folder',
    { 'checks/Checks.csproj': '<PackageReference Include="Microsoft.NET.Test.Sdk" />', 'checks/CartTests.cs': '' },
    ['dotnet checks'],
  ],
  ['a Mix project', { 'mix.exs': '', 'test/a_test.exs': '' }, ['exunit-files.mjs .']],
  ['a project of rebar3', { 'rebar.config': '', 'test/a_tests.erl': '' }, ['exunit-files.mjs .']],
  ['a JavaScript top with tests of Python', { 'package.json': VITEST, 'api/test_a.py': '' }, ['vitest .', 'pytest .']],
  [
    'two modules of a go.work',
    {
      'go.work': 'go 1.24\n\nuse (\n\t./a // first\n\t./b\n)\n',
      'a/go.mod': '',
      'a/a_test.go': '',
      'b/go.mod': '',
      'b/b_test.go': '',
      'tools/go.mod': '',
      'tools/t_test.go': '',
    },
    ['go a', 'go b'],
  ],
  [
    'a go.work with the module at the top',
    { 'go.work': 'use .\nuse ./b\n', 'go.mod': '', 'a_test.go': '', 'b/go.mod': '', 'b/b_test.go': '' },
    ['go .', 'go b'],
  ],
  ['a go.work that leads out of the tree', { 'go.work': 'use ../x\n', 'go.mod': '', 'a_test.go': '' }, ['go .']],
  [
    'a Cargo workspace',
    { 'Cargo.toml': '[workspace]', 'a/Cargo.toml': '', 'a/tests/x.rs': '', 'b/Cargo.toml': '', 'b/tests/y.rs': '' },
    ['cargo-files.mjs .'],
  ],
  [
    'two crates without a workspace',
    { 'a/Cargo.toml': '', 'a/tests/x.rs': '', 'b/Cargo.toml': '', 'b/tests/y.rs': '' },
    ['cargo-files.mjs a', 'cargo-files.mjs b'],
  ],
  [
    'modules of Gradle',
    { 'settings.gradle.kts': 'include("core")', 'core/build.gradle.kts': '', 'core/src/test/kotlin/ATest.kt': '' },
    ['gradle-init.gradle .'],
  ],
  [
    'a wrapper of Gradle in a folder',
    { 'server/build.gradle': '', 'server/gradlew': '', 'server/src/test/java/ATest.java': '' },
    ['./gradlew server'],
  ],
  [
    'nox in front of pytest',
    { 'noxfile.py': 'session.run("pytest")', 'tests/test_a.py': 'import unittest' },
    ['pytest .'],
  ],
  [
    'nose2 with classes of unittest',
    { 'nose2.cfg': '', 'tests/test_a.py': 'import unittest\n\n\nclass A(unittest.TestCase):\n    pass\n' },
    ['unittest-files.py .'],
  ],
  ['cargo nextest', { 'Cargo.toml': '', '.config/nextest.toml': '', 'tests/a.rs': '' }, ['nextest .']],
  [
    'cargo nextest that only a script names',
    { 'Cargo.toml': '', 'tests/a.rs': '', justfile: 'test:\n  cargo nextest run --workspace\n' },
    ['nextest .'],
  ],
  ['modules of Maven', { 'pom.xml': '', 'core/pom.xml': '', 'core/src/test/java/ATest.java': '' }, ['mvn .']],
  [
    'a server of Maven below a top of JavaScript',
    { 'package.json': VITEST, 'server/pom.xml': '', 'server/src/test/java/ATest.java': '' },
    ['vitest .', 'mvn server'],
  ],
  [
    'Maven modules below the top',
    {
      'server/pom.xml': '',
      'server/core/pom.xml': '',
      'server/core/src/test/java/ATest.java': '',
      'server/src/test/java/BTest.java': '',
    },
    ['mvn server'],
  ],
  [
    'a PHP application in a folder',
    { 'app/composer.json': '{"require-dev":{"phpunit/phpunit":"11"}}', 'app/tests/ATest.php': '' },
    ['phpunit-files.php app'],
  ],
  [
    'Yarn workspaces behind nx, with one runner for all at the top',
    {
      'package.json': json({ workspaces: ['apps/*'], scripts: { test: 'nx test' }, devDependencies: { jest: '30' } }),
      'yarn.lock': '',
      'nx.json': '{}',
      'jest.config.ts': '',
      'apps/cart/project.json': '{}',
      'apps/cart/src/a.spec.ts': '',
    },
    ['jest.cjs .'],
  ],
  [
    'a src layout of Poetry',
    {
      'pyproject.toml': '[tool.poetry]\nname = "shop"\n[tool.pytest.ini_options]\n',
      'poetry.lock': '',
      'src/shop/__init__.py': '',
      'tests/test_a.py': '',
    },
    ['PYTHONPATH=src .'],
  ],
  [
    'an application of Rails with RSpec and a front end',
    {
      Gemfile: "gem 'rails'\ngem 'rspec-rails'\n",
      '.rspec': '',
      'config/application.rb': '',
      'spec/models/cart_spec.rb': '',
      'package.json': '{"private":true}',
    },
    ['rspec .'],
  ],
  [
    'a library of Composer',
    { 'composer.json': '{"require-dev":{"phpunit/phpunit":"11"}}', 'phpunit.xml.dist': '', 'tests/CartTest.php': '' },
    ['phpunit-files.php .'],
  ],
  [
    'an umbrella of Mix',
    { 'mix.exs': 'apps_path: "apps"', 'apps/cart/mix.exs': '', 'apps/cart/test/cart_test.exs': '' },
    ['exunit-files.mjs .'],
  ],
  [
    'a project of Deno',
    { 'deno.json': '{"tasks":{"test":"deno test"}}', 'cart_test.ts': 'Deno.test("a")' },
    ['deno .'],
  ],
  [
    'a project of Bun',
    { 'package.json': json({ scripts: { test: 'bun test' } }), 'bun.lock': '', 'test/a.test.ts': '' },
    ['bun .'],
  ],
  ['a wrapper around the runner', { 'package.json': json({ scripts: { test: 'c8 --all mocha' } }) }, ['mocha .']],
  [
    'a project of Django with pytest',
    { 'manage.py': 'django', 'requirements-dev.txt': 'pytest-django\n', 'shop/tests/test_a.py': '' },
    ['pytest .'],
  ],
  ['tox in front of pytest', { 'tox.ini': '[testenv]\ncommands = pytest', 'tests/test_a.py': '' }, ['pytest .']],
  [
    'crates among fixtures of tests',
    { 'package.json': VITEST, 'test/fixtures/a/Cargo.toml': '', 'test/fixtures/a/tests/x.rs': '' },
    ['vitest .'],
  ],
]

const project = (files: Readonly<Record<string, string>>) => ({
  files: Object.keys(files).toSorted(),
  read: (path: string) => files[path] ?? null,
})

test.each(LAYOUTS)('%s', (_, files, expected) => {
  const { suites } = detectSuites(project(files))
  expect(suites.map(({ command, directory }) => [command, directory])).toEqual(
    expected.map((line) => {
      const [word = '', directory] = line.split(' ')
      return [expect.stringContaining(word), directory]
    }),
  )
  expect(new Set(suites.map(({ name }) => name)).size).toBe(suites.length)
})

describe('the packages of a workspace', () => {
  const WORKSPACE = {
    'package.json': json({ workspaces: { packages: ['packages/*'] }, scripts: { test: 'nx run-many -t test' } }),
    'package-lock.json': '{}',
    'packages/core/package.json': json({ name: '@shop/core', main: 'dist/index.js', scripts: { build: 'tsc' } }),
    'packages/web/package.json': json({ ...JSON.parse(VITEST), dependencies: { '@shop/core': '*' } }),
    'packages/cli/package.json': json({ scripts: { test: 'cucumber-js' } }),
  }

  test('are set up once at the top, find its tools, and need the builds of others', () => {
    expect(detectSuites(project(WORKSPACE)).suites).toMatchObject([
      {
        directory: 'packages/web',
        setup: 'cd ../.. && npm ci --no-audit --no-fund --prefer-offline',
        build: '(cd ../core && npm run --silent build)',
        command: expect.stringMatching(
          /^PATH="\$PWD\/node_modules\/.bin:\$PWD\/..\/..\/node_modules\/.bin:\$PATH" vitest run/,
        ),
      },
    ])
  })

  test('are named where their tests do not run', () => {
    const { explanations } = detectSuites(project(WORKSPACE))
    expect(explanations.join('\n')).toContain('The tests of packages/cli do not run')
    expect(explanations.join('\n')).not.toContain('packages/core')
  })
})

test('tests of packages that the test script calls beside a runner are named where they do not run', () => {
  const scripts = {
    test: "pnpm -r --filter='./packages/*' run test-unit && pnpm -r build && vitest run",
    lint: 'nx test',
  }
  const { suites, explanations } = detectSuites(
    project({ 'package.json': json({ scripts, devDependencies: { vitest: '5' } }) }),
  )
  expect(suites).toHaveLength(1)
  expect(explanations.join('\n')).toContain("The tests of `pnpm -r --filter='./packages/*' run test-unit` do not run")
  expect(explanations.join('\n')).not.toMatch(/build|nx/)
})

test.each(['tox', 'nox'])('that %s does not run is said', (name) => {
  const { explanations } = detectSuites(
    project({ [name === 'tox' ? 'tox.ini' : 'noxfile.py']: 'pytest', 'tests/test_a.py': '' }),
  )
  expect(explanations[0]).toContain(`pytest runs without ${name}`)
})

test('modules of Go that no go.work lists are named where their tests do not run', () => {
  const { suites, explanations } = detectSuites(
    project({
      'go.mod': '',
      'a_test.go': '',
      'contrib/etcd/go.mod': '',
      'contrib/etcd/a_test.go': '',
      'cmd/go.mod': '',
      'cmd/main.go': '',
    }),
  )
  expect(suites.map(({ directory }) => directory)).toEqual(['.'])
  expect(explanations.join('\n')).toContain('The tests of contrib/etcd do not run')
  expect(explanations.join('\n')).not.toContain('cmd')
})

const LOCKED = { 'package.json': json({ scripts: { test: 'turbo run test' } }), 'pnpm-lock.yaml': '' }

test.each([
  ['a front end in a folder', { 'web/package.json': VITEST }, ['directory: web', 'vitest run']],
  [
    'packages with runners of their own',
    { ...LOCKED, 'packages/a/package.json': VITEST, 'packages/b/package.json': JEST },
    ['directory: packages/a', 'directory: packages/b', 'jest.cjs', 'setup: cd ../.. && pnpm install --frozen-lockfile'],
  ],
  ['a Makefile alone', { Makefile: 'test:\n\t./run.sh\n' }, ['command: make test', 'The Makefile has a target `test`']],
  [
    'a justfile alone',
    { justfile: 'test *args:\n  ./run.sh\n' },
    ['command: just test', 'The justfile has a target `test`'],
  ],
  [
    'Karma',
    { 'package.json': json({ scripts: { test: 'karma start' } }) },
    ['command: node_modules/.bin/karma start --single-run --reporters junit', 'karma-junit-reporter'],
  ],
  [
    'component tests of Cypress',
    { 'package.json': json({ scripts: { test: 'cypress run --component' } }) },
    ['command: node_modules/.bin/cypress run --component --reporter junit', 'reports:\n    - "{reports}/*.xml"'],
  ],
  [
    'a create-react-app',
    { 'package.json': json({ scripts: { test: 'react-scripts test' } }) },
    ['command: node_modules/.bin/react-scripts test --watchAll=false --json --outputFile={reports}/jest.json'],
  ],
  [
    'a Meson project',
    { 'meson.build': "test('a', exe)" },
    ['meson test -C build', 'build/meson-logs/testlog.junit.xml'],
  ],
  [
    'a multiplatform project of Gradle',
    { 'settings.gradle.kts': '', gradlew: '', 'core/src/commonTest/kotlin/ATest.kt': '' },
    ['command: ./gradlew allTests --continue', '**/build/test-results/*/TEST-*.xml'],
  ],
  [
    'a test script of an unknown runner',
    { 'package.json': json({ scripts: { test: 'wdio run' } }) },
    ['command: npm test', 'say where `npm test` writes its report'],
  ],
  [
    'a project of Django that names no pytest',
    { 'manage.py': 'from django.core import management', 'shop/tests/test_a.py': 'from django.test import TestCase' },
    ['command: python3 manage.py test --testrunner', 'TEST-*.xml', 'pytest-django'],
  ],
  ['tests of EUnit beside the code only', { 'rebar.config': '', 'src/a.erl': '' }, ['rebar3 eunit']],
  ['a runner that is not known', { 'pubspec.yaml': '', 'test/a_test.dart': '' }, ['JUnit XML or TAP']],
])('%s: the author is asked with a configuration that fits', (_, files, words) => {
  const detect = () => detectSuites(project(files))
  expect(detect).toThrow(GateError)
  try {
    detect()
  } catch (error) {
    const { text: suggestion } = (error as GateError).suggestion
    for (const word of words) expect(suggestion).toContain(word)
    const example = suggestion.slice(suggestion.indexOf('version: 1'))
    expect(() => parseConfig(example, { file: 'tdd-gate.yml', ruleCodes: [] })).not.toThrow()
  }
})
