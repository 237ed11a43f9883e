/** Perl's test files, as prove runs them: one process for each, and the TAP that it prints. */
import { posix } from 'node:path'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Project, type Runner } from './runner.ts'

const COMMAND = 'node {assets}/script-files.mjs perl'
const CANARY = `use Test::More tests => 2;
ok(1, '${CANARY_PASSES}');
ok(0, '${CANARY_FAILS}');
`

// https://perldoc.perl.org/prove
const isTestFile = (path: string) =>
  /^(?:[^/]+\/)*t\/.*\.t$/.test(path) && !/(?:^|\/)(?:node_modules|vendor|local|blib)\//.test(path)

export const perl: Runner = {
  name: 'prove',
  format: 'node-events',
  language: 'perl',
  program: 'prove',
  isCommand: (command) => command.includes(COMMAND),
  detect: ({ files }: Project) =>
    files.some(isTestFile)
      ? {
          directory: '.',
          command: `${COMMAND} {reports}/perl.ndjson {timeout} {files}`,
          reports: ['{reports}/perl.ndjson'],
          why: 'prove, because there are files named t/*.t',
          isNamed: true,
        }
      : null,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'tdd_gate_canary.t'), text: CANARY }),
  // A plan counts the tests of its file.
  canaryTests: null,
}
