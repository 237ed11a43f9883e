import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClassifier } from '../../src/config/file-class.ts'
import type { FileClass } from '../../src/core/model/commit.ts'
import { anyText } from '../support/any-text.ts'
import { getCpuMs } from '../support/cpu.ts'

const NO_GLOBS = { tests: [], harness: [], docs: [] }

/** One line per language or tool; paths are separated by blanks. */
const TABLE: Record<FileClass, string> = {
  test: `
    src/cart.test.ts src/cart.spec.tsx a.test.mjs b.spec.cjs c.test.mts src/x.test-d.ts src/__tests__/cart.ts app.e2e-spec.ts login.cy.ts
    test.js src/add/test.ts cart-test.mjs src/cart_test.js
    components/Button.spec.vue web/e2e/login.ts test/cart.js tests/unit/cart.js spec/cart.js
    tests/test_cart.py shop/cart_test.py shop/test_cart.py tests/__init__.py shop/tests.py test.py
    cart_test.go pkg/cart/export_test.go pkg/cart/testdata/in.golden
    src/test/java/shop/CartTest.java src/test/resources/a.json shop/CartTests.java shop/TestCart.java shop/CartIT.java app/src/androidTest/A.kt
    src/commonTest/kotlin/A.kt shop/CartTest.kt shop/CartSpec.groovy shop/CartSuite.scala shop/CartSpec.scala
    tests/cart.rs crates/shop/tests/cart.rs src/cart/tests.rs
    spec/cart_spec.rb test/cart_test.rb lib/cart_spec.rb
    tests/CartTest.php src/CartTest.php cart.phpt
    Shop.Tests/CartTests.cs Shop.UnitTests/Helper.cs CartTest.cs CartTests.fs
    cart_test.cc cart_unittest.cpp test_cart.c CartTest.cpp
    Tests/ShopTests/CartTests.swift CartTests.swift CartTests.m
    test/cart_test.exs apps/shop/test/cart_test.exs
    test/cart_test.dart
    test/CartSpec.hs src/CartSpec.hs
    test/shop/cart_test.clj cart_test.cljs
    spec/cart_spec.lua t/01-cart.t xt/pod.t
    tests/testthat/test-cart.R test/runtests.jl
    cart.bats Cart.Tests.ps1 features/cart.feature atest/cart.robot
    cart_SUITE.erl cart_tests.erl contracts/Cart.t.sol main.tftest.hcl cart_spec.cr
    src/__snapshots__/cart.test.ts.snap src/snap.snap tests/__snapshots__/test_cart.ambr src/__mocks__/fs.ts
    test/fixtures/package.json fixtures/repo/go.mod test/fixtures/vitest.config.ts __fixtures__/a.md testdata/conftest.py
    CartTests.Adds.verified.txt CartTests.Adds.approved.txt spec/cassettes/pay.yml`,
  harness: `
    package.json packages/shop/package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml bun.lock bun.lockb
    deno.json deno.lock bunfig.toml .npmrc .yarnrc.yml .nvmrc .node-version .tool-versions
    vitest.config.ts vitest.workspace.ts vitest.config.unit.mts vite.config.ts jest.config.js jest.config.json playwright.config.ts cypress.config.ts
    karma.conf.js wdio.conf.ts ava.config.js .mocharc.yml .mocharc.json .nycrc .c8rc.json .taprc
    tsconfig.json tsconfig.build.json jsconfig.json babel.config.cjs .babelrc .swcrc nx.json turbo.json lerna.json angular.json
    vitest.setup.ts jest.setup.js src/setupTests.ts test/setup.ts tests/setup.js test/global-setup.ts cypress/support/e2e.ts
    conftest.py tests/conftest.py pytest.ini pyproject.toml setup.cfg setup.py tox.ini noxfile.py requirements.txt requirements-dev.txt Pipfile.lock
    vendor/bin/phpunit vendor/autoload.php .bundle/config poetry.lock uv.lock .coveragerc sitecustomize.py app.egg-info/entry_points.txt lib/app-1.0.dist-info/entry_points.txt pytest.py lib/_pytest/runner.py
    node_modules/chai/index.js packages/shop/node_modules/.bin/vitest
    go.mod go.sum go.work go.work.sum
    pom.xml build.gradle build.gradle.kts settings.gradle gradle.properties gradle/wrapper/gradle-wrapper.properties gradlew mvnw .mvn/maven.config build.sbt
    project/plugins.sbt src/test/resources/junit-platform.properties
    Cargo.toml crates/a/Cargo.toml Cargo.lock .cargo/config.toml rust-toolchain.toml .config/nextest.toml build.rs
    Gemfile Gemfile.lock shop.gemspec Rakefile .rspec spec/spec_helper.rb spec/rails_helper.rb test/test_helper.rb
    composer.json composer.lock phpunit.xml phpunit.xml.dist tests/bootstrap.php tests/Pest.php
    Shop/Shop.csproj Shop.sln Directory.Build.props global.json xunit.runner.json a.runsettings
    CMakeLists.txt tests/CMakeLists.txt Makefile makefile meson.build a.mk Package.swift mix.exs mix.lock test/test_helper.exs rebar.config
    pubspec.yaml dart_test.yaml shop.cabal stack.yaml project.clj deps.edn .busted cpanfile Project.toml DESCRIPTION tests/testthat.R
    Dockerfile Dockerfile.test docker-compose.yml compose.yaml justfile Taskfile.yml BUILD.bazel WORKSPACE .bazelrc
    .github/tdd-gate.yml .github/actions/x/action.yml .github/scripts/run.js
    .gitattributes .gitmodules .env .env.test .envrc eslint.config.js src/eslint.config.mjs .eslintrc.cjs commitlint.config.ts .lintstagedrc.js
    PACKAGE.JSON ConfTest.py .GitHub/tdd-gate.yml .GITATTRIBUTES`,
  docs: `
    README.md docs/index.html docs/logo.svg doc/guide.txt CHANGELOG.md CHANGELOG LICENSE LICENSE.txt COPYING NOTICE AUTHORS CODEOWNERS
    .github/workflows/ci.yml .github/dependabot.yml .gitlab-ci.yml .circleci/config.yml Jenkinsfile .travis.yml azure-pipelines.yml
    .golangci.yml asv.conf.json biome.json .eslintrc.json .prettierrc ruff.toml .rubocop.yml renovate.json
    guide.rst manual.adoc src/shop/README.md page.mdx readme .gitignore .editorconfig .gitkeep`,
  production: `
    src/cart.ts index.js lib/cart.rb cart.py shop/cart.go src/main/java/Cart.java src/main.rs src/lib.rs Cart.cs app.vue
    src/contest.ts src/latest.java src/Latest.java src/fastest.cs attestation/a.go src/testing.ts testimonial.rb src/protest.py greatest.cc
    src/inspector.ts specification.yml src/specs.ts LICENSE-check.ts license.ts readme.ts docs.ts mydocs/a.ts src/environment.ts
    public/index.html data.json schema.sql templates/mail.html src/config.ts src/fixture.ts`,
}

const classify = createClassifier(NO_GLOBS)
const rows = Object.entries(TABLE).flatMap(([fileClass, paths]) =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => [path, fileClass] as const),
)

describe('defaults for every common language', () => {
  test('the table is a table', () => {
    expect(rows.length).toBeGreaterThan(250)
    expect(new Set(rows.map(([path]) => path)).size).toBe(rows.length)
  })

  test.each(rows)('%s is %s', (path, fileClass) => {
    expect(classify(path)).toBe(fileClass)
  })
})

describe("a project's own globs come before the defaults", () => {
  const own = createClassifier({
    tests: ['checks/**', '*.check.ts', './qa/'],
    harness: ['test/kit/**', 'src/env.ts'],
    docs: ['site/**', 'test/kit/notes.txt'],
  })
  test.each([
    ['checks/cart.ts', 'test'],
    ['deep/in/cart.check.ts', 'test'],
    ['qa/a/b.ts', 'test'],
    ['test/kit/run.ts', 'harness'],
    ['TEST/Kit/run.ts', 'harness'],
    ['test/kit/notes.txt', 'harness'],
    ['checks/package.json', 'test'],
    ['site/app.ts', 'docs'],
    ['src/env.ts', 'harness'],
    ['src/cart.ts', 'production'],
    ['src/cart.test.ts', 'test'],
  ])('%s is %s', (path, fileClass) => {
    expect(own(path)).toBe(fileClass)
  })
})

describe('hostile path names', () => {
  test.each([
    ['.g\u200cithub/tdd-gate.yml', 'harness'],
    ['package.json.', 'harness'],
    ['package.json ', 'harness'],
    ['pac\u212aage.json', 'harness'],
    ['a\nb/package.json', 'harness'],
    ['src/cart.test.ts\n.exe', 'production'],
    ['README.md\n/cart.ts', 'production'],
    ['__proto__', 'production'],
    ['constructor', 'production'],
    ['src/ü ber.ts', 'production'],
    ['{a,b}.ts', 'production'],
    ['[x].test.ts', 'test'],
    ['', 'production'],
  ])('%j is %s', (path, fileClass) => {
    expect(classify(path)).toBe(fileClass)
  })

  test('a path longer than any real one belongs to the harness: no phase may touch it', () => {
    expect(classify(`${'a/'.repeat(3_000)}cart.test.ts`)).toBe('harness')
  })

  test('any string has one class, always the same', () => {
    fc.assert(
      fc.property(anyText(), (path) => {
        expect(['test', 'harness', 'docs', 'production']).toContain(classify(path))
        expect(createClassifier(NO_GLOBS)(path)).toBe(classify(path))
      }),
    )
  })

  test('hostile globs and names do not hang it', () => {
    const hostile = createClassifier({ ...NO_GLOBS, tests: [`${'*a'.repeat(100)}b`, '**/a/'.repeat(40), '*(*(a|b))x'] })
    const cost = getCpuMs(() => {
      hostile('a'.repeat(4_000))
      hostile('a/'.repeat(1_900))
    })
    expect(cost).toBeLessThan(3_000)
  })
})

test('what runs is never only a document: code in their folder is measured like the harness', () => {
  const classify = createClassifier(NO_GLOBS)
  for (const path of ['docs/impl.js', 'docs/deep/app.ts', 'doc/tool.py', 'docs/x.Rb', 'docs/run.sh', 'docs/a.sql'])
    expect(classify(path), path).toBe('harness')
  expect(createClassifier({ ...NO_GLOBS, docs: ['docs/**'] })('docs/impl.js'), 'a project may say otherwise').toBe(
    'docs',
  )
})

test.each([
  ['src/a.dat', 'test', 'test'],
  ['src/a.dat', 'harness', 'harness'],
  ['README.md', 'harness', 'harness'],
  ['README.md', 'test', 'docs'],
  ['package.json', 'test', 'harness'],
  ['biome.json', 'production', 'production'],
  ['package.json', 'production', 'harness'],
  ['test/a.js', 'harness', 'test'],
] as const)('%s that is in use as %s is %s', (path, as, expected) => {
  expect(createClassifier(NO_GLOBS, new Map([[path, as]]))(path)).toBe(expected)
})
