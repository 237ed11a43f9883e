import { describe, expect, test } from 'vitest'
import { firstLine, formatCause, list, shellWords, trailerOption } from '../../../src/core/rules/text.ts'

test.each([
  [['a'], 'a'],
  [['a', 'b', 'c'], 'a, b, c'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more'],
])('a list of %j reads "%s"', (items, text) => {
  expect(list(items)).toBe(text)
})

test('what was left out of a list before is counted', () => {
  expect(list(['a', 'b'], 3, 40)).toBe('a, b and 40 more')
  expect(list(['a', 'b', 'c', 'd'], 3, 40)).toBe('a, b, c and 41 more')
})

test('the first line that says something is kept short', () => {
  expect(firstLine('\n  expected 0 to be 3  \nat cart.ts:3')).toBe('expected 0 to be 3')
  expect(firstLine('x'.repeat(999)).length).toBe(160)
})

test.each([
  [
    'node:internal/modules/package_json_reader:331\n  throw new X();\n        ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package chai',
    'Error [ERR_MODULE_NOT_FOUND]: Cannot find package chai',
  ],
  ['test/discount.test.js:5\n\n\n\nSyntaxError: Unexpected end of input', 'SyntaxError: Unexpected end of input'],
  [
    'test_cart.py:1: in <module>\n    from cart import add\nE   ModuleNotFoundError: No module named cart',
    'ModuleNotFoundError: No module named cart',
  ],
  [
    'ImportError while importing test module\ntest_cart.py:1: in <module>\nE   ImportError: no',
    'ImportError while importing test module',
  ],
  ['cart.go:5:3: undefined: Add', 'cart.go:5:3: undefined: Add'],
  ['src/a.js:5\nnothing more', 'src/a.js:5'],
])('a line that only says where is passed over for the one that says what: %j', (text, line) => {
  expect(firstLine(text)).toBe(line)
})

test.each([
  ["Cannot find module './cart.js'\nRequire stack:\n- ./cart.test.js", './cart.js', "Cannot find module './cart.js'"],
  [
    "An error occurred while loading ./spec/a_spec.rb.\nFailure/Error: require 'kv'\n\nLoadError:\n  cannot load such file -- kv\n# ./spec/kv.rb:1",
    'kv',
    'cannot load such file -- kv',
  ],
  [
    "ImportError while importing test module\na.py:1: in <module>\n    import kv\nE   ModuleNotFoundError: No module named 'kv'",
    'kv',
    "ModuleNotFoundError: No module named 'kv'",
  ],
  ['collection failure', 'kv', 'collection failure, without kv'],
])('the cause of %j names what is missing', (message, name, cause) => {
  expect(formatCause({ message, missing: { kind: 'module', name } })).toBe(cause)
  expect(formatCause({ message, missing: null })).toBe(firstLine(message))
})

describe('names inside a command', () => {
  test.each([
    ['a plain path', ['src/a-b.test.ts'], 'src/a-b.test.ts'],
    ['several paths', ['a.ts', 'b.ts'], 'a.ts b.ts'],
    ['a space', ['my test.ts'], "'my test.ts'"],
    ['an attempt to start another command', ['a; rm -rf ~'], "'a; rm -rf ~'"],
    ['a quote', ["it's.ts"], "'it'\\''s.ts'"],
    ['a backtick, which would end the quoted command', ['a` `git push --force'], '<files>'],
    ['a line break', ['a\nb'], '<files>'],
    ['too many names for a command', ['a', 'b', 'c', 'd', 'e', 'f'], '<files>'],
    ['no name', [], '<files>'],
  ])('%s', (_, words, text) => {
    expect(shellWords(words, '<files>')).toBe(text)
  })
})

describe('a trailer inside a command', () => {
  test.each([
    ['42.1', '--trailer "Task: 42.1"'],
    ['x" && rm -rf "~', `--trailer 'Task: x" && rm -rf "~'`],
    ['$(rm -rf ~)', `--trailer 'Task: $(rm -rf ~)'`],
    ['x` `git push', '--trailer "Task: ..."'],
  ])('%s', (value, option) => {
    expect(trailerOption('Task', value)).toBe(option)
  })
})
