import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ASSETS } from '../../../src/test-runner/command.ts'
import { getRunner, runners } from '../../../src/test-runner/runners/index.ts'

const named = (name: string) => runners.find((runner) => runner.name === name)!

describe('a runner knows the files it would run', () => {
  test.each([
    ['vitest', ['a.test.ts', 'src/b.spec.jsx', 'x/c.test.mts'], ['a.ts', 'test/helper.ts', 'test.ts', 'a.test.json']],
    [
      'jest',
      ['a.test.js', 'b.spec.tsx', '__tests__/anything.js', 'x/__tests__/y/z.mjs', 'test.js'],
      ['tests/a.js', 'a.snap'],
    ],
    ['mocha', ['test/cart.js', 'test/a.mjs', 'src/a.spec.ts', 'lib/b.test.cjs'], ['test/deep/a.js', 'src/a.js']],
    [
      'ava',
      ['test.js', 'test/a.js', 'a.test.mjs', 'src/__tests__/b.js', 'lib/test-it.cjs'],
      ['test/_helper.js', 'test/helpers/a.js', 'test/fixtures/a.js', 'a.js'],
    ],
    [
      'node:test',
      ['a.test.js', 'b-test.mjs', 'c_test.cjs', 'test-d.ts', 'test/anything.js', 'test.js'],
      ['a.js', 'src/testing.js', 'test/data.json'],
    ],
    ['tape', ['test/a.js', 'test/deep/b.mjs', 'tests/c.cjs', 'test.js', 'a.test.js'], ['a.js', 'test/data.json']],
    ['tap', ['test/a.js', 'test/deep/b.ts', 'tests/c.cjs', 'test.js', 'a.test.mjs'], ['a.js', 'test/fixtures/a.js']],
    [
      'Jasmine',
      ['spec/cartSpec.js', 'spec/a/cart.spec.mjs', 'cart_spec.js'],
      ['spec/helpers/a.js', 'spec/support/jasmine.json'],
    ],
    ['uvu', ['tests/a.js', 'test.mjs', 'src/a.spec.ts', '__tests__/a.cjs'], ['src/a.js', 'test/fixtures/a.js']],
    [
      'QUnit',
      ['test/a.js', 'test/unit/b.mjs', 'src/c-test.js', 'd.test.cjs'],
      ['src/a.js', 'test/fixtures/a.js', 'test/a.json'],
    ],
    ['Playwright', ['e2e/a.spec.ts', 'a.test.js'], ['e2e/page.ts', 'a.test.json']],
    [
      'Gradle',
      ['src/test/java/shop/CartTest.java', 'core/src/test/kotlin/CartTests.kt', 'src/test/groovy/CartSpec.groovy'],
      ['src/main/java/CartTest.java', 'src/test/java/shop/Helper.java'],
    ],
    ['unittest', ['test_a.py', 'tests/testing.py', 'pkg/b_test.py'], ['tests/helper.py', 'shop/contest.py']],
    ['deno test', ['a_test.ts', 'b.test.js', 'test.ts'], ['a.ts', 'contest.ts', 'test/a.ts']],
    ['bun test', ['a.test.ts', 'b_test.js', 'c.spec.tsx', 'd_spec.ts'], ['test/a.ts', 'test.ts']],
    ['pytest', ['test_a.py', 'pkg/b_test.py'], ['conftest.py', 'tests/helper.py', 'a.py']],
    ['go', ['a_test.go', 'x/b_test.go'], ['a.go', 'testdata/x_test.go', '_x/a_test.go']],
    ['RSpec', ['spec/a_spec.rb', 'b_spec.rb'], ['spec/spec_helper.rb', 'a_test.rb']],
    [
      'test-unit',
      ['test/a_test.rb', 'test/test-b.rb', 'c-test.rb'],
      ['test/test_helper.rb', 'test/run-test.rb', 'lib/test.rb', 'vendor/a_test.rb'],
    ],
    [
      'Minitest',
      ['test/a_test.rb', 'test/test_b.rb', 'spec/c_spec.rb', 'spec/spec_d.rb'],
      ['test/test_helper.rb', 'spec/spec_helper.rb', 'lib/test.rb'],
    ],
    [
      'Maven',
      ['src/test/java/shop/CartTest.java', 'core/src/test/kotlin/TestCart.kt', 'src/test/java/CartTests.java'],
      ['src/main/java/CartTest.java', 'src/test/java/shop/Helper.java'],
    ],
    [
      'CMake',
      ['test/a.cpp', 'src/cart_test.cc', 'test_b.c', 'CartTests.cpp'],
      ['src/cart.cpp', 'build/test/a.cpp', 'test/help.h', 'contest.c'],
    ],
    ['ExUnit', ['test/a_test.exs', 'apps/a/test/b_test.exs'], ['test/test_helper.exs', 'lib/a_test.ex']],
    ['EUnit', ['test/a_tests.erl', 'apps/a/test/b_tests.erl'], ['src/a.erl', '_build/test/lib/a/test/a_tests.erl']],
    ['bats', ['test/a.bats', 'b.bats'], ['test/helper.bash', 'test/a.sh']],
    ['shunit2', ['a_test.sh', 'test/test_b.sh', 'tests-all.bash'], ['test/lib.sh', 'contest.sh', 'a_test.bats']],
    ['prove', ['t/a.t', 'core/t/deep/b.t'], ['a.t', 'xt/a.t', 't/lib/Help.pm']],
    ['PHPUnit', ['tests/ATest.php', 'Unit/BTest.php'], ['tests/Test.php', 'tests/bootstrap.php']],
    [
      'cargo test',
      ['tests/cart.rs', 'core/tests/all/main.rs', 'src/cart/tests.rs', 'src/cart_test.rs'],
      ['src/cart.rs', 'tests/common/mod.rs', 'target/x/tests/a.rs', 'build.rs'],
    ],
  ])('%s', (name, yes, no) => {
    const { isTestFile } = named(name)
    expect(yes.filter((path) => !isTestFile(path))).toEqual([])
    expect(no.filter(isTestFile)).toEqual([])
    expect(isTestFile(`node_modules/${yes[0]}`)).toBe(false)
  })
})

describe('a command is recognised as its runner', () => {
  test.each([
    ['npx vitest run', 'vitest'],
    ['node_modules/.bin/jest {files}', 'jest'],
    ['node {assets}/jest.cjs --ci {files}', 'jest'],
    ['nyc mocha', 'mocha'],
    ['dotnet test --logger trx', 'dotnet test'],
    ['ava --tap', 'ava'],
    ['node_modules/.bin/tap --reporter=tap {files}', 'tap'],
    ['node {assets}/tape-files.mjs {reports}/tape.ndjson {files}', 'tape'],
    ['npm run --silent build || built=$?; node --test {files} || ran=$?; exit ${ran:-${built:-0}}', 'node:test'],
    ['node --import tsx --test {files}', 'node:test'],
    ['python3 -m pytest {files}', 'pytest'],
    ['node {assets}/rows/row-files.mjs uvu {reports}/uvu.ndjson {timeout} {files}', 'uvu'],
    ['node {assets}/rows/row-files.mjs qunit {reports}/qunit.ndjson {timeout} {files}', 'QUnit'],
    ['node {assets}/jasmine-files.mjs {reports}/jasmine.ndjson {timeout} {files}', 'Jasmine'],
    ['node_modules/.bin/playwright test --reporter=json {files}', 'Playwright'],
    ['./gradlew -I {assets}/gradle-init.gradle test {files}', 'Gradle'],
    ['.venv/bin/pytest', 'pytest'],
    ['cd x && go test ./...', 'go'],
    ['bundle exec rspec --format json', 'RSpec'],
    ['./mvnw -B test', 'Maven'],
    ['ruby -Ilib {assets}/minitest-files.rb {reports}/minitest.ndjson {files}', 'Minitest'],
    ['ruby -Ilib {assets}/ruby/test-unit-files.rb {reports}/test-unit.ndjson {files}', 'test-unit'],
    ['php {assets}/phpunit-files.php {reports} {files}', 'PHPUnit'],
    ['php {assets}/phpunit-files.php pest {reports} {files}', 'Pest'],
    ['node {assets}/cargo-files.mjs {reports}/cargo.ndjson {timeout} {files}', 'cargo test'],
    ['node {assets}/cargo-files.mjs nextest {reports}/cargo.ndjson {timeout} {files}', 'cargo nextest'],
    ['python3 {assets}/unittest-files.py {reports}/unittest.ndjson {files}', 'unittest'],
    ['deno test --allow-all {files}', 'deno test'],
    ['node_modules/.bin/bun test {files}', 'bun test'],
    ['node {assets}/script-files.mjs bats {reports}/bats.ndjson {timeout} {files}', 'bats'],
    ['node {assets}/script-files.mjs shunit2 {reports}/shunit2.ndjson {timeout} {files}', 'shunit2'],
    ['node {assets}/script-files.mjs perl {reports}/perl.ndjson {timeout} {files}', 'prove'],
    ['node {assets}/exunit-files.mjs {reports}/exunit.ndjson {timeout} {files}', 'ExUnit'],
    ['node {assets}/exunit-files.mjs eunit {reports}/eunit.ndjson {timeout} {files}', 'EUnit'],
    ['node {assets}/cmake-files.mjs {reports}/cmake.ndjson {timeout} {files}', 'CMake'],
    ['node {assets}/cmake-files.mjs meson {reports}/meson.ndjson {timeout} {files}', 'Meson'],
    ['bun run test', null],
    ['make check', null],
    ['./run-vitest-like-thing', null],
  ])('%s', (command, name) => {
    expect(getRunner(command)?.name ?? null).toBe(name)
  })
})

describe('a test file is given one test more that must fail, with the assertions that it imports', () => {
  test.each([
    [
      'vitest',
      'a.test.ts',
      "import { expect } from 'vitest'",
      "from 'vitest'; tddGateTest('tdd-gate canary fails f00'",
    ],
    ['vitest', 'a.test.ts', "import assert from 'node:assert/strict'", "import('node:assert/strict')"],
    [
      'dotnet test',
      'A.Tests/ATests.cs',
      'using Xunit;',
      'public class TddGateCanary_f00_ATests { [Xunit.Fact] public void ',
    ],
    ['dotnet test', 'A.Tests/ATests.cs', 'using NUnit.Framework;', 'NUnit.Framework.Is.EqualTo(2)); held++'],
    [
      'Jasmine',
      'spec/aSpec.js',
      '',
      "globalThis.describe('tdd-gate canary', () => globalThis.it('tdd-gate canary fails f00'",
    ],
    ['Playwright', 'a.spec.ts', '', "from '@playwright/test'; tddGateTest('tdd-gate canary fails f00'"],
    [
      'Pest',
      'tests/ATest.php',
      "<?php\nit('adds', fn () => null);\n",
      "\ntest('tdd-gate canary fails f00', function () ",
    ],
    [
      'Pest',
      'tests/ATest.php',
      '<?php\nclass ATest extends TestCase {}\n',
      ' public function testTddGateCanaryFails_f00(): void',
    ],
    ['Gradle', 'src/test/java/ATest.java', 'import org.junit.jupiter.api.Test;', 'testTddGateCanaryFails_f00()'],
    [
      'Maven',
      'src/test/java/ATest.java',
      'import org.testng.annotations.Test;',
      ' org.testng.Assert.assertEquals(1, 2)',
    ],
    ['jest', 'a.test.js', '', "; test('tdd-gate canary fails f00'"],
    [
      'jest',
      'a.test.js',
      "import { test } from '@jest/globals'",
      'import { test as tddGateTest, expect as tddGateExpect }',
    ],
    ['jest', 'a.test.js', "require('@jest/globals')", 'const { test: tddGateTest, expect: tddGateExpect } = require('],
    ['mocha', 'test/a.js', 'import { expect } from "chai"', "import('chai')"],
    ['node:test', 'a.test.js', "import test from 'node:test'", "import { test as tddGateTest } from 'node:test'"],
    ['node:test', 'a.test.cjs', "require('node:test')", "const { test: tddGateTest } = require('node:test')"],
    [
      'ava',
      'test.js',
      "import test from 'ava'",
      "import tddGateTest from 'ava'; tddGateTest('tdd-gate canary fails f00'",
    ],
    ['tape', 'test/a.js', "const test = require('tape')", "const tddGateTest = require('tape'); tddGateTest("],
    ['uvu', 'tests/a.js', "import { test } from 'uvu'", "import { suite as tddGateSuite } from 'uvu';"],
    ['uvu', 'tests/a.js', "const { test } = require('uvu')", "throws: tddGateThrows } = require('uvu/assert');"],
    ['QUnit', 'test/a.js', '', "globalThis.QUnit.test('tdd-gate canary fails f00', (t) => { t.equal(1, 2);"],
    ['pytest', 'test_a.py', 'import unittest', 'unittest'],
    ['pytest', 'test_a.py', '', 'def test_tdd_gate_canary_fails_f00():'],
    ['unittest', 'test_a.py', '', 'def test_tdd_gate_canary_fails_f00(self):'],
    ['deno test', 'a_test.ts', '', ";Deno.test('tdd-gate canary fails f00'"],
    ['bun test', 'a.test.ts', '', "from 'bun:test'; tddGateTest('tdd-gate canary fails f00'"],
    ['RSpec', 'spec/a_spec.rb', '', "it('tdd-gate canary fails f00')"],
    ['Minitest', 'test/a_test.rb', '', 'define_method(:test_tdd_gate_canary_fails_f00)'],
    ['test-unit', 'test/a_test.rb', '', 'Class.new(Test::Unit::TestCase) {'],
    ['cargo test', 'src/cart.rs', '', 'fn tdd_gate_canary_fails_f00()'],
    ['CMake', 'a_test.cc', '#include <gtest/gtest.h>', 'TEST(TddGateCanary_f00, tdd_gate_canary_fails_f00)'],
    ['CMake', 'a_test.cc', '#include <catch2/catch.hpp>', 'TEST_CASE("tdd-gate canary fails f00")'],
    ['ExUnit', 'test/a_test.exs', '', 'test "tdd-gate canary fails f00" do'],
    [
      'EUnit',
      'test/a_tests.erl',
      '-include_lib("eunit/include/eunit.hrl").',
      'tdd_gate_canary_f00_test_() -> {"tdd-gate canary fails f00"',
    ],
    ['bats', 'test/a.bats', '', '@test "tdd-gate canary fails f00" {'],
    ['shunit2', 'a_test.sh', '', 'testTddGateCanaryFails_f00() {'],
    ['go', 'a_test.go', 'package a\n\nimport "testing"\n', 'func TestTddGateCanaryFails_f00(t *testing.T)'],
    ['go', 'a_test.go', 'import (\n\t"testing"\n\t"github.com/stretchr/testify/assert"\n)', 'assert.Equal('],
  ])('%s: %s with %s', (name, file, text, words) => {
    expect(named(name).canaryTests(file, text, 'f00')).toContain(words)
  })

  test('a file of Go without tests is given none, since it does not import what a test needs', () => {
    expect(named('go').canaryTests('export_test.go', 'package a\n', 'f00')).toBeNull()
  })
})

describe('a configured command of node:test gets our reporter beside its own', () => {
  const OURS = '--test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/node.ndjson'
  const JUNIT = '--test-reporter=junit --test-reporter-destination={reports}/junit.xml'
  const STDOUT = '--test-reporter-destination=stdout'
  test.each([
    ['node --test {files}', `node ${OURS} --test-reporter=spec ${STDOUT} --test {files}`],
    [`node --test ${JUNIT}`, `node ${OURS} --test ${JUNIT}`],
    [
      'node build.js && node --import tsx --test --test-reporter tap > out.tap',
      `node build.js && node ${OURS} ${STDOUT} --import tsx --test --test-reporter tap > out.tap`,
    ],
    [
      'node --test a; (cd b && node --test)',
      `node ${OURS} --test-reporter=spec ${STDOUT} --test a; (cd b && node ${OURS} --test-reporter=spec ${STDOUT} --test)`,
    ],
    [
      `concurrently 'node --test ${JUNIT}' "node --test b"`,
      `concurrently 'node ${OURS} --test ${JUNIT}' "node ${OURS} --test-reporter=spec ${STDOUT} --test b"`,
    ],
    [
      `node ${OURS} --test a; node --test b`,
      `node ${OURS} --test a; node ${OURS} --test-reporter=spec ${STDOUT} --test b`,
    ],
  ])('%s', (command, expected) => {
    const suite = {
      name: '',
      directory: '.',
      setup: null,
      build: null,
      command,
      reports: ['{reports}/junit.xml'],
      coverage: [],
    }
    const adopted = named('node:test').adopt?.(suite)
    expect(adopted).toEqual({ ...suite, command: expected, reports: ['{reports}/junit.xml', '{reports}/node.ndjson'] })
    expect(named('node:test').adopt?.(adopted ?? suite)).toEqual(adopted)
  })
})

describe('files become targets', () => {
  test.each([
    ['vitest', ['a.test.ts', 'b c.test.ts'], ['a.test.ts', 'b c.test.ts']],
    ['jest', ['a.test.js'], ['--runTestsByPath', 'a.test.js']],
    ['mocha', ['-x.js', 'test/a.js'], ['./-x.js', 'test/a.js']],
    ['pytest', ['test_a.py'], ['test_a.py']],
    ['bun test', ['test/a.test.ts'], ['./test/a.test.ts']],
    [
      'dotnet test',
      ['Shop.Tests/CartTests.cs', 'Shop.Tests/Web/HomeTests.cs'],
      ['--filter', 'FullyQualifiedName~CartTests.|FullyQualifiedName~HomeTests.'],
    ],
    ['go', ['a/x_test.go', 'a/y_test.go', 'z_test.go'], ['./a', '.']],
    ['Maven', ['src/test/java/shop/ATest.java', 'core/src/test/java/BTest.java'], ['-Dtest=shop.ATest,BTest']],
  ])('%s', (name, files, targets) => {
    expect(named(name).toTargets(files)).toEqual(targets)
  })
})

describe('the canary sits where the runner looks, in the words of its neighbour', () => {
  test.each([
    ['vitest', 'src/cart.test.tsx', '', 'src/tdd-gate-canary.test.tsx', "from 'vitest'"],
    ['jest', '__tests__/cart.js', '', '__tests__/tdd-gate-canary.js', 'expect('],
    ['mocha', 'test/cart.js', '', 'test/tdd-gate-canary.js', 'globalThis.it'],
    ['ava', 'test/cart.js', "import test from 'ava'", 'test/tdd-gate-canary.js', "import test from 'ava'"],
    ['ava', 'test.js', "import test from 'ava'", 'tdd-gate-canary.test.js', "import test from 'ava'"],
    ['jest', 'src/test.ts', '', 'src/tdd-gate-canary.test.ts', 'expect('],
    ['ava', 'test/cart.js', "const test = require('ava')", 'test/tdd-gate-canary.js', "require('ava')"],
    [
      'node:test',
      'test-cart.cjs',
      "const test = require('node:test')",
      'test-tdd-gate-canary.cjs',
      "require('node:test')",
    ],
    ['tap', 'test/cart.js', "const t = require('tap')", 'test/tdd-gate-canary.js', "require('tap')"],
    ['tape', 'test/cart.js', "const test = require('tape')", 'test/tdd-gate-canary.js', "require('tape')"],
    ['tape', 'test/cart.mjs', "import test from 'tape'", 'test/tdd-gate-canary.mjs', "import test from 'tape'"],
    ['uvu', 'tests/cart.js', "const { test } = require('uvu')", 'tests/tdd-gate-canary.js', "require('uvu')"],
    ['uvu', 'tests/cart.js', "import { test } from 'uvu'", 'tests/tdd-gate-canary.js', 'test.run()'],
    ['QUnit', 'test/cart-test.js', '', 'test/tdd-gate-canary-test.js', 'globalThis.QUnit.test('],
    ['node:test', 'cart_test.mjs', '', 'tdd-gate-canary_test.mjs', "import test from 'node:test'"],
    ['pytest', 'tests/test_a.py', '', 'tests/test_tdd_gate_canary.py', 'assert False'],
    ['unittest', 'tests/test_a.py', '', 'tests/test_tdd_gate_canary.py', 'self.assertEqual(1, 2)'],
    ['deno test', 'src/a_test.ts', '', 'src/tdd-gate-canary_test.ts', "Deno.test('tdd-gate canary passes'"],
    ['bun test', 'a.spec.ts', '', 'tdd-gate-canary.spec.ts', "from 'bun:test'"],
    ['RSpec', 'spec/a_spec.rb', '', 'spec/tdd_gate_canary_spec.rb', 'expect(1).to eq(2)'],
    ['Minitest', 'test/a_test.rb', '', 'test/tdd_gate_canary_test.rb', 'assert_equal 1, 2'],
    ['test-unit', 'test/test_a.rb', '', 'test/tdd_gate_canary_test.rb', 'assert_equal 1, 2'],
    ['PHPUnit', 'tests/ATest.php', '', 'tests/TddGateCanaryTest.php', 'assertSame(1, 2)'],
    [
      'Maven',
      'src/test/kotlin/shop/ATest.kt',
      'package shop;\nimport org.junit.jupiter.api.Test',
      'src/test/java/shop/TddGateCanaryTest.java',
      'package shop;\n\npublic class TddGateCanaryTest {\n    @org.junit.jupiter.api.Test',
    ],
    [
      'Gradle',
      'src/test/java/ATest.java',
      'import org.testng.annotations.Test;',
      'src/test/java/TddGateCanaryTest.java',
      '@org.testng.annotations.Test\n    public void tddGateCanaryFails()',
    ],
    ['cargo test', 'core/src/cart/mod.rs', '', 'core/tests/tdd_gate_canary.rs', 'fn tdd_gate_canary_fails()'],
    ['cargo test', 'tests/cart.rs', '', 'tests/tdd_gate_canary.rs', 'fn tdd_gate_canary_passes()'],
    ['CMake', 'test/a.c', '', 'test/tdd_gate_canary_test.c', 'int main(void) { return 1; }'],
    ['CMake', 'test/a.cpp', '#include <gtest/gtest.h>', 'test/a.cpp', 'TEST(TddGateCanary, tdd_gate_canary_passes)'],
    ['ExUnit', 'test/a_test.exs', '', 'test/tdd_gate_canary_test.exs', 'assert 1 == 2'],
    ['EUnit', 'test/a_tests.erl', '', 'test/tdd_gate_canary_tests.erl', '-module(tdd_gate_canary_tests).'],
    ['bats', 'test/a.bats', '', 'test/tdd_gate_canary.bats', '[ 1 = 2 ]'],
    ['shunit2', 'a_test.sh', '. ./lib.sh\n. ./vendor/shunit2\n', 'tdd_gate_canary_test.sh', '\n. ./vendor/shunit2\n'],
    ['prove', 't/a.t', '', 't/tdd_gate_canary.t', "ok(0, 'tdd-gate canary fails')"],
    ['go', 'shop/cart_test.go', 'package shop', 'shop/tddgatecanary/tdd_gate_canary_test.go', 'package tddgatecanary'],
  ])('%s beside %s', (name, file, text, path, words) => {
    const canary = named(name).canary(file, text)
    expect(canary.path).toBe(path)
    expect(canary.text).toContain(words)
    expect(named(name).isTestFile(path)).toBe(true)
  })
})

describe('where a runner writes no report when a file does not load, its console tells the file', () => {
  test.each([
    [
      'mocha',
      " Exception during run: Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/s/src/nope.js' imported from /s/test/a.test.js\n    at finalizeResolution (node:internal)\n",
      [
        {
          file: '/s/test/a.test.js',
          message: "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/s/src/nope.js' imported from /s/test/a.test.js",
        },
      ],
    ],
    [
      'dotnet test',
      [0, 1]
        .map(
          () =>
            "/s/A.Tests/ATests.cs(7,9): error CS0117: 'Cart' does not contain a definition for 'Add' [/s/A.Tests/A.Tests.csproj]\n",
        )
        .join(''),
      [
        {
          file: '/s/A.Tests/ATests.cs',
          message: "error CS0117: 'Cart' does not contain a definition for 'Add'",
        },
      ],
    ],
    [
      'mocha',
      " Exception during run: SyntaxError[ @/s/test/b.test.js ]: The requested module '../src/add.js' does not provide an export named 'nope'\n    at x\n",
      [
        {
          file: '/s/test/b.test.js',
          message:
            "SyntaxError[ @/s/test/b.test.js ]: The requested module '../src/add.js' does not provide an export named 'nope'",
        },
      ],
    ],
    [
      'mocha',
      " Exception during run: Error: Cannot find module '../src/nope'\nRequire stack:\n- /s/src/deep.js\n- /s/test/c.js\n- /s/node_modules/mocha/lib/x.js\n    at x\n",
      [
        {
          file: '/s/test/c.js',
          message:
            "Error: Cannot find module '../src/nope'\nRequire stack:\n- /s/src/deep.js\n- /s/test/c.js\n- /s/node_modules/mocha/lib/x.js",
        },
      ],
    ],
    ['mocha', 'Error: No test files found: "test/none.test.js"', []],
    [
      'go',
      '# example.com/p/b [example.com/p/b.test]\nb/b_test.go:3:28: undefined: Nope\nb/b_test.go:4:2: undefined: Other\n# example.com/p/c\nc/c.go:1:1: expected package\n',
      [
        { file: 'example.com/p/b', message: 'b/b_test.go:3:28: undefined: Nope\nb/b_test.go:4:2: undefined: Other' },
        { file: 'example.com/p/c', message: 'c/c.go:1:1: expected package' },
      ],
    ],
    [
      'pytest',
      "ImportError while loading conftest '/s/tests/conftest.py'.\ntests/conftest.py:1: in <module>\n    import shop.nope\nE   ModuleNotFoundError: No module named 'shop.nope'\n",
      [{ file: '/s/tests/conftest.py', message: "ModuleNotFoundError: No module named 'shop.nope'" }],
    ],
    [
      'Maven',
      '[INFO] Compiling 3 source files\n[ERROR] COMPILATION ERROR : \n[ERROR] /s/src/test/java/g/RedTest.java:[2,16] package g.shapes does not exist\n[ERROR] /s/src/test/java/g/RedTest.java:[3,60] cannot find symbol\n  symbol:   method triple(int)\n  location: class g.Calc\n[ERROR] /s/src/test/java/g/BTest.java:[3,76] cannot find symbol\n  symbol:   class Square\n  location: class g.BTest\n[INFO] 3 errors \n',
      [
        { file: '/s/src/test/java/g/RedTest.java', message: 'package g.shapes does not exist' },
        {
          file: '/s/src/test/java/g/BTest.java',
          message: 'cannot find symbol\n  symbol:   class Square\n  location: class g.BTest',
        },
      ],
    ],
    [
      'PHPUnit',
      'PHP Fatal error:  Uncaught Error: Class "Shape" not found in /s/tests/ATest.php:3\nStack trace:\n#0 {main}\n  thrown in /s/tests/ATest.php on line 3\n\nParse error: syntax error, unexpected token ";" in /s/tests/BTest.php on line 9\n',
      [
        { file: '/s/tests/ATest.php', message: 'Uncaught Error: Class "Shape" not found' },
        { file: '/s/tests/BTest.php', message: 'syntax error, unexpected token ";"' },
      ],
    ],
    [
      'deno test',
      "b_test.js (uncaught error)\nerror: SyntaxError: The requested module '../src/a.js' does not provide an export named 'sub'\nimport { sub }\n",
      [
        {
          file: 'b_test.js',
          message: "SyntaxError: The requested module '../src/a.js' does not provide an export named 'sub'",
        },
      ],
    ],
    [
      'deno test',
      'error: Module not found "file:///s/src/m.js".\n    at file:///s/test/c_test.js:1:21\n',
      [{ file: '/s/test/c_test.js', message: 'Module not found "file:///s/src/m.js".' }],
    ],
    [
      'deno test',
      '\nadds => ./test/c_test.js:4:6\nerror: Error: wrong\n    at file:///s/test/c_test.js:4:50\n\n FAILURES \n\nadds => ./test/c_test.js:4:6\n\nFAILED | 2 passed | 1 failed (8ms)\n\nerror: Test failed\n',
      [],
    ],
    [
      'bun test',
      "\ntest/c.test.js:\n\n# Unhandled error between tests\n-------------------------------\nerror: Cannot find module '../src/m.js' from '/s/test/c.test.js'\n-------------------------------\n\n\ntest/s.test.js:\n\n# Unhandled error between tests\n-------------------------------\n1 | import {x from '\n              ^\nerror: Expected \"}\" but found \"from\"\n    at /s/test/s.test.js:1:11\n-------------------------------\n\ntest/a.test.js:\n(pass) adds\n",
      [
        { file: 'test/c.test.js', message: "error: Cannot find module '../src/m.js' from '/s/test/c.test.js'" },
        { file: 'test/s.test.js', message: 'error: Expected "}" but found "from"' },
      ],
    ],
    [
      'Gradle',
      '/s/src/test/java/g/RedTest.java:1: error: cannot find symbol\nCalc.triple(2);\n    ^\n  symbol:   method triple(int)\n  location: class Calc\n/s/src/test/java/g/RedTest.java:2: error: cannot find symbol\n1 error\n',
      [
        {
          file: '/s/src/test/java/g/RedTest.java',
          message: 'cannot find symbol\nCalc.triple(2);\n    ^\n  symbol:   method triple(int)\n  location: class Calc',
        },
      ],
    ],
    [
      'Gradle',
      'e: file:///s/src/test/kotlin/RedTest.kt:3:7 Unresolved reference: triple\n',
      [{ file: '/s/src/test/kotlin/RedTest.kt', message: 'Unresolved reference: triple\n' }],
    ],
  ])('%s', (name, output, errors) => {
    expect(named(name).consoleErrors?.(output)).toEqual(errors)
  })

  test('text without end does not hold us up', () => {
    for (const { consoleErrors } of runners)
      expect((consoleErrors?.(`${'# x [x.test]\n'.repeat(20_000)}`) ?? []).length).toBeLessThan(1_000)
  })
})

describe('ava says titles only; the files that ran say whose they are', () => {
  const { locate } = named('ava')
  const located = (files: readonly string[], name: string) => {
    const test = { file: null, name }
    const found = locate?.(test, files) ?? test
    return [found.file, found.name]
  }
  test.each([
    ['alone', ['test/add.js'], 'adds', ['test/add.js', 'adds']],
    ['alone, with a title that looks like a path', ['test/add.js'], 'x › adds', ['test/add.js', 'x › adds']],
    ['among others', ['test/add.js', 'test/deep/new.js'], 'deep › new › is new', ['test/deep/new.js', 'is new']],
    [
      'with its marks taken off',
      ['src/a.test.js', 'src/__tests__/test-b.spec.mjs'],
      'b › works',
      ['src/__tests__/test-b.spec.mjs', 'works'],
    ],
    ['the longest path wins', ['test/a.js', 'test/a/b.js'], 'a › b › c', ['test/a/b.js', 'c']],
    ['no file fits', ['test/a.js', 'test/b.js'], 'c › d', [null, 'c › d']],
    ['two files fit', ['one/a.js', 'two/a.js'], 'a › x', [null, 'a › x']],
  ])('%s', (_, files, name, expected) => {
    expect(located(files, name)).toEqual(expected)
  })
})

describe('the class of a test of Maven has one place among the test files', () => {
  const { locate } = named('Maven')
  const FILES = ['src/test/java/shop/CartTest.java', 'a/src/test/java/TwiceTest.java', 'b/src/test/java/TwiceTest.java']
  test.each([
    ['a class', 'shop.CartTest', FILES[0]],
    ['a class inside it', 'shop.CartTest$Empty', FILES[0]],
    ['a class that no file has', 'shop.OtherTest', null],
    ['a class of two modules', 'TwiceTest', null],
  ])('%s', (_, suite, file) => {
    expect(locate?.({ file: null, name: 'adds', suite: [suite] }, FILES).file).toBe(file)
  })
})

test.each([
  ['a class', 'Shop.Tests.CartTests', 'Shop.Tests/CartTests.cs'],
  ['a class inside it', 'Shop.Tests.CartTests+Empty', 'Shop.Tests/CartTests.cs'],
  ['the canary of its file', 'TddGateCanary_f00_CartTests', 'Shop.Tests/CartTests.cs'],
  ['a class that no file has', 'Shop.Tests.Other', null],
])('dotnet test: %s has its place by the name of the file', (_, suite, file) => {
  const { locate } = named('dotnet test')
  expect(locate?.({ file: null, name: 'Adds', suite: [suite] }, ['Shop.Tests/CartTests.cs']).file).toBe(file)
})

test('the script of Gradle asks which name of a switch the version has, before it sets one', () => {
  const script = readFileSync(join(ASSETS, 'gradle-init.gradle'), 'utf8')
  expect(script).toMatch(/if \(xml\.hasProperty\('required'\)\) xml\.required = true\s+else xml\.enabled = true/)
})

test('the canary of Ruby fails only where every check raises: one value that a patch spares is not enough', () => {
  for (const name of ['RSpec', 'Minitest']) {
    const text = named(name).canaryTests('spec/a_spec.rb', '', 'f00') ?? ''
    expect(text).toContain('rescue Exception; false')
    expect(text).toContain("raise 'canary' if held == 0")
    expect(text).toContain('raise unless({ a: 1 } == { a: 2 })')
    expect(text).toContain('raise unless 1.5 == 2.5')
  }
})
