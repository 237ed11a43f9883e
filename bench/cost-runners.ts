/** Small projects of each runner: a suite of some weight, and cycles that each add one function with two tests. */
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createEmptyProject, type Files } from './project.ts'

export interface Runner {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** A command that succeeds where the runner is installed. */
  readonly needs: readonly [string, ...string[]]
  /** With the packages of this repository. */
  readonly withPackages?: true
  /** Seconds of a suite; each takes about a dozen times as long. */
  readonly sizes: readonly number[]
  /** A suite that uses one core for so long. */
  readonly suite: (seconds: number) => Files
  readonly test: (n: number) => Files
  readonly code: (n: number) => Files
}

/** A runner of JavaScript modules. */
export interface JavaScriptRunner extends Runner {
  /** The line that brings `test`. */
  readonly imports: string
}

const toBusy = (seconds: number) =>
  `test('busy', () => {\n  const end = process.cpuUsage().user + ${seconds * 1e6}\n  let sum = 1\n  while (process.cpuUsage().user < end) for (let n = 0; n < 1e6; n += 1) sum = (sum * 31 + n) % 1000003\n})\n`
const FEES = "test('a fee', () => assert.equal(fee(100), 3))\ntest('no fee', () => assert.equal(fee(0), 0))\n"
const FEE = 'function fee(cents) {\n  if (cents <= 0) return 0\n  return cents * 0.03\n}\n'

const ofModules = (imports: string, script: string): Pick<JavaScriptRunner, 'imports' | 'suite' | 'test' | 'code'> => ({
  imports,
  suite: (seconds) => ({
    '.gitignore': 'node_modules\n',
    'package.json': `{ "type": "module", "scripts": { "test": "${script}" } }\n`,
    'test/busy.test.js': `${imports}\n${toBusy(seconds)}`,
  }),
  test: (n) => ({
    [`test/fee${n}.test.js`]: `import assert from 'node:assert'\n${imports}\nimport { fee } from '../src/fee${n}.js'\n${FEES}`,
  }),
  code: (n) => ({ [`src/fee${n}.js`]: `export ${FEE}` }),
})
export const NODE: JavaScriptRunner = {
  ...ofModules("import { test } from 'node:test'", 'node --test'),
  name: 'node:test',
  command: [process.execPath, '--test'],
  needs: [process.execPath, '--version'],
  sizes: [0.1, 1, 10],
}
export const VITEST: JavaScriptRunner = {
  ...ofModules("import { test } from 'vitest'", 'vitest run'),
  name: 'Vitest',
  command: ['node_modules/.bin/vitest', 'run'],
  needs: ['node_modules/.bin/vitest', '--version'],
  withPackages: true,
  sizes: [0.1, 1, 10],
}
const JEST: Runner = {
  name: 'Jest',
  command: ['node_modules/.bin/jest'],
  needs: ['node_modules/.bin/jest', '--version'],
  withPackages: true,
  sizes: [0.1, 1, 10],
  suite: (seconds) => ({
    '.gitignore': 'node_modules\n',
    'package.json': '{ "scripts": { "test": "jest" } }\n',
    'test/busy.test.js': toBusy(seconds),
  }),
  test: (n) => ({
    [`test/fee${n}.test.js`]: `const assert = require('node:assert')\nconst { fee } = require('../src/fee${n}.js')\n${FEES}`,
  }),
  code: (n) => ({ [`src/fee${n}.js`]: `${FEE}exports.fee = fee\n` }),
}
const PYTEST: Runner = {
  name: 'pytest',
  command: ['python3', '-m', 'pytest', '-q'],
  needs: ['python3', '-m', 'pytest', '--version'],
  sizes: [0.1, 1],
  suite: (seconds) => ({
    'conftest.py': '',
    'tests/test_busy.py': `import time\n\n\ndef test_busy():\n    end = time.process_time() + ${seconds}\n    while time.process_time() < end:\n        sum(range(100_000))\n`,
  }),
  test: (n) => ({
    [`tests/test_fee${n}.py`]: `from fee${n} import fee\n\n\ndef test_a_fee():\n    assert fee(100) == 3\n\n\ndef test_no_fee():\n    assert fee(0) == 0\n`,
  }),
  code: (n) => ({
    [`fee${n}.py`]: 'def fee(cents):\n    if cents <= 0:\n        return 0\n    return cents * 3 // 100\n',
  }),
}
const GO: Runner = {
  name: 'Go',
  command: ['go', 'test', '-count=1', './...'],
  needs: ['go', 'version'],
  sizes: [0.1, 1],
  suite: (seconds) => ({
    'go.mod': 'module shop\n\ngo 1.19\n',
    'busy_test.go': `package shop\n\nimport (\n\t"testing"\n\t"time"\n)\n\nvar sum int\n\nfunc TestBusy(t *testing.T) {\n\tfor end := time.Now().Add(${seconds * 1000} * time.Millisecond); time.Now().Before(end); {\n\t\tfor n := 0; n < 1e6; n++ {\n\t\t\tsum = sum*31 + n\n\t\t}\n\t}\n}\n`,
  }),
  test: (n) => ({
    [`fee${n}_test.go`]: `package shop\n\nimport "testing"\n\nfunc TestFee${n}(t *testing.T) {\n\tif Fee${n}(100) != 3 || Fee${n}(0) != 0 {\n\t\tt.Error("wrong fee")\n\t}\n}\n`,
  }),
  code: (n) => ({
    [`fee${n}.go`]: `package shop\n\nfunc Fee${n}(cents int) int {\n\tif cents <= 0 {\n\t\treturn 0\n\t}\n\treturn cents * 3 / 100\n}\n`,
  }),
}
const RSPEC: Runner = {
  name: 'RSpec',
  command: ['rspec'],
  needs: ['rspec', '--version'],
  sizes: [0.1, 1],
  suite: (seconds) => ({
    '.rspec': '-I lib\n',
    'spec/busy_spec.rb': `RSpec.describe 'busy' do\n  it 'works' do\n    stop = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) + ${seconds}\n    100_000.times { |n| n * 31 } while Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) < stop\n  end\nend\n`,
  }),
  test: (n) => ({
    [`spec/fee${n}_spec.rb`]: `require 'fee${n}'\n\nRSpec.describe 'fee ${n}' do\n  it('takes one') { expect(fee${n}(100)).to eq(3) }\n  it('takes none') { expect(fee${n}(0)).to eq(0) }\nend\n`,
  }),
  code: (n) => ({ [`lib/fee${n}.rb`]: `def fee${n}(cents)\n  return 0 if cents <= 0\n\n  cents * 3 / 100\nend\n` }),
}
const PHPUNIT: Runner = {
  name: 'PHPUnit',
  command: ['phpunit'],
  needs: ['phpunit', '--version'],
  sizes: [0.1, 1],
  suite: (seconds) => ({
    '.gitignore': '.phpunit.result.cache\n',
    'phpunit.xml':
      '<phpunit><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
    'tests/BusyTest.php': `<?php\nclass BusyTest extends PHPUnit\\Framework\\TestCase\n{\n    public function testBusy(): void\n    {\n        $cpu = fn() => getrusage()['ru_utime.tv_sec'] + getrusage()['ru_utime.tv_usec'] / 1e6;\n        for ($end = $cpu() + ${seconds}; $cpu() < $end;) for ($n = 0; $n < 10000; $n++) $sum = $n * 31;\n        $this->assertIsInt($sum);\n    }\n}\n`,
  }),
  test: (n) => ({
    [`tests/Fee${n}Test.php`]: `<?php\nrequire_once __DIR__ . '/../src/Fee${n}.php';\n\nclass Fee${n}Test extends PHPUnit\\Framework\\TestCase\n{\n    public function testFees(): void\n    {\n        $this->assertSame(3, fee${n}(100));\n        $this->assertSame(0, fee${n}(0));\n    }\n}\n`,
  }),
  code: (n) => ({
    [`src/Fee${n}.php`]: `<?php\nfunction fee${n}(int $cents): int\n{\n    if ($cents <= 0) {\n        return 0;\n    }\n    return intdiv($cents * 3, 100);\n}\n`,
  }),
}
const CARGO: Runner = {
  name: 'Rust',
  command: ['cargo', 'test', '--offline'],
  needs: ['cargo', '--version'],
  sizes: [0.1, 1],
  suite: (seconds) => ({
    '.gitignore': 'target\nCargo.lock\n',
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': '',
    'tests/busy.rs': `#[test]\nfn busy() {\n    let start = std::time::Instant::now();\n    while start.elapsed().as_secs_f64() < ${seconds.toFixed(1)} {}\n}\n`,
  }),
  test: (n) => ({
    [`tests/fee${n}.rs`]: `use shop::fee${n}::fee;\n\n#[test]\nfn a_fee() {\n    assert_eq!(fee(100), 3);\n}\n\n#[test]\nfn no_fee() {\n    assert_eq!(fee(0), 0);\n}\n`,
  }),
  code: (n) => ({
    'src/lib.rs': Array.from({ length: n }, (_, one) => `pub mod fee${one + 1};\n`).join(''),
    [`src/fee${n}.rs`]:
      'pub fn fee(cents: i64) -> i64 {\n    if cents <= 0 {\n        return 0;\n    }\n    cents * 3 / 100\n}\n',
  }),
}
/** Debian's packages bring a repository that needs no network. */
const MAVEN_REPOSITORY = '/usr/share/maven-repo'
const PLUGINS = { resources: '3.3.0', compiler: '3.10.1', surefire: '2.22.3' }
const MAVEN: Runner = {
  name: 'Maven',
  command: ['mvn', '-q', 'test'],
  needs: ['sh', '-c', `mvn --version && ls ${MAVEN_REPOSITORY}/junit`],
  sizes: [1],
  suite: (seconds) => ({
    '.gitignore': 'target\n',
    '.mvn/maven.config': '-o\n-s\n/etc/maven/settings-debian.xml\n',
    'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
<properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency></dependencies>
<build><pluginManagement><plugins>${Object.entries(PLUGINS)
      .map(
        ([name, version]) =>
          `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`,
      )
      .join('')}</plugins></pluginManagement></build></project>\n`,
    'src/test/java/shop/BusyTest.java': `package shop;\n\nimport org.junit.Test;\n\npublic class BusyTest {\n    @Test\n    public void busy() {\n        for (long end = System.nanoTime() + ${seconds * 1e9}L; System.nanoTime() < end; ) {\n        }\n    }\n}\n`,
  }),
  test: (n) => ({
    [`src/test/java/shop/Fee${n}Test.java`]: `package shop;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\npublic class Fee${n}Test {\n    @Test\n    public void takesFees() {\n        assertEquals(3, Fee${n}.of(100));\n        assertEquals(0, Fee${n}.of(0));\n    }\n}\n`,
  }),
  code: (n) => ({
    [`src/main/java/shop/Fee${n}.java`]: `package shop;\n\npublic class Fee${n} {\n    public static int of(int cents) {\n        if (cents <= 0) {\n            return 0;\n        }\n        return cents * 3 / 100;\n    }\n}\n`,
  }),
}

export const RUNNERS: readonly Runner[] = [NODE, VITEST, JEST, PYTEST, GO, RSPEC, PHPUNIT, CARGO, MAVEN]

/** Creates a repository whose branch `base` has a suite of so many seconds. */
export function createSuite(repo: string, runner: Runner, seconds: number, files: Files = {}): void {
  createEmptyProject(repo, { ...runner.suite(seconds), ...files })
  if (runner.withPackages) symlinkSync(resolve(import.meta.dirname, '../node_modules'), join(repo, 'node_modules'))
}
