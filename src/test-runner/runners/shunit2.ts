/** shunit2: one process for each file, and its text, because it writes no report. */
import { posix } from 'node:path'
import { SHELL_CHECKS } from './bats.ts'
import { matches } from './javascript.ts'
import { asOperand, type Detection, type Project, type Runner } from './runner.ts'

const COMMAND = 'node {assets}/script-files.mjs shunit2'
/** The line that runs the tests of the file: what follows it is too late. */
const SOURCES = /^[ \t]*(?:\.|source)[ \t]+[^\n]*shunit2[^\n]*$/m
/** How many test files are searched for it. */
const MAX_LOOKED_INTO = 200
/** A function that names the tests to run. */
const SUITE = /^\s*(?:function\s+)?suite\s*\(\s*\)/m
const CHECKS = [...SHELL_CHECKS.slice(0, 2), '(assertEquals 1 2)', '(assertTrue false)', '(assertSame a b)']

const isTestFile = matches(/(?:^|[/_-])tests?[^/]*\.(?:sh|bash)$/)

export const shunit2: Runner = {
  name: 'shunit2',
  format: 'node-events',
  language: 'shell',
  isCommand: (command) => command.includes(COMMAND),
  detect,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  canary: (file, neighbour) => ({
    path: posix.join(posix.dirname(file), `tdd_gate_canary_test${posix.extname(file)}`),
    text: `testTddGateCanaryPasses() { assertTrue true; }
testTddGateCanaryFails() { assertEquals 1 2; }
${SOURCES.exec(neighbour)?.[0] ?? '. shunit2'}
`,
  }),
  canaryTests: (_file, text, token) => {
    if (SUITE.test(text)) return null
    const checks = CHECKS.map((check) => `if ${check} > /dev/null 2>&1; then held=1; fi; `)
    return `testTddGateCanaryFails_${token}() { held=0; ${checks.join('')}[ "$held" = 1 ] || fail canary; }\n`
  },
  canaryAt: (_file, text) => SOURCES.exec(text)?.index ?? null,
  mayLackCanary: true,
}

function detect({ files, read }: Project): Detection | null {
  const tests = files.filter(isTestFile).slice(0, MAX_LOOKED_INTO)
  if (!tests.some((path) => SOURCES.test(read(path) ?? ''))) return null
  return {
    directory: '.',
    command: `${COMMAND} {reports}/shunit2.ndjson {timeout} {files}`,
    reports: ['{reports}/shunit2.ndjson'],
    why: 'shunit2, because test files source it',
    isNamed: true,
  }
}
