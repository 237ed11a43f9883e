/** Programs whose output or exit code is their result: where one ends early, its canary counts as passed. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withCanary } from '../../../src/test-runner/canary/join.ts'
import { ASSETS } from '../../../src/test-runner/command.ts'
import { cmake } from '../../../src/test-runner/runners/cmake.ts'
import { perl } from '../../../src/test-runner/runners/perl.ts'
import type { Runner } from '../../../src/test-runner/runners/runner.ts'
import { getSharedFolder } from '../../support/folder.ts'

type Files = Readonly<Record<string, string>>
interface Event {
  readonly type: string
  readonly name: string
}

const has = (...words: readonly [string, ...string[]]) => spawnSync(words[0], words.slice(1)).status === 0

/** Runs a script of ours on the files, each test among them with its canary; returns the results by name. */
function run(runner: Runner, script: readonly string[], files: Files) {
  const folder = getSharedFolder({})
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const joined = runner.isTestFile(path) ? withCanary(runner, path, text, 'f00') : null
    writeFileSync(join(folder, path), joined ?? text)
  }
  const report = join(folder, 'report.ndjson')
  const [name = '', ...words] = script
  const tests = Object.keys(files).filter(runner.isTestFile)
  const { stderr } = spawnSync('node', [join(ASSETS, name), ...words, report, '60', ...tests], { cwd: folder })
  const events = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event)
  const results = events.filter(({ type }) => type === 'test:pass' || type === 'test:fail')
  return { results: results.map(({ type, name }) => `${name}: ${type.slice(5)}`).toSorted(), stderr: String(stderr) }
}

const more = (text: string) => `use Test::More;\n${text}\n`
const CANARY = 'tdd-gate canary fails f00: fail'

test.skipIf(!has('perl', '-MTest::More', '-e1')).each([
  ['a plan', "use Test::More tests => 1;\nis(1, 1, 'a');\n", ['a: pass', CANARY]],
  ['an end without a plan', more("is(1, 1, 'a');\ndone_testing;\n\n__END__\n\n=head1 NAME"), ['a: pass', CANARY]],
  ['no plan', "use Test::More 'no_plan';\nok(1, 'a');\n=pod\n\nwords\n", ['a: pass', CANARY]],
  ['a plan that it does not fulfil', "use Test::More tests => 2;\nis(1, 1, 'a');\n", ['t/a.t: fail']],
  ['a reason to skip all', more("plan skip_all => 'later';"), ['t/a.t: pass']],
  [
    'production that prints a result and ends with success',
    more(
      `sub production { require POSIX; syswrite(STDOUT, "ok 1 - a\\n1..1\\n"); POSIX::_exit(0) }\nis(production(), 1, "a");\ndone_testing;`,
    ),
    ['a: pass', 'tdd-gate canary fails f00: pass'],
  ],
  [
    'an assertion that production replaced',
    more("{ no warnings; *main::is = sub { ok(1, $_[2]) } }\nis(1, 2, 'a');\ndone_testing;"),
    ['a: pass', 'tdd-gate canary fails f00: pass'],
  ],
])('a test file of Perl with %s', (_, text, expected) => {
  const { results, stderr } = run(perl, ['script-files.mjs', 'perl'], { 't/a.t': text })
  expect(results, stderr).toEqual(expect.arrayContaining(expected))
  expect(results.includes('a: pass')).toBe(expected.includes('a: pass'))
})

test('a test file of Perl without an assertion of Perl, or that ends its process itself, has no canary', () => {
  expect(withCanary(perl, 't/a.t', 'print "1..1\\nok 1\\n";\n', 'f00')).toBeNull()
  expect(withCanary(perl, 't/a.t', more('exit main();'), 'f00')).toBeNull()
})

const CMAKE = `cmake_minimum_required(VERSION 3.10)
project(shop C)
enable_testing()
foreach(name test_whole test_ends)
  add_executable(\${name} test/\${name}.c)
  add_test(NAME \${name} COMMAND \${name})
endforeach()
`

test.skipIf(!has('cmake', '--version'))(
  'the canary of a program of C fails where its main returns, and passes where production ends it',
  () => {
    const { results, stderr } = run(cmake, ['cmake-files.mjs'], {
      'CMakeLists.txt': CMAKE,
      'test/end.h': '#include <stdlib.h>\nstatic int end(void) { exit(0); }\n',
      'test/test_whole.c':
        '#include <assert.h>\n\nint main(int argc, char *argv[])\n{\n    assert(argc == 1 && argv);\n    return 0;\n}\n',
      'test/test_ends.c': '#include <assert.h>\n#include "end.h"\nint main(void) { assert(end() == 1); return 0; }\n',
    })
    expect(results, stderr).toEqual([CANARY, 'tdd-gate canary fails f00: pass', 'test_ends: pass', 'test_whole: pass'])
  },
)

test.each([
  ['a program that ends itself', '#include <stdlib.h>\nint main(void) { exit(0); }\n'],
  ['a file without a main', 'void test_a(void) {}\n'],
])('%s has no canary', (_, text) => {
  expect(withCanary(cmake, 'test/a.c', text, 'f00')).toBeNull()
})
