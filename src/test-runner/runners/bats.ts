/** bats: one process for each file, because its TAP names no file, and its JUnit shows a crash as passed. */
import { posix } from 'node:path'
import { matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Project, type Runner } from './runner.ts'

const COMMAND = 'node {assets}/script-files.mjs bats'
const CANARY = `@test "${CANARY_PASSES}" {
  true
}

@test "${CANARY_FAILS}" {
  [ 1 = 2 ]
}
`
/** Checks that must not hold: one that does was replaced. Those of bats-assert only where they are loaded. */
export const SHELL_CHECKS = ['[ 1 = 2 ]', 'test a = b', '[[ 1 == 2 ]]', '(( 1 == 2 ))']
const ASSERTIONS = ['assert_equal 1 2', 'assert false', 'refute true'].map(
  (call) => `declare -F ${call.split(' ')[0]} && (${call})`,
)

// https://bats-core.readthedocs.io/en/stable/writing-tests.html
const isTestFile = matches(/\.bats$/)

export const bats: Runner = {
  name: 'bats',
  format: 'node-events',
  language: 'shell',
  program: 'bats',
  isCommand: (command) => command.includes(COMMAND),
  detect: ({ files }: Project) =>
    files.some(isTestFile)
      ? {
          directory: '.',
          command: `${COMMAND} {reports}/bats.ndjson {timeout} {files}`,
          reports: ['{reports}/bats.ndjson'],
          why: 'bats, because there are files named *.bats',
          isNamed: true,
        }
      : null,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'tdd_gate_canary.bats'), text: CANARY }),
  canaryTests: (_file, _text, token) => {
    const checks = [...SHELL_CHECKS, ...ASSERTIONS].map((check) => `if ${check}; then held=1; fi > /dev/null 2>&1`)
    return `\n@test "${CANARY_FAILS} ${token}" {\n  held=0\n  ${checks.join('\n  ')}\n  (( held ))\n}\n`
  },
}
