/** ExUnit: our own formatter, because a file that does not compile hides all others, and a halted run looks passed. */
import { posix } from 'node:path'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Project, type Runner } from './runner.ts'

const SCRIPT = 'exunit-files.mjs'
/** The same script runs EUnit. */
export const EUNIT = `${SCRIPT} eunit`
const CANARY = `defmodule TddGateCanaryTest do
  use ExUnit.Case

  test "${CANARY_PASSES}" do
    assert 1 == 1
  end

  test "${CANARY_FAILS}" do
    assert 1 == 2
  end
end
`
const CHECKS = ['assert 1 == 2', 'assert :a == :b', 'refute 1 == 1', 'assert "a" =~ "b"', 'assert [1] == [2]']

// https://hexdocs.pm/mix/Mix.Tasks.Test.html
const isTestFile = (path: string) => path.endsWith('_test.exs') && !/(?:^|\/)(?:deps|_build|node_modules)\//.test(path)

export const exunit: Runner = {
  name: 'ExUnit',
  format: 'node-events',
  language: 'elixir',
  program: 'elixir',
  isCommand: (command) => command.includes(SCRIPT) && !command.includes(EUNIT),
  detect: ({ files }: Project) =>
    files.includes('mix.exs') && files.some(isTestFile)
      ? {
          directory: '.',
          command: `node {assets}/${SCRIPT} {reports}/exunit.ndjson {timeout} {files}`,
          reports: ['{reports}/exunit.ndjson'],
          why: 'ExUnit, because there are a mix.exs and files named *_test.exs',
          isNamed: true,
        }
      : null,
  isTestFile,
  shuffle: ['--seed', '2'],
  byHand: 'mix test',
  toTargets: (files) => files.map(asOperand),
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'tdd_gate_canary_test.exs'), text: CANARY }),
  canaryTests: (_file, _text, token) => {
    const checks = CHECKS.map((check) => `fn -> ${check} end`).join(', ')
    const held = `Enum.count([${checks}], fn check -> try do check.(); true rescue _ -> false end end)`
    return `\ndefmodule TddGateCanary_${token} do\n  use ExUnit.Case\n\n  test "${CANARY_FAILS} ${token}" do\n    if ${held} == 0, do: raise("canary")\n  end\nend\n`
  },
}
