/** Whether what an edit adds to a file of tests may change what its old tests mean: as its syntax tree says. */
import { beforeAll, expect, test } from 'vitest'
import { mayReplace, reachesOldTests } from '../../../src/core/text/reach.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const js = (body: string) => `import { total } from '../a.js'\ntest('a', () => {\n  ${body}\n})\n`
const go = (body: string) => `package a\n\nfunc TestA(t *testing.T) {\n\t${body}\n}\n`
const py = (body: string) => `def test_a():\n    ${body}\n`
const rb = (body: string) => `class ATest < Minitest::Test\n  def test_a\n    ${body}\n  end\nend\n`

test.each([
  ['a value on several lines', 'a.test.js', js('cart\n    .total =\n    () => 3')],
  ['a value behind another statement', 'a.test.js', js('f(); cart.total = () => 3')],
  ['a value that is taken apart', 'a.test.js', js('[cart.total] = [() => 3]')],
  ['a member of what is its own', 'a.test.js', js('this.cart.total = () => 3')],
  ['a counter', 'a.test.js', js('cart.calls++')],
  ['a spy', 'a.test.js', js("vi.spyOn(cart, 'total').mockReturnValue(3)")],
  ['a double of a module', 'a.test.js', js("t.mock.module('../a.js', {})")],
  ['a computed module', 'a.test.js', js('await import(name)')],
  ['a variable of a package', 'a_test.go', go('now = func() int { return 3 }')],
  ['an entry of a table of modules', 'test_a.py', py('sys.modules.update(a=3)')],
  ['a class behind an object', 'test_a.py', py('self.__class__.total = 3')],
  ['a value that goes', 'test_a.py', py('del cart.total')],
  ['code in a text', 'test_a.py', py("exec('cart.total = 3')")],
  ['a global variable of Ruby', 'a_test.rb', rb('$total = 3')],
  ['a computed file of Ruby', 'a_test.rb', rb('require File.join(a)')],
  ['a file of PHP', 'a_test.php', '<?php\nfunction testA() { require_once __DIR__ . "/b.php"; }\n'],
  ['a static value of PHP', 'a_test.php', '<?php\nfunction testA() { self::$total = 3; }\n'],
  ['a text that does not parse', 'a.test.js', js('total(')],
])('an edit that adds %s may reach old tests', (_, path, text) => {
  const old = path.endsWith('.php') ? '<?php\n' : path.endsWith('.go') ? 'package a\n' : ''
  expect(reachesOldTests(path, old, text)).toBe(true)
})

test.each([
  ['a text that sets a value', 'a.test.js', js("expect(run('x\\ncart.total = 3')).toBe(1)")],
  ['a comment that does', 'a.test.js', js('// cart.total = 3')],
  ['a function without a module', 'a.test.js', js('const a = vi.fn()')],
  ['a value that it closes', 'a.test.ts', js('await using a = f()')],
  ['a call of a result', 'a.test.js', js("each('process.env')(g)")],
  ['a function that is called load', 'a.test.js', js('load()')],
  ['a member of its own', 'a.test.js', js('this.total = 3')],
  ['a variable of its own', 'test_a.py', py('total = 3')],
  ['a variable of its own in Go', 'a_test.go', go('var now, err = f()\n\t_ = now\n\tnow, err = f()')],
  ['a constant of Go', 'a_test.go', go('now := 3')],
])('an edit that adds %s reaches no old test', (_, path, text) => {
  const old = path.endsWith('.go')
    ? 'package a\n'
    : "import { total } from '../a.js'\n".repeat(Number(path.includes('.test.')))
  expect(reachesOldTests(path, old, text)).toBe(false)
})

test.each([
  [
    'defines a class again behind a comment',
    'test/a_test.rb',
    'x = 1; class Cart\n  def total\n    3\n  end\nend\n',
    true,
  ],
  ['loads a module by its name', 'test/a.test.js', "const { a } = await import('../src/a.js')\n", false],
  ['does not parse', 'test/a_test.rb', 'def (', true],
  ['has a text with a definition', 'test/a_test.rb', 'f <<~E\n  class Cart\n  end\nE\n', false],
])('a new file of tests that %s may replace what old tests call: %s', (_, path, text, expected) => {
  expect(mayReplace(path, text, [])).toBe(expected)
})
