/** Where production finds out whether a test runs it: by what a runner sets, or by who called. */
import { beforeAll, expect, test } from 'vitest'
import { addedRecognitions } from '../../../src/core/text/test-recognition.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

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
  ['the environment', 'a.js', "if (process.env.NODE_ENV === 'test') f()", ['NODE_ENV (line 1)']],
  ['the environment, the other way round', 'a.js', "if ('test' != env['NODE_ENV']) f()", ['NODE_ENV (line 1)']],
  ['the variable of CI', 'a.js', "f(Number(process.env.CI === 'true'))", ['CI (line 1)']],
  ['the variable of CI, taken apart', 'a.ts', 'const { CI, HOME } = process.env', ['CI (line 1)']],
  ['the variable of CI in Python', 'a.py', 'import os\nf(os.environ.get("CI"), os.getenv("CI"))', ['CI (line 2)']],
  ['the variable of CI in Go', 'a.go', 'if os.Getenv("CI") != "" {\n}', ['CI (line 1)']],
  ['the variable of CI in Ruby', 'a.rb', "f if ENV['CI']\n", ['CI (line 1)']],
  ['a comment behind a pattern with a backtick', 'a.js', 'f(/`/) // NODE_ENV\n', []],
  ['a comment behind a text of Rust', 'a.rs', 'f(r#"""#); // NODE_ENV\n', []],
  ['a constant of that name', 'a.js', 'const CI = 1\nf(CI, env.CITY)', []],
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
  ['another environment', 'a.js', "if (process.env.NODE_ENV === 'production') f()", ['NODE_ENV (line 1)']],
  ['a module of unittest', 'a.py', 'import sys\nf(["a", "b"]["unittest" in sys.modules])\n', ['"unittest" (line 2)']],
  ['the debug mode of Python', 'a.py', 'if __debug__:\n    f()\n', ['__debug__ (line 1)']],
  [
    'an assignment that Python drops with assertions',
    'a.py',
    'left = 1\nassert (left := left // 10) is not None\n',
    ['an assignment in assert (line 2)'],
  ],
  ['an assertion of Python', 'a.py', 'assert left == {"a": 1}, f(a=1)\n', []],
  ['RSpec', 'a.rb', 'f if defined?(RSpec)\n', ['RSpec (line 1)']],
  ['the program of Deno', 'a.ts', "f(Deno.mainModule.includes('test'))\n", ['Deno.mainModule (line 1)']],
  ['the program of Bun', 'a.ts', "f(Bun.main.includes('test'))\n", ['Bun.main (line 1)']],
  ['callers in Ruby', 'a.rb', "f if caller.any? { |line| line.include?('test') }\n", ['caller (line 1)']],
  ['a caller of Ruby by another name', 'a.rb', 'caller_id = 1\n', []],
  ['callers in PHP', 'a.php', '<?php\nf(debug_backtrace());\n', ['debug_backtrace (line 2)']],
  ['callers in Java', 'A.java', 'class A { Object o = new Throwable().getStackTrace(); }', ['getStackTrace (line 1)']],
  ['callers in C#', 'A.cs', 'class A { object o = new StackTrace(); }', ['StackTrace (line 1)']],
  ['callers in Elixir', 'a.ex', 'f(Process.info(self(), :current_stacktrace))\n', ['current_stacktrace (line 1)']],
  ['the environment of Mix', 'a.ex', 'if Mix.env() == :test, do: f()\n', ['Mix.env (line 1)']],
  ['callers in Perl', 'A.pm', 'f((caller)[1]);\n', ['caller (line 1)']],
  ['a variable of prove', 'a.pl', 'f() if $ENV{HARNESS_ACTIVE};\n', ['HARNESS_ACTIVE (line 1)']],
  ['a variable of bats', 'a.sh', 'if [ -n "$BATS_TEST_NAME" ]; then f; fi\n', ['BATS_TEST_NAME (line 1)']],
  ['a variable of cargo-nextest', 'a.rs', 'fn f() {\n    std::env::var("NEXTEST");\n}\n', ['NEXTEST (line 2)']],
  ['PHPUnit', 'a.php', "<?php\nif (class_exists('PHPUnit\\\\Framework\\\\TestCase')) f();\n", ['PHPUnit (line 2)']],
  ['JUnit', 'A.java', 'class A { boolean b = has("org.junit.Test"); }', ['org.junit (line 1)']],
  ['a flag of Go tests', 'a.go', 'var t = flag.Lookup("test.v") != nil\n', ['"test.v" (line 1)']],
  ['the test build of Rust', 'a.rs', 'fn f() {\n    if cfg!(test) { g() }\n}\n', ['cfg(test) (line 2)']],
  ['the debug build of Rust', 'a.rs', '#[cfg(debug_assertions)]\nfn f() {}\n', ['cfg(debug_assertions) (line 1)']],
  ['another build of Rust', 'a.rs', '#[cfg(not(test))]\nfn f() -> &\'static str { "a" }\n', ['cfg(test) (line 1)']],
  ['code in a debug assertion', 'a.rs', 'debug_assert!({ left /= 10; true });\n', ['code in debug_assert (line 1)']],
  ['tests beside code', 'a.rs', '#[cfg(test)]\nmod tests {\n    use super::*;\n}\n', []],
  ['an assertion of Rust', 'a.rs', 'debug_assert!(is(left) == 10);\nlet right = 5;\n', []],
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
