import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FailureKind } from '../../../src/core/model/test-run.ts'
import { classifyFailure } from '../../../src/reports/failure/failure-kind.ts'
import { getCpuMs } from '../../support/cpu.ts'
import { shareOf } from '../../support/property-runs.ts'

type Evidence = Parameters<typeof classifyFailure>[0]
type Row = readonly [runner: string, evidence: Evidence]

const failure = (message: string, type?: string, detail?: string): Evidence => ({
  message,
  element: 'failure',
  ...(type === undefined ? {} : { type }),
  ...(detail === undefined ? {} : { detail }),
})
const error = (message: string, type?: string, detail?: string): Evidence => ({
  ...failure(message, type, detail),
  element: 'error',
})
const bare = (message: string, detail?: string): Evidence => ({ message, ...(detail === undefined ? {} : { detail }) })

const KINDS: Partial<Record<FailureKind, readonly Row[]>> = {
  assertion: [
    ['vitest', failure('expected 2 to be 3 // Object.is equality', 'AssertionError')],
    ['vitest json', bare('AssertionError: expected 2 to be 3 // Object.is equality\n    at a.test.ts:3:5')],
    ['jest', bare('Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: 2')],
    ['jest with colours', bare('Error: \u001b[2mexpect(\u001b[22m\u001b[31mreceived\u001b[39m).toBe(expected)')],
    ['jest, own message', bare('JestAssertionError: expect(received).toBe(expected)')],
    ['mocha', bare('AssertionError [ERR_ASSERTION]: 2 == 3')],
    ['node:test', failure('2 !== 3', 'testCodeFailure', "{\n  code: 'ERR_ASSERTION',\n  actual: 2 }")],
    ['chai', failure('expected 2 to equal 3', 'AssertionError')],
    ['jasmine', failure('Expected 2 to be 3.', 'expect.toBe')],
    ['pytest rewrite', failure('assert 2 == 3')],
    ['pytest plain', failure('AssertionError: assert 2 == 3\n +  where 2 = add(1, 1)')],
    ['pytest.fail', failure('Failed: not yet')],
    ['pytest.raises', failure("Failed: DID NOT RAISE <class 'ValueError'>")],
    ['pytest strict xfail', failure('[XPASS(strict)] should fail')],
    ['junit 4', failure('expected:<[3]> but was:<[2]>', 'org.junit.ComparisonFailure')],
    ['junit 5', failure('expected: <3> but was: <2>', 'org.opentest4j.AssertionFailedError')],
    ['junit 5 assertAll', failure('Multiple Failures (2 failures)', 'org.opentest4j.MultipleFailuresError')],
    ['rspec', failure('expected: 3\n     got: 2', 'RSpec::Expectations::ExpectationNotMetError')],
    ['minitest', failure('Expected: 3\n  Actual: 2', 'Minitest::Assertion')],
    ['phpunit', failure('Failed asserting that 2 is 3.', 'PHPUnit\\Framework\\ExpectationFailedException')],
    ['xunit.net', failure('Assert.Equal() Failure', 'Xunit.Sdk.EqualException')],
    ['mstest', bare('Assert.AreEqual failed. Expected:<3>. Actual:<2>.')],
    ['rust', bare("thread 'tests::adds' panicked at src/lib.rs:9:5:\nassertion `left == right` failed\n  left: 2")],
    ['rust, old', bare("thread 'adds' panicked at 'assertion failed: `(left == right)`', src/lib.rs:3:5")],
    ['go', failure('Failed', '', '    calc_test.go:8: got 2, want 3')],
    ['gtest', failure('calc.cpp:7\nExpected equality of these values:\n  add(1, 1)\n    Which is: 2\n  3')],
    ['catch2', failure('add(1, 1) == 3', 'CHECK')],
    ['playwright', failure('a.spec.ts:3:5 adds', 'FAILURE', 'Error: expect(received).toBe(expected)')],
    [
      'an assertion about a missing thing',
      failure(
        "expected [Function] to not throw an error but 'TypeError: add is not a function' was thrown",
        'AssertionError',
      ),
    ],
    ['an assertion about a time-out', failure("expected 'Test timed out in 5ms' to be 'done'", 'AssertionError')],
    ['an assertion about memory', failure('assert "out of memory" == "ok"')],
    ['an unknown writer', failure('the cart is wrong')],
  ],
  error: [
    ['vitest', failure('boom', 'Error')],
    ['jest', bare('Error: boom\n    at Object.<anonymous> (a.test.js:3:9)')],
    ['jest, type error', bare('TypeError: Cannot convert a Symbol value to a string')],
    ['syntax', bare('SyntaxError: Unexpected token (3:4)')],
    [
      'syntax in an error element',
      error('collection failure', undefined, 'E     def f(:\nE           ^\nE   SyntaxError: invalid syntax'),
    ],
    ['pytest', failure('ZeroDivisionError: division by zero')],
    ['pytest, dotted', failure('shop.errors.CartError: empty')],
    ['pytest set-up', error('failed on setup with "RuntimeError: no database"')],
    [
      'node:test',
      failure(
        'boom',
        'testCodeFailure',
        "[Error [ERR_TEST_FAILURE]: boom] {\n  code: 'ERR_TEST_FAILURE',\n  cause: TypeError: boom\n      at TestContext",
      ),
    ],
    ['surefire', error('/ by zero', 'java.lang.ArithmeticException')],
    ['a file that is not there', bare("Error: ENOENT: no such file or directory, open 'data/fixture.json'")],
    ['python file', failure("FileNotFoundError: [Errno 2] No such file or directory: 'data.json'")],
    ['python file after a key', failure('FileNotFoundError: no data.json', undefined, "E   KeyError: 'data'")],
    [
      'pytest, an argument of the test itself',
      failure("TypeError: test_adds() missing 1 required positional argument: 'x'"),
    ],
    ['pytest, a wrong value', failure("TypeError: unsupported operand type(s) for +: 'int' and 'str'")],
    ['pytest, a wrong number', failure("TypeError: 'int' object is not iterable")],
    ['nobody listens', bare('Error: connect ECONNREFUSED 127.0.0.1:5432')],
    ['no right', bare("Error: EACCES: permission denied, open '/etc/shadow'")],
    ['go panic', failure('Failed', '', 'panic: runtime error: index out of range [3] with length 2')],
    ['rust panic', bare("thread 'tests::adds' panicked at src/lib.rs:9:5:\nattempt to divide by zero")],
    ['gtest exception', failure('C++ exception with description "boom" thrown in the test body.')],
    ['type check', failure("Type 'string' is not assignable to type 'number'.", 'TypeCheckError')],
    ['mocha', failure('boom', 'RangeError')],
    ['go package', bare('FAIL\texample.com/a\t0.01s\nexit status 1')],
    ['unknown, no element', bare('it went wrong')],
    ['unknown, error element', error('it went wrong')],
    ['php', error('Division by zero', 'DivisionByZeroError')],
    ['null type', { message: 'it went wrong', type: null, detail: null, element: null }],
  ],
  timeout: [
    ['vitest', failure('Test timed out in 5000ms.\nIf this is a long-running test, pass a timeout value', 'Error')],
    ['vitest hook', failure('Hook timed out in 10000ms.', 'Error')],
    ['jest', bare('Error: thrown: "Exceeded timeout of 5000 ms for a test.')],
    ['mocha', failure('Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called', 'Error')],
    ['node:test', failure('test timed out after 50ms', 'testTimeoutFailure')],
    [
      'jasmine',
      failure(
        'Error: Timeout - Async function did not complete within 5000ms (set by jasmine.DEFAULT_TIMEOUT_INTERVAL)',
      ),
    ],
    ['junit 4', error('test timed out after 50 milliseconds', 'org.junit.runners.model.TestTimedOutException')],
    ['junit 5', failure('slow() timed out after 50 milliseconds', 'java.util.concurrent.TimeoutException')],
    ['pytest-timeout', failure('Failed: Timeout >1.0s')],
    ['pytest-timeout, new', failure('Failed: Timeout (>1.0s) from pytest-timeout.')],
    ['go', bare('panic: test timed out after 1s\nrunning tests:\n\tTestSlow (1s)')],
    ['playwright', failure('Test timeout of 100ms exceeded.')],
    ['bun', error('Test "slow" timed out after 5000ms')],
  ],
  crash: [
    ['vitest', bare('Error: process.exit unexpectedly called with "1"')],
    [
      'vitest worker',
      bare('Error: [vitest-pool]: Worker forks emitted error.\nCaused by: Error: Worker exited unexpectedly'),
    ],
    ['jest worker', bare('A jest worker process (pid=7) was terminated by another process: signal=SIGSEGV')],
    ['surefire', error('The forked VM terminated without saying properly goodbye. VM crash or System.exit called?')],
    ['xdist', failure("worker 'gw0' crashed while running 'tests/test_a.py::test_x'")],
    ['segmentation', bare('Segmentation fault (core dumped)')],
    ['signal', bare('signal: killed')],
    ['signal by name', bare('process was killed by SIGKILL')],
    ['python exit', failure('SystemExit: 0')],
    ['node memory', bare('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory')],
    ['worker memory', bare('Error: Worker terminated due to reaching memory limit: JS heap out of memory')],
    ['java memory', error('Java heap space', 'java.lang.OutOfMemoryError')],
  ],
  infrastructure: [
    ['disk', bare('Error: ENOSPC: no space left on device, write')],
    ['python disk', failure('OSError: [Errno 28] No space left on device')],
    ['memory of the machine', bare('fork: Cannot allocate memory')],
    ['node memory of the machine', bare('Error: spawn ENOMEM')],
    ['too many files', bare('Error: EMFILE: too many open files')],
    ['shell', bare('sh: 1: vitest: command not found')],
    ['dash', bare('sh: 1: vitest: not found')],
  ],
  'no-tests': [
    ['vitest', bare('Error: No test suite found in file /home/user/project/test/empty.test.ts')],
    ['jest', bare('Your test suite must contain at least one test.')],
    ['phpunit', failure('No tests found in class "EmptyTest".')],
  ],
}

describe('an unexplained failure stays unknown', () => {
  test.each([
    ['ctest', failure('')],
    ['white space', failure(' \n', '', '\n')],
  ])('%s', (_writer, evidence) => {
    expect(classifyFailure(evidence)).toEqual({ kind: 'unknown', missing: null })
  })

  test('with a word, a type or a body it is none', () => {
    for (const evidence of [failure('no'), failure('', 'failure'), failure('', '', 'the cart is wrong'), error('')])
      expect(classifyFailure(evidence).kind).not.toBe('unknown')
  })
})

describe('the kind of a failure follows from its type, element and words', () => {
  for (const [kind, rows] of Object.entries(KINDS))
    test.each(rows)(`${kind}: %s %j`, (_runner, evidence) => {
      expect(classifyFailure(evidence)).toEqual({ kind, missing: null })
    })
})

const module = (name: string) => ({ kind: 'module', name }) as const
const symbol = (name: string) => ({ kind: 'symbol', name }) as const

const MISSING: readonly [text: string | Evidence, missing: { kind: 'module' | 'symbol'; name: string }][] = [
  ['TypeError: add is not a function', symbol('add')],
  ['TypeError: cart.addItem is not a function', symbol('cart.addItem')],
  ['TypeError: (0 , __vite_ssr_import_1__.add) is not a function', symbol('add')],
  ['TypeError: (0 , _calc.add) is not a function', symbol('add')],
  ['TypeError: cart.items(...).total is not a function', symbol('cart.items(...).total')],
  ['TypeError: Cart is not a constructor', symbol('Cart')],
  ['TypeError: __vite_ssr_import_0__.Cart is not a constructor', symbol('Cart')],
  ["TypeError: add is not a function. (In 'add(1, 1)', 'add' is undefined)", symbol('add')],
  [failure('add is not a function', 'TypeError'), symbol('add')],
  ['ReferenceError: Cart is not defined', symbol('Cart')],
  ["ReferenceError: Can't find variable: Cart", symbol('Cart')],
  ["TypeError: Cannot read properties of undefined (reading 'total')", symbol('total')],
  ["TypeError: Cannot read property 'total' of undefined", symbol('total')],
  ["TypeError: undefined is not an object (evaluating 'cart.total')", symbol('cart.total')],
  ["SyntaxError: The requested module '../src/cart.js' does not provide an export named 'addItem'", symbol('addItem')],
  ["SyntaxError: Export named 'addItem' not found in module '/home/user/project/src/cart.js'.", symbol('addItem')],
  ['No matching export in "src/cart.js" for import "addItem"', symbol('addItem')],
  ["Cannot find module '../src/cart' from 'test/cart.test.js'", module('../src/cart')],
  ["Error: Cannot find module './cart.js'\nRequire stack:\n- /home/user/project/a.js", module('./cart.js')],
  [
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/home/user/project/src/cart.js' imported from /home/user/project/test/a.js",
    module('/home/user/project/src/cart.js'),
  ],
  [
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'lodash' imported from /home/user/project/test/a.js",
    module('lodash'),
  ],
  [
    'Error: Failed to resolve import "../src/cart.js" from "test/cart.test.js". Does the file exist?',
    module('../src/cart.js'),
  ],
  [
    'Error: Failed to load url ../src/cart.js (resolved id: ../src/cart.js) in /home/user/project/test/a.test.js. Does the file exist?',
    module('../src/cart.js'),
  ],
  ['error: Module not found "file:///home/user/project/src/cart.ts".', module('file:///home/user/project/src/cart.ts')],
  ['Could not resolve "./cart.js"', module('./cart.js')],
  ["Module not found: Error: Can't resolve './cart' in '/home/user/project/src'", module('./cart')],
  [
    failure(
      "test/a.ts(1,19): error TS2307: Cannot find module './cart.ts' or its corresponding type declarations.",
      'TypeCheckError',
    ),
    module('./cart.ts'),
  ],
  [failure("Cannot find name 'addItem'.", 'TypeCheckError'), symbol('addItem')],
  ["error TS2305: Module '\"./cart\"' has no exported member 'addItem'.", symbol('addItem')],
  ["error TS2339: Property 'addItem' does not exist on type 'Cart'.", symbol('addItem')],
  ["ModuleNotFoundError: No module named 'shop.cart'", module('shop.cart')],
  [
    error(
      'collection failure',
      undefined,
      "tests/test_a.py:1: in <module>\n    from shop.cart import Cart\nE   ModuleNotFoundError: No module named 'shop'",
    ),
    module('shop'),
  ],
  ["ImportError: cannot import name 'add' from 'calc' (/home/user/project/calc.py)", symbol('add')],
  [error("failed on setup with \"AttributeError: module 'calc' has no attribute 'add'\""), symbol('add')],
  ["AttributeError: 'Cart' object has no attribute 'total'", symbol('total')],
  ["AttributeError: type object 'Cart' has no attribute 'of'", symbol('of')],
  ["NameError: name 'Cart' is not defined. Did you mean: 'cart'?", symbol('Cart')],
  ["TypeError: add() got an unexpected keyword argument 'carry'", symbol('carry')],
  [error("fixture 'cart' not found"), symbol('cart')],
  ['./calc_test.go:9:7: undefined: Add', symbol('Add')],
  ['./calc_test.go:9:7: undefined: calc.Add', symbol('calc.Add')],
  ['./a_test.go:9:7: c.Total undefined (type Cart has no field or method Total)', symbol('c.Total')],
  [
    'a_test.go:5:2: no required module provides package example.com/shop/cart; to add it:',
    module('example.com/shop/cart'),
  ],
  ['a_test.go:5:2: package shop/cart is not in std (/usr/lib/go/src/shop/cart)', module('shop/cart')],
  ['a_test.go:5:2: cannot find package "shop/cart" in any of:', module('shop/cart')],
  [
    'CalcTest.java:[9,20] error: cannot find symbol\n  symbol:   method add(int,int)\n  location: class Calc',
    symbol('add'),
  ],
  ['error: package com.example.shop does not exist', module('com.example.shop')],
  [error("'int com.example.Calc.add(int, int)'", 'java.lang.NoSuchMethodError'), symbol('com.example.Calc.add')],
  ['java.lang.NoSuchMethodError: com.example.Calc.add(II)I', symbol('com.example.Calc.add')],
  ['java.lang.ClassNotFoundException: com.example.Calc', symbol('com.example.Calc')],
  [error('com/example/Calc', 'java.lang.NoClassDefFoundError'), symbol('com.example.Calc')],
  ['e: CalcTest.kt:9:20 Unresolved reference: add', symbol('add')],
  ['error[E0425]: cannot find function `add` in this scope', symbol('add')],
  ['error[E0433]: failed to resolve: use of undeclared type `Cart`', symbol('Cart')],
  ['error[E0432]: unresolved import `crate::cart`', module('crate::cart')],
  ['error[E0599]: no method named `total` found for struct `Cart` in the current scope', symbol('total')],
  ['error[E0599]: no function or associated item named `of` found for struct `Cart`', symbol('of')],
  ['error[E0609]: no field `items` on type `Cart`', symbol('items')],
  ["NoMethodError: undefined method `total' for #<Cart:0x0000>", symbol('total')],
  ["undefined method 'total' for an instance of Cart", symbol('total')],
  ["NameError: undefined local variable or method 'cart' for main", symbol('cart')],
  ['NameError: uninitialized constant Shop::Cart', symbol('Shop::Cart')],
  ["Uncaught Error: Failed opening required '/s/tests/../src/Cart.php' (include_path='.')", module('Cart.php')],
  ['LoadError: cannot load such file -- shop/cart', module('shop/cart')],
  ['Error: Call to undefined function add()', symbol('add')],
  ['Error: Call to undefined method Shop\\Cart::total()', symbol('Shop\\Cart::total')],
  ['Error: Class "Shop\\Cart" not found', symbol('Shop\\Cart')],
  ["error CS0246: The type or namespace name 'Cart' could not be found", symbol('Cart')],
  ["error CS0103: The name 'Add' does not exist in the current context", symbol('Add')],
  ["error CS1061: 'Cart' does not contain a definition for 'Total'", symbol('Total')],
  ["calc_test.cpp:4:3: error: 'add' was not declared in this scope", symbol('add')],
  ["calc_test.cpp:4:3: error: use of undeclared identifier 'add'", symbol('add')],
  ['calc_test.cpp:1:10: fatal error: calc.h: No such file or directory', module('calc.h')],
  ["calc_test.o: undefined reference to `add(int, int)'", symbol('add')],
  ["error: cannot find 'addItem' in scope", symbol('addItem')],
  ["Can't locate Shop/Cart.pm in @INC (you may need to install the Shop::Cart module)", module('Shop/Cart.pm')],
  ['Undefined subroutine &main::add called at t/a.t line 3.', symbol('main::add')],
  ["AttributeError: <module 'calc' from '/p/calc.py'> does not have the attribute 'add'", symbol('add')],
  ['error[E0583]: file not found for module `cart`', module('cart')],
  ['error[E0560]: struct `Cart` has no field named `items`', symbol('items')],
  ['error: value add is not a member of Calc', symbol('add')],
  ['error: not found: value add', symbol('add')],
  ['groovy.lang.MissingMethodException: No signature of method: Calc.add() is applicable', symbol('Calc.add')],
  ['groovy.lang.MissingPropertyException: No such property: total for class: Cart', symbol('total')],
  ["error: value of type 'Cart' has no member 'total'", symbol('total')],
  ["error: no such module 'Cart'", module('Cart')],
  ["Error: Method not found: 'addItem'.", symbol('addItem')],
  ["Error: The method 'addItem' isn't defined for the class 'Cart'.", symbol('addItem')],
  ["a.lua:1: module 'cart' not found:", module('cart')],
  ["a.lua:3: attempt to call a nil value (global 'add')", symbol('add')],
  ["a.lua:3: attempt to call global 'add' (a nil value)", symbol('add')],
  [
    "a.lua:3: attempt to call method 'add' (a nil value)\nstack traceback:\n\ta.lua:3: in function <a.lua:3>",
    symbol('add'),
  ],
  ['error: Variable not in scope: add :: t0', symbol('add')],
  ['Could not find module ‘Shop.Cart’', module('Shop.Cart')],
  ['Error: Unbound value add', symbol('add')],
  ['Error: Unbound module Cart', module('Cart')],
  ['UndefVarError: `add` not defined', symbol('add')],
  ['Error in add(1, 1) : could not find function "add"', symbol('add')],
  ['Syntax error compiling at (a.clj:3:1). Unable to resolve symbol: add in this context', symbol('add')],
  [
    failure(
      "(in test file test/a.bats, line 3)\n  `add 1 1' failed with status 127\n/p/test/a.bats: line 3: add: command not found",
    ),
    symbol('add'),
  ],
  ['/p/test/a.bats: line 3: ./cart.sh: No such file or directory', module('./cart.sh')],
  ['(UndefinedFunctionError) function Shop.Cart.total/1 is undefined or private', symbol('Shop.Cart.total')],
  ['test/a_tests.erl:4:14: record basket undefined', symbol('basket')],
  ['test/a_tests.erl:4:14: function total/1 undefined', symbol('total')],
  ["test/a_tests.erl:4:14: undefined macro 'LIMIT'", symbol('LIMIT')],
  ['test/a_tests.erl:2:2: can\'t find include file "cart.hrl"', module('cart.hrl')],
  ['TypeError: a() takes 0 positional arguments but 1 was given', symbol('a')],
  ['TypeError: Cart.add() takes from 1 to 2 positional arguments but 3 were given', symbol('Cart.add')],
  ['TypeError: Cart() takes no arguments', symbol('Cart')],
  [error('add() takes 1 positional argument but 2 were given', 'TypeError'), symbol('add')],
  ["TypeError: add() missing 1 required positional argument: 'x'", symbol('add')],
  ["TypeError: add() missing 2 required keyword-only arguments: 'x' and 'y'", symbol('add')],
  [failure("KeyError: 'total'", undefined, "    cart()['total']\nE   KeyError: 'total'"), symbol('total')],
  ['KeyError: 3', symbol('3')],
  [error("'total'", 'KeyError'), symbol('total')],
  ['IndexError: list index out of range', symbol('list index')],
  ['ValueError: not enough values to unpack (expected 2, got 1)', symbol('values')],
  ['ValueError: too many values to unpack (expected 2)', symbol('values')],
  ['TypeError: cannot unpack non-iterable NoneType object', symbol('NoneType')],
  ["TypeError: object of type 'NoneType' has no len()", symbol('NoneType')],
  ["TypeError: 'NoneType' object is not subscriptable", symbol('NoneType')],
  ["TypeError: 'NoneType' object is not iterable", symbol('NoneType')],
  ["TypeError: 'NoneType' object is not callable", symbol('NoneType')],
  ["TypeError: argument of type 'NoneType' is not iterable", symbol('NoneType')],
  ["TypeError: argument of type 'NoneType' is not a container or iterable", symbol('NoneType')],
  ["TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'", symbol('NoneType')],
  ["TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'", symbol('NoneType')],
  ["TypeError: '<' not supported between instances of 'NoneType' and 'int'", symbol('NoneType')],
  ['TypeError: cart.items is not iterable', symbol('cart.items')],
  ['TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))', symbol('undefined')],
  ["TypeError: Cannot destructure property 'a' of 'cart(...)' as it is undefined.", symbol('a')],
  ['ArgumentError: wrong number of arguments (given 1, expected 0)', symbol('arguments')],
  ['./a_test.go:5:14: not enough arguments in call to calc.Add', symbol('calc.Add')],
  ['./a_test.go:5:14: too many arguments in call to Add\n\thave (number)\n\twant ()', symbol('Add')],
  ['./a_test.go:5:10: assignment mismatch: 2 variables but Add returns 1 value', symbol('Add')],
  ['./a_test.go:5:10: assignment mismatch: 2 variables but c.Add(1, 1) returns 1 value', symbol('c.Add')],
  ['CalcTest.java:[9,20] error: method add in class Calc cannot be applied to given types;', symbol('add')],
  ['error: constructor Cart in class Cart cannot be applied to given types;', symbol('Cart')],
  ['test/a.ts(3,5): error TS2554: Expected 0 arguments, but got 1.', symbol('arguments')],
  [failure('Expected 1-2 arguments, but got 3.', 'TypeCheckError'), symbol('arguments')],
  [failure("Property 'x' does not exist on type '{}'.", 'TypeCheckError'), symbol('x')],
  [failure('boom', 'Error', 'Error: boom\n  [cause]: Error: x\nTypeError: add is not a function'), symbol('add')],
]

describe('what a failure says is not there yet is named', () => {
  test.each(MISSING)('%j', (text, missing) => {
    expect(classifyFailure(typeof text === 'string' ? { message: text } : text)).toEqual({
      kind: 'missing-symbol',
      missing,
    })
  })

  test('a name in the source lines of a stack is no evidence', () => {
    const detail = "    def test_x():\n>       raise ValueError('add is not a function')\nE       ValueError: boom"
    expect(classifyFailure(error('ValueError: boom', undefined, detail))).toEqual({ kind: 'error', missing: null })
  })
})

test('any text is classified, and quickly', () => {
  const word = fc.constantFrom(
    "'",
    '(0 , ',
    ' is not a function',
    'undefined: ',
    'Cannot find module ',
    '`',
    '.',
    '\n',
    'a',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4_000 }), (words) => {
      const text = words.join('')
      expect(classifyFailure({ message: text, detail: text, type: text }).kind).toBeTypeOf('string')
    }),
    { numRuns: shareOf(50) },
  )
  const pieces = ["Cannot find module '", '(0 , a', 'a.', "'a' ", 'Error: ', 'no field `', '\n']
  const classifyAll = () => {
    for (const piece of pieces) classifyFailure({ message: piece.repeat(100_000), detail: piece.repeat(100_000) })
  }
  expect(getCpuMs(classifyAll)).toBeLessThan(5_000)
})
