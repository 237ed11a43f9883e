/** CMake: builds outside of the tree and runs each test program, because ctest runs programs of an earlier build. */
import { posix } from 'node:path'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Canary, type Project, type Runner } from './runner.ts'

const SCRIPT = 'cmake-files.mjs'
/** The same script builds projects of Meson. */
export const MESON = `${SCRIPT} meson`
const OUTSIDE = /(?:^|\/)(?:build|third_party|external|vendor|node_modules|_deps)\//
const ADDS_TESTS =
  /\b(?:enable_testing|add_test|gtest_(?:discover|add)_tests|catch_discover_tests|include\s*\(\s*CTest)\b/i
/** How many files of CMake are searched for tests. */
const MAX_LOOKED_INTO = 50
const PLAIN = `/* ${CANARY_PASSES}, ${CANARY_FAILS} */
#ifdef TDD_GATE_CANARY_PASSES
int main(void) { return 0; }
#else
int main(void) { return 1; }
#endif
`
const isGoogle = (text: string) => /\bg(?:test|mock)\/g(?:test|mock)\.h/.test(text)
const isCatch = (text: string) => /\bcatch(?:2\/|\.hpp|_test_macros)/.test(text)

/** A program without a framework, and the arguments of its `main`. */
const MAIN = /^int\s+main\s*\((?:\s*|\s*void\s*|\s*int\s+\w+\s*,\s*char\s*(?:\*\s*\*\s*\w+|\*\s*\w+\s*\[\s*\])\s*)\)/m
const ENDS = /\b_?[eE]xit\s*\(/

const EXTENSION = String.raw`\.(?:c|cc|cpp|cxx)$`
const TEST_FILE = new RegExp(
  `(?:^|/)(?:tests?|unittests?)/.*${EXTENSION}|(?:^|/)test_[^/]*${EXTENSION}|[^/](?:_(?:test|tests|unittest)|Tests?)${EXTENSION}`,
)
// https://google.github.io/googletest/quickstart-cmake.html
const isTestFile = (path: string) => !OUTSIDE.test(path) && TEST_FILE.test(path)

export const cmake: Runner = {
  name: 'CMake',
  format: 'node-events',
  language: 'c++',
  program: 'cmake',
  isCommand: (command) => command.includes(SCRIPT) && !command.includes(MESON),
  detect,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  canary: createCanary,
  canaryTests: (_file, text, token) => {
    if (isGoogle(text))
      return `\nTEST(TddGateCanary_${token}, tdd_gate_canary_fails_${token}) { EXPECT_EQ(1, 2); EXPECT_TRUE(false); }\n`
    if (isCatch(text)) return `\nTEST_CASE("${CANARY_FAILS} ${token}") { REQUIRE(1 == 2); }\n`
    return ENDS.test(text) ? null : aroundMain(text, token)
  },
  canaryAt: (_file, text) => (isGoogle(text) || isCatch(text) ? text.length : text.search(MAIN)),
  // A program of another framework has no place for it.
  mayLackCanary: true,
}

/** Says that the `main` of the test returned: production may end the process with success before. */
function aroundMain(text: string, token: string): string | null {
  const found = MAIN.exec(text)
  if (found === null) return null
  const own = `tdd_gate_canary_main_${token}`
  const args = found[0].includes(',') ? 'argc, argv' : ''
  const lines = [
    '#include <stdio.h>',
    `${found[0].replace('main', own)};`,
    `int main(int argc, char **argv) { (void)argc; (void)argv; int code = ${own}(${args}); printf("\\n${CANARY_FAILS} ${token}\\n"); return fflush(stdout) ? 1 : code; }`,
    `#define main ${own}`,
    `#line ${text.slice(0, found.index).split('\n').length}`,
  ]
  return `${lines.join('\n')}\n`
}

function detect({ files, read }: Project) {
  const lists = files.filter((path) => posix.basename(path) === 'CMakeLists.txt' && !OUTSIDE.test(path))
  const isTested = lists.slice(0, MAX_LOOKED_INTO).some((path) => ADDS_TESTS.test(read(path) ?? ''))
  if (!files.includes('CMakeLists.txt') || !isTested || !files.some(isTestFile)) return null
  return {
    directory: '.',
    command: `node {assets}/${SCRIPT} {reports}/cmake.ndjson {timeout} {files}`,
    reports: ['{reports}/cmake.ndjson'],
    why: 'CMake, because a CMakeLists.txt adds tests',
    isNamed: true,
  }
}

/** A new file belongs to no program, so that tests of a framework take the place of the file beside them. */
function createCanary(file: string, neighbour: string): Canary {
  const more = isGoogle(neighbour)
    ? 'TEST(TddGateCanary, tdd_gate_canary_passes) {}\nTEST(TddGateCanary, tdd_gate_canary_fails) { EXPECT_EQ(1, 2); }\n'
    : `TEST_CASE("${CANARY_PASSES}") { REQUIRE(1 == 1); }\nTEST_CASE("${CANARY_FAILS}") { REQUIRE(1 == 2); }\n`
  if (isGoogle(neighbour) || isCatch(neighbour)) return { path: file, text: `${neighbour}\n${more}` }
  return { path: posix.join(posix.dirname(file), 'tdd_gate_canary_test.c'), text: PLAIN }
}
