import type { Body } from '../support/dialect.ts'
import { printStory } from '../support/runner-story.ts'
import { printTool, STILL_RED, toSnake, VANISHED } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'N',
  tenth: 'N div 10',
  twentieth: 'N div 20',
  'tenth-otherwise': 'N div 5 div 2',
  exit: 'halt(N - N)',
  rejection: 'N div 10',
}

const PROJECT = {
  'rebar.config': '{erl_opts, [debug_info, warnings_as_errors]}.\n',
  'src/shop.app.src': '{application, shop, [{vsn, "0.1.0"}, {applications, [kernel, stdlib]}]}.\n',
}
const toModule = (module: string, tests: string) =>
  `-module(${module}_tests).\n-include_lib("eunit/include/eunit.hrl").\n\n${tests}`

printTool({
  runner: 'EUnit',
  needs: ['rebar3', '--version'],
  // EUnit skips nothing: only the preprocessor hides a test.
  own: { skip: VANISHED, crash: STILL_RED },
  project: PROJECT,
  testPath: (module) => `test/${module}_tests.erl`,
  sourcePath: (module) => `src/${module}.erl`,
  source: (symbol, body) => `-module(${symbol}).\n-export([from/1]).\n\nfrom(N) ->\n    ${BODIES[body]}.\n`,
  tests: ({ module }, specs) => {
    const tests = specs.map(({ name, input, output, mode }) => {
      const own = `${toSnake(name)}_test() ->\n    ?assertEqual(${output}, ${module}:from(${input})).\n`
      return mode === 'skip' ? `-ifdef(LATER).\n${own}-endif.\n` : own
    })
    return toModule(module, tests.join('\n'))
  },
})

printStory({
  runner: 'EUnit',
  needs: ['rebar3', '--version'],
  project: {
    ...PROJECT,
    '.gitignore': '_build\n',
    'test/old_tests.erl': toModule('old', 'adds_test() -> ?assertEqual(3, 1 + 2).\n'),
  },
  situations: {
    'a record is missing in one file, a module in another, and the others run': {
      files: {
        'test/new_tests.erl': toModule('new', 'size_test() -> ?assertEqual(0, (#basket{})#basket.size).\n'),
        'test/sum_tests.erl': toModule('sum', 'sum_test() -> ?assertEqual(0, basket:sum([])).\n'),
      },
      outcomes: {
        'test/old_tests.erl > old_tests > adds_test': 'passed',
        'test/sum_tests.erl > sum_tests > sum_test': 'missing-symbol',
      },
      loadErrors: { 'test/new_tests.erl': 'basket' },
    },
    'tests of a generator, of a set-up that failed, and beside the code': {
      files: {
        'src/cart.erl': '-module(cart).\n-include_lib("eunit/include/eunit.hrl").\n\nown_test() -> ok.\n',
        'test/rows_tests.erl': toModule(
          'rows',
          'rows_test_() -> [{"is “zero”", ?_assertEqual(0, 0)}, ?_assert(lists:member(1, [2]))].\n',
        ),
        'test/hook_tests.erl': toModule(
          'hook',
          'hook_test_() -> {setup, fun() -> error(down) end, [?_assert(true)]}.\n',
        ),
      },
      outcomes: {
        'test/old_tests.erl > old_tests > adds_test': 'passed',
        'src/cart.erl > cart > own_test': 'passed',
        'test/rows_tests.erl > rows_tests > rows_test_ > is “zero”': 'passed',
        'test/rows_tests.erl > rows_tests > rows_test_': 'assertion',
        'test/hook_tests.erl > hook_tests > fixture': 'error',
      },
    },
  },
})
