/** Where production finds out whether a test runs it: by what a runner sets, or by who called. */
import { expect, test } from 'vitest'
import { addedRecognitions } from '../../../src/core/text/test-recognition.ts'

test.each<[string, string, string, string[]]>([
  [
    'a variable of node:test',
    'a.js',
    'f()\nif (!process.env.NODE_TEST_CONTEXT) return 0\n',
    ['NODE_TEST_CONTEXT (line 2)'],
  ],
  ['a variable of Vitest', 'a.ts', "const { env } = process\nexport const on = 'VITEST' in env\n", ['VITEST (line 2)']],
  ['a variable of Jest', 'a.js', 'f(process.env["JEST_WORKER_ID"])', ['JEST_WORKER_ID (line 1)']],
  [
    'a variable of pytest',
    'a.py',
    'import os\nif "PYTEST_CURRENT_TEST" in os.environ:\n    f()\n',
    ['PYTEST_CURRENT_TEST (line 2)'],
  ],
  ['a module of pytest', 'a.py', 'import sys\nif "pytest" in sys.modules: f()\n', ['"pytest" in sys.modules (line 2)']],
  ['the environment', 'a.js', "if (process.env.NODE_ENV === 'test') f()", ["NODE_ENV === 'test' (line 1)"]],
  [
    'the environment, the other way round',
    'a.js',
    "if ('test' != env['NODE_ENV']) f()",
    ["NODE_ENV === 'test' (line 1)"],
  ],
  ['a global of a runner', 'a.js', "if (typeof jest !== 'undefined') f()", ['typeof jest (line 1)']],
  ['a stack', 'a.js', 'f(new Error("x").stack.includes("test"))', ['new Error().stack (line 1)']],
  ['a stack in a variable', 'a.js', 'const e = new Error()\nf(e.stack)', ['new Error().stack (line 2)']],
  ['a captured stack', 'a.js', 'const o = {}\nError.captureStackTrace(o)\nf(o.stack)', ['captureStackTrace (line 2)']],
  [
    'frames in Python',
    'a.py',
    'f(sys._getframe(1))\ninspect.stack()\n',
    ['inspect.stack (line 2)', 'sys._getframe (line 1)'],
  ],
  ['frames in Go', 'a.go', 'func f() {\n\truntime.Caller(1)\n}', ['runtime.Caller (line 2)']],
  ['testing in Go', 'a.go', 'if testing.Testing() {\n}', ['testing.Testing (line 1)']],
  ['a comment', 'a.js', '// VITEST, new Error().stack\nf()', []],
  ['an error class', 'a.js', 'class E extends Error { constructor() { Error.captureStackTrace(this, E) } }', []],
  ['an error that is logged', 'a.js', 'try { f() } catch (error) { log(error.stack) }', []],
  ['an error that is thrown', 'a.js', 'const e = new Error("x")\nthrow e', []],
  ['another environment', 'a.js', "if (process.env.NODE_ENV === 'production') f()", []],
  ['a longer name', 'a.js', 'f(process.env.MY_VITEST_LIKE)', []],
  ['an unknown language', 'a.xyz', 'VITEST', []],
])('%s', (_, path, text, expected) => {
  expect(addedRecognitions(path, null, text)).toEqual(expected)
})

test('what stood there before is not added', () => {
  const text = 'f(process.env.VITEST)\n'
  expect(addedRecognitions('a.js', text, `g()\n${text}`)).toEqual([])
  expect(addedRecognitions('a.js', text, `${text}g(process.env.VITEST)\n`)).toEqual(['VITEST (line 2)'])
})
