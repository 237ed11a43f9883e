/** EUnit of a rebar3 project: by our own listener, because EUnit's report lacks tests after a crash. */
import { posix } from 'node:path'
import { EUNIT } from './exunit.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Project, type Runner } from './runner.ts'

/** The compiler knows no value of `node()`, so that it does not warn. */
const CHECKS = [
  '?assert(node() =:= none)',
  '?assertEqual(none, node())',
  '?assertMatch(none, node())',
  '?assertNot(node() =/= none)',
  '?assertError(none, node())',
]
const CANARY = `-module(tdd_gate_canary_tests).
-include_lib("eunit/include/eunit.hrl").

passes_test_() -> {"${CANARY_PASSES}", fun() -> ?assertNotEqual(none, node()) end}.
fails_test_() -> {"${CANARY_FAILS}", fun() -> ?assertEqual(none, node()) end}.
`

// https://rebar3.org/docs/testing/eunit/
const isTestFile = (path: string) => path.endsWith('_tests.erl') && !/(?:^|\/)(?:deps|_build|node_modules)\//.test(path)

export const eunit: Runner = {
  name: 'EUnit',
  format: 'node-events',
  language: 'erlang',
  program: 'rebar3',
  isCommand: (command) => command.includes(EUNIT),
  detect: ({ files }: Project) =>
    files.includes('rebar.config') && files.some(isTestFile)
      ? {
          directory: '.',
          command: `node {assets}/${EUNIT} {reports}/eunit.ndjson {timeout} {files}`,
          reports: ['{reports}/eunit.ndjson'],
          why: 'EUnit, because there are a rebar.config and files named *_tests.erl',
          isNamed: true,
        }
      : null,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'tdd_gate_canary_tests.erl'), text: CANARY }),
  canaryTests: (_file, text, token) => {
    if (!text.includes('eunit.hrl')) return null
    const checks = CHECKS.map((check) => `fun() -> ${check} end`).join(', ')
    const held = `[ok || Check <- [${checks}], try Check(), true catch _:_ -> false end]`
    return `\ntdd_gate_canary_${token}_test_() -> {"${CANARY_FAILS} ${token}", fun() -> case ${held} of [] -> error(canary); _ -> ok end end}.\n`
  },
}
