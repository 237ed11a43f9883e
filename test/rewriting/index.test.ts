/** Emptied functions, language by language: what stands in their bodies' place, and what is not touched. */
import { describe, expect, test } from 'vitest'
import { emptyBodies, usedOnLoading } from '../../src/rewriting/index.ts'
import type { Variant } from '../../src/rewriting/language.ts'

const NONE: ReadonlySet<string> = new Set()
const VARIANTS: readonly Variant[] = ['nothing', 'other', 'gone']
const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')

interface Row {
  readonly title: string
  readonly path: string
  readonly after: string
  /** By way, without the line that only turns type checks off. */
  readonly gives: readonly [nothing: string, other: string, gone: string]
}

const ROWS: readonly Row[] = [
  {
    title: 'a function',
    path: 'a.js',
    after: 'export function add(a, b) { return a + b }',
    gives: [
      'export function add(a, b) { return undefined }',
      "export function add(a, b) { return 'tdd-gate' }",
      "add = undefined;export function add(a, b) { throw new Error('tdd-gate') }",
    ],
  },
  {
    title: 'an arrow function',
    path: 'a.mjs',
    after: 'const add = async (a, b) => a + b',
    gives: ['const add = async (a, b) => undefined', "const add = async (a, b) => 'tdd-gate'", 'const add = undefined'],
  },
  {
    title: 'a class that extends another',
    path: 'a.cjs',
    after:
      'class B extends A { constructor(n) { super(n); this.n = n } static *all() { yield 1 } set m(v) { this.n = v } }',
    gives: [
      'class B extends A { constructor(n) { super(n); } static *all() {} set m(v) {} }',
      "class B extends A { constructor(n) { super(n); } static *all() { yield 'tdd-gate' } set m(v) {} }",
      "class B extends A { constructor(n) { throw new Error('tdd-gate') } static *all() { throw new Error('tdd-gate') } set m(v) { throw new Error('tdd-gate') } };B = undefined;",
    ],
  },
  {
    title: 'a callback at the top of a file',
    path: 'a.jsx',
    after: "app.get('/', (_, answer) => answer.send('hello'))",
    gives: [
      "app.get('/', (_, answer) => undefined)",
      "app.get('/', (_, answer) => 'tdd-gate')",
      "app.get('/', (_, answer) => { throw new Error('tdd-gate') })",
    ],
  },
  {
    title: 'types',
    path: 'a.ts',
    after: 'export const add = (a: number, b: number): number => <number>a + b',
    gives: [
      'export const add = (a: number, b: number): number => (undefined as any)',
      "export const add = (a: number, b: number): number => ('tdd-gate' as any)",
      'export const add = (undefined as any)',
    ],
  },
  {
    title: 'a component',
    path: 'a.tsx',
    after: 'export default function Hello({ name }: Props) { return <b>{name}</b> }',
    gives: [
      'export default function Hello({ name }: Props) { return (undefined as any) }',
      "export default function Hello({ name }: Props) { return ('tdd-gate' as any) }",
      "Hello = undefined;export default function Hello({ name }: Props) { throw new Error('tdd-gate') }",
    ],
  },
  {
    title: 'Python',
    path: 'a.py',
    after: lines('def add(a, b):', '    """Adds."""', '    return a + b'),
    gives: [
      lines('def add(a, b):', '    return '),
      lines('def add(a, b):', "    return 'tdd-gate'"),
      lines('def add(a, b):', "    raise RuntimeError('tdd-gate')", 'add = None'),
    ],
  },
  {
    title: 'methods of Python',
    path: 'a.py',
    after: lines(
      'class A(B):',
      '    def __init__(self, n):',
      '        super().__init__()',
      '        self.n = n',
      '    def __len__(self):',
      '        return self.n',
    ),
    gives: [
      lines(
        'class A(B):',
        '    def __init__(self, n):',
        '        super().__init__()',
        '    def __len__(self):',
        '        return 0',
      ),
      lines(
        'class A(B):',
        '    def __init__(self, n):',
        '        super().__init__()',
        '    def __len__(self):',
        '        return 0',
      ),
      lines(
        'class A(B):',
        '    def __init__(self, n):',
        "        raise RuntimeError('tdd-gate')",
        '    def __len__(self):',
        "        raise RuntimeError('tdd-gate')",
        'A = None',
      ),
    ],
  },
  {
    title: 'generators of Python',
    path: 'a.py',
    after: lines('@contextmanager', 'def f():', '    yield 1', 'def g():', '    yield 2'),
    gives: [
      lines('@contextmanager', 'def f():', '    yield ', 'def g():', '    return; yield'),
      lines('@contextmanager', 'def f():', "    yield 'tdd-gate'", 'def g():', "    yield 'tdd-gate'"),
      lines(
        '@contextmanager',
        'def f():',
        "    raise RuntimeError('tdd-gate'); yield",
        'f = None',
        'def g():',
        "    raise RuntimeError('tdd-gate'); yield",
        'g = None',
      ),
    ],
  },
  {
    title: 'Go, whose unused imports do not compile',
    path: 'a.go',
    after: lines(
      'package a',
      'import "fmt"',
      'func (c *Cart) Text(n int) (string, error) { return fmt.Sprint(n), nil }',
    ),
    gives: [
      lines('package a', 'import _ "fmt"', 'func (c *Cart) Text(n int) (_ string, _ error) { return }'),
      lines(
        'package a',
        'import _ "fmt"',
        'func (c *Cart) Text(n int) (string, error) { return "tdd-gate", struct{ error }{} }',
      ),
      lines('package a', 'import _ "fmt"', 'func (c *Cart) Text(n int) (string, error) { panic("tdd-gate") }'),
    ],
  },
  {
    title: 'a type of Go that has no other value',
    path: 'a.go',
    after: lines('package a', 'func New() *Cart { return &Cart{} }'),
    gives: [
      lines('package a', 'func New() (_ *Cart) { return }'),
      lines('package a', 'func New() (_ *Cart) { return }'),
      lines('package a', 'func New() *Cart { panic("tdd-gate") }'),
    ],
  },
  {
    title: 'a class of Java',
    path: 'Cart.java',
    after:
      'class Cart extends Base { final int n; Cart(int n) { super(n); this.n = n; } int add(int a) { return n + a; } List<Cart> all() { return of(this); } void go() { run(() -> 1); } }',
    gives: [
      'class Cart extends Base { final int n; Cart(int n) { super(n); this.n = 0;  } int add(int a) { return 0; } List<Cart> all() { return null; } void go() {} }',
      'class Cart extends Base { final int n; Cart(int n) { super(n); this.n = 0;  } int add(int a) { return 77; } List<Cart> all() { return null; } void go() {} }',
      'class Cart extends Base { final int n; Cart(int n) { super(n); throw new RuntimeException("tdd-gate"); } int add(int a) { throw new RuntimeException("tdd-gate"); } List<Cart> all() { throw new RuntimeException("tdd-gate"); } void go() { throw new RuntimeException("tdd-gate"); } }',
    ],
  },
  {
    title: 'a class of Ruby',
    path: 'cart.rb',
    after: lines(
      'class Cart < Base',
      '  def initialize(n)',
      '    super()',
      '    @n = n',
      '  end',
      '  def add(a) = @n + a',
      'end',
    ),
    gives: [
      lines('class Cart < Base', '  def initialize(n)', '    super()', '  end', '  def add(a) = nil', 'end'),
      lines('class Cart < Base', '  def initialize(n)', '    super()', '  end', "  def add(a) = 'tdd-gate'", 'end'),
      lines(
        'class Cart < Base',
        '  def initialize(n)',
        "    raise('tdd-gate')",
        '  end',
        "  def add(a) = raise('tdd-gate')",
        'end',
      ),
    ],
  },
  {
    title: 'declared types of PHP',
    path: 'cart.php',
    after:
      '<?php function add(int $a): int { return $a; } class Cart { function me(): self { return f($this); } function all(): iterable { yield 1; } function of(): Cart { return g(); } }',
    gives: [
      '<?php function add(int $a): int { return 0; } class Cart { function me(): self { return $this; } function all(): iterable { return; yield; } function of(): Cart { return (new \\ReflectionClass(Cart::class))->newInstanceWithoutConstructor(); } }',
      "<?php function add(int $a): int { return 77; } class Cart { function me(): self { return $this; } function all(): iterable { yield 'tdd-gate'; } function of(): Cart { return (new \\ReflectionClass(Cart::class))->newInstanceWithoutConstructor(); } }",
      "<?php function add(int $a): int { throw new \\RuntimeException('tdd-gate'); } class Cart { function me(): self { throw new \\RuntimeException('tdd-gate'); } function all(): iterable { throw new \\RuntimeException('tdd-gate'); } function of(): Cart { throw new \\RuntimeException('tdd-gate'); } }",
    ],
  },
  {
    title: 'types of Rust, whose tests in the same file stay',
    path: 'lib.rs',
    after: lines(
      'struct Cart { n: i32 }',
      'impl Cart { fn new(n: i32) -> Self { Cart { n } } fn each(&self) -> impl Iterator<Item = u8> { all() } fn any(&self) -> Other { f() } }',
      '#[cfg(test)]',
      'mod tests { #[test] fn adds() { assert!(true); } }',
    ),
    gives: [
      lines(
        'struct Cart { n: i32 }',
        'impl Cart { fn new(n: i32) -> Self { return Cart { n: 0 }; } fn each(&self) -> impl Iterator<Item = u8> { return std::iter::empty(); } fn any(&self) -> Other { f() } }',
        '#[cfg(test)]',
        'mod tests { #[test] fn adds() { assert!(true); } }',
      ),
      lines(
        'struct Cart { n: i32 }',
        'impl Cart { fn new(n: i32) -> Self { return Cart { n: 0 }; } fn each(&self) -> impl Iterator<Item = u8> { return std::iter::empty(); } fn any(&self) -> Other { f() } }',
        '#[cfg(test)]',
        'mod tests { #[test] fn adds() { assert!(true); } }',
      ),
      lines(
        'struct Cart { n: i32 }',
        'impl Cart { fn new(n: i32) -> Self { panic!("tdd-gate"); } fn each(&self) -> impl Iterator<Item = u8> { panic!("tdd-gate"); return std::iter::empty(); } fn any(&self) -> Other { panic!("tdd-gate"); } }',
        '#[cfg(test)]',
        'mod tests { #[test] fn adds() { assert!(true); } }',
      ),
    ],
  },
  {
    title: 'tasks, iterators and out parameters of C#',
    path: 'Cart.cs',
    after:
      'class Cart { async Task<int> Go() { return await F(); } Task Do() => F(); IEnumerable<int> All() { yield return 1; } bool Try(out int x) { x = 1; return F(); } string N { get { return F(); } } }',
    gives: [
      'class Cart { async Task<int> Go() { return default(int); } Task Do() => global::System.Threading.Tasks.Task.CompletedTask; IEnumerable<int> All() { yield break; } bool Try(out int x) { x = default(int); return default(bool); } string N { get { return default(string); } } }',
      'class Cart { async Task<int> Go() { return 77; } Task Do() => global::System.Threading.Tasks.Task.CompletedTask; IEnumerable<int> All() { yield break; } bool Try(out int x) { x = default(int); return true; } string N { get { return "tdd-gate"; } } }',
      'class Cart { async Task<int> Go() { throw new global::System.Exception("tdd-gate"); } Task Do() => throw new global::System.Exception("tdd-gate"); IEnumerable<int> All() { throw new global::System.Exception("tdd-gate"); } bool Try(out int x) { throw new global::System.Exception("tdd-gate"); } string N { get { throw new global::System.Exception("tdd-gate"); } } }',
    ],
  },
]

describe.each(ROWS)('$title in $path', ({ path, after, gives }) => {
  test.each(VARIANTS.map((way, n) => [way, gives[n]] as const))('is emptied: %s', async (way, text) => {
    const emptied = await emptyBodies({ path, before: null, after }, way, NONE)
    expect(emptied?.text.replace('// @ts-nocheck\n', '')).toBe(text)
  })
})

const RETURNS: readonly (readonly [title: string, path: string, after: string, altered: string, dropped: string])[] = [
  [
    'a function and its arrow',
    'a.js',
    'const f = (a) => a + 1\nfunction g(a) { if (a) return [].map((b) => { return b }); return f(a), 2 }',
    'const f = (a) => tddGateAltered(a + 1)\nfunction g(a) { if (a) return tddGateAltered([].map((b) => { return b })); return tddGateAltered((f(a), 2)) }',
    'const f = (a) => tddGateDropped(a + 1)\nfunction g(a) { if (a) return tddGateDropped([].map((b) => { return b })); return tddGateDropped((f(a), 2)) }',
  ],
  [
    'a chain of calls, and what returns nothing',
    'a.js',
    'class A { add(n) { this.n = n; return this } reset() { this.n = 0 } }',
    'class A { add(n) { return undefined } reset() { return undefined } }',
    'class A { add(n) { this.n = n; return this } reset() { this.n = 0 } }',
  ],
  [
    'Python',
    'a.py',
    lines('def f(a):', '    def g(b):', '        return b', '    return a, g(a)'),
    lines('def f(a):', '    def g(b):', '        return b', '    return tdd_gate_altered((a, g(a)))'),
    lines('def f(a):', '    def g(b):', '        return b', '    return tdd_gate_dropped((a, g(a)))'),
  ],
  [
    'a generator of Python',
    'a.py',
    lines('def f(a):', '    yield a', '    return a'),
    lines('def f(a):', '    return; yield'),
    lines('def f(a):', '    yield a', '    return a'),
  ],
]

test.each(RETURNS)('returned values are altered or dropped: %s in %s', async (_, path, after, altered, dropped) => {
  const [one, two] = await Promise.all(
    (['altered', 'dropped'] as const).map((way) => emptyBodies({ path, before: null, after }, way, NONE)),
  )
  expect(one?.text.startsWith(altered)).toBe(true)
  expect(two?.text.startsWith(dropped)).toBe(true)
})

test.each([
  ['1.5', '2.5'],
  ['Number.NaN', '0'],
  ['Number.POSITIVE_INFINITY', '0'],
  ['true', 'false'],
  ["'a'", "'tdd-gate'"],
  ['undefined', "'tdd-gate'"],
  ['null', "'tdd-gate'"],
  ['new Map()', "'tdd-gate'"],
  ['[1, [2]]', '[2,[3]]'],
  ['[]', "['tdd-gate']"],
  ['({ a: 1 })', '({a:2})'],
  ['({})', "({'tdd-gate':true})"],
])('an altered %s is %s', async (given, wanted) => {
  const altered = await emptyBodies({ path: 'a.js', before: null, after: `const f = () => ${given}` }, 'altered', NONE)
  const run = (text: string) => new Function(`${text}`)()
  expect(run(`${altered?.text}\nreturn f()`)).toEqual(run(`return ${wanted}`))
})

test('a value that equals anything is not altered, because another value would be noticed for its type alone', async () => {
  const after = 'const f = () => ({ asymmetricMatch: () => true })'
  const altered = await emptyBodies({ path: 'a.js', before: null, after }, 'altered', NONE)
  expect(new Function(`${altered?.text}\nreturn typeof f().asymmetricMatch`)()).toBe('function')
})

const KEPT: readonly (readonly [path: string, after: string, thrown: string, idle: string])[] = [
  [
    'a.js',
    'const f = (a) => a + 1\nexport function g(a) { return f(a) }',
    "const f = (a) => { throw new Error('tdd-gate') }\nexport function g(a) { throw new Error('tdd-gate') }",
    'const f = (a) => (true ? undefined : (a + 1))\nexport function g(a) { return undefined; return f(a) }',
  ],
  [
    'a.js',
    'class A extends B { constructor(n) { super(n); this.n = n } *all() { yield 1 } }',
    "class A extends B { constructor(n) { throw new Error('tdd-gate') } *all() { throw new Error('tdd-gate') } }",
    'class A extends B { constructor(n) { super(n); } *all() { return undefined; yield 1 } }',
  ],
  [
    'a.py',
    lines('def f(a):', '    b = a', '    return b', 'g = lambda a: a'),
    lines(
      'def f(a):',
      "    raise RuntimeError('tdd-gate')",
      "g = lambda a: (_ for _ in ()).throw(RuntimeError('tdd-gate'))",
    ),
    lines('def f(a):', '    return None', '    b = a', '    return b', 'g = lambda a: None if True else (a)'),
  ],
  [
    'a.go',
    lines('package a', 'func F(n int) int {', '\treturn n', '}'),
    lines('package a', 'func F(n int) int { panic("tdd-gate") }'),
    lines('package a', 'func F(n int) (_ int) {', 'return', '', '\treturn n', '}'),
  ],
  [
    'A.java',
    'class A { int f(int n) { return n; } }',
    'class A { int f(int n) { throw new RuntimeException("tdd-gate"); } }',
    'class A { int f(int n) { if (true) { return 0; }  return n; } }',
  ],
  [
    'a.rb',
    lines('def f(n)', '  n', 'end'),
    lines('def f(n)', "  raise('tdd-gate')", 'end'),
    lines('def f(n)', '  return nil if true; n', 'end'),
  ],
  [
    'a.php',
    '<?php function f($n) { return $n; }',
    "<?php function f($n) { throw new \\RuntimeException('tdd-gate'); }",
    '<?php function f($n) { if (true) { return null; }  return $n; }',
  ],
  [
    'a.rs',
    'fn f(n: u8) -> u8 { n }',
    'fn f(n: u8) -> u8 { panic!("tdd-gate"); }',
    'fn f(n: u8) -> u8 { if true { return 0; }  n }',
  ],
  [
    'A.cs',
    'class A { int F(int n) { return n; } }',
    'class A { int F(int n) { throw new global::System.Exception("tdd-gate"); } }',
    'class A { int F(int n) { if (true) { return default(int); }  return n; } }',
  ],
]

test('a constructor of Python does nothing where its class is idle, because a driver may ask for what it sets', async () => {
  const after = lines('class A:', '    def __init__(self, n):', '        self.n = n')
  const idle = await emptyBodies({ path: 'a.py', before: null, after }, 'idle', NONE)
  expect(idle?.text).toBe(lines('class A:', '    def __init__(self, n):', '        pass'))
})

test.each(KEPT)('functions of %s throw, or return before their code: %s', async (path, after, thrown, idle) => {
  const [one, two] = await Promise.all(
    (['thrown', 'idle'] as const).map((way) => emptyBodies({ path, before: null, after }, way, NONE)),
  )
  expect([one?.text, two?.text]).toEqual([thrown, idle])
})

test.each([
  ['return True', true],
  ['return isinstance(other, (int, float))', true],
  ['return type(other) is float or isinstance(other, int)', true],
  ['return False', false],
  ['return self.v == other', false],
  ['return isinstance(other, Money) and self.v == other.v', false],
  ['return vars(self) == vars(other)', false],
  ['return super().__eq__(other)', false],
])('an equality that does `%s` is shown: %s', async (body, isShown) => {
  const after = lines('class Money:', '    def __eq__(self, other):', `        ${body}`)
  const { equalsAll } = (await emptyBodies({ path: 'a.py', before: null, after }, 'nothing', NONE)) ?? {}
  expect(equalsAll).toEqual(isShown ? ['Money.__eq__'] : [])
})

const changed = (before: string, after: string, path = 'a.js', kept = NONE) =>
  emptyBodies({ path, before, after }, 'nothing', kept)

test('functions that the change left alone keep their bodies, whatever moved', async () => {
  const before = 'function old() { return 1 }\nfunction other() { return 2 }\n'
  const after = `function fresh() { return 3 }\n// moved\n${before.replace('return 2', 'return 4')}`
  expect(await changed(before, after)).toMatchObject({
    functions: ['fresh', 'other'],
    text: expect.stringContaining('function old() { return 1 }'),
  })
})

test('of nested functions only the one that changed is emptied', async () => {
  const make = (body: string) => `const make = () => {\n  const add = (a) => ${body}\n  return { add }\n}\n`
  expect(await changed(make('a'), make('a + 1'))).toMatchObject({ functions: ['make.add'], isWhole: true })
})

test('functions that are to keep their bodies do', async () => {
  const { functions } = (await changed('', 'const a = () => 1\nconst b = () => 2\n', 'a.js', new Set(['a']))) ?? {}
  expect(functions).toEqual(['b'])
})

test.each([
  ['functions only', 'a.js', 'export const add = (a) => a\nmodule.exports = { add }\n', true],
  ['an import', 'a.js', "import { b } from './b.js'\nexport const add = (a) => b(a)\n", true],
  ['types', 'a.ts', 'type A = 1\nexport const add = (a: A): A => a\n', true],
  ['a list of exported names', 'a.py', "__all__ = ['add']\ndef add():\n    return 1\n", true],
  ['data', 'a.js', 'export const RATE = 19\nexport const add = (a) => a\n', false],
  ['a field of a class', 'a.js', 'class A {\n  list = [1]\n  add(a) { return a }\n}\n', false],
  ['a call', 'a.js', 'const add = (a) => a\nregister(add)\n', false],
  ['what another file exports', 'a.js', "export { b } from './b.js'\nexport const add = (a) => a\n", false],
  ['a class without functions', 'a.js', 'class Gone extends Error {}\nconst add = (a) => a\n', false],
  ['a function that was empty', 'a.js', 'export const a = () => {}\nexport const add = (a) => a\n', false],
  ['a variable of Go', 'a.go', 'package a\n\nvar rate = 19\n\nfunc Add() int { return 1 }\n', false],
  ['a field of Java without a value', 'A.java', 'class A { int n; int f() { return n + 1; } }', true],
  ['a field of Java', 'A.java', 'class A { int n = 1; int f() { return n; } }', false],
  ['imports of Ruby', 'a.rb', "require 'b'\ndef f\n  b\nend\n", true],
  ['a constant of Rust', 'a.rs', 'const N: u8 = 1; fn f() -> u8 { N }', false],
  ['a field of Python', 'a.py', 'class A:\n    n = 1\n    def add(self):\n        return 1\n', false],
])('a change is emptied whole, or not: %s', async (_, path, after, isWhole) => {
  expect(await emptyBodies({ path, before: null, after }, 'nothing', NONE)).toMatchObject({ isWhole })
})

test.each([
  ['another language', 'a.css', 'a { color: red }'],
  ['no program', 'a.js', 'function ('],
  ['deeply nested text', 'a.js', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['very long text', 'a.js', `const add = () => '${'x'.repeat(600_000)}'`],
])('%s is not emptied', async (_, path, after) => {
  expect(await emptyBodies({ path, before: null, after }, 'nothing', NONE)).toBeNull()
})

test.each([
  ['a.js', 'const price = () => ({ asymmetricMatch: () => true })', ['price.asymmetricMatch']],
  ['a.py', 'class A:\n    def __eq__(self, other):\n        return True\n', ['A.__eq__']],
  ['a.py', 'class A:\n    def __eq__(self, other):\n        return self.n == other.n\n', []],
  ['a.js', 'class A { equals(other) { return true } }', []],
  ['a.rb', 'class A\n  def ==(other)\n    true\n  end\nend\n', ['A.==']],
  ['a.rb', 'class A\n  def ==(other) = other.is_a?(A)\nend\n', ['A.==']],
  ['a.rb', 'class A\n  def eql?(other)\n    A === other\n  end\nend\n', ['A.eql?']],
  ['a.rb', 'class A\n  def ==(other)\n    other.is_a?(A) && n == other.n\n  end\nend\n', []],
  ['a.rb', 'class A\n  def ==(other)\n    super\n  end\nend\n', []],
  ['a.rb', 'class A\n  include Comparable\n  def <=>(other) = 0\nend\n', ['A.<=>']],
  ['a.rb', 'class A\n  include Comparable\n  def <=>(other) = n <=> other.n\nend\n', []],
  ['a.rb', 'class Hash\n  def ==(other)\n    size == other.size\n  end\nend\n', ['Hash.==']],
  ['a.rb', 'module Shop\n  class Array\n    def ==(other)\n      n == other.n\n    end\n  end\nend\n', []],
  ['a.rb', 'Hash.prepend(Module.new { def size = 1 })\n', ['Hash.prepend']],
  ['a.rb', 'Amount.define_method(:==) { |other| n >= other.n }\n', ['define_method ==']],
  ['a.rb', 'class A\n  alias_method :eql?, :near?\nend\n', ['alias_method eql?']],
  ['a.py', 'setattr(Amount, "__eq__", lambda self, other: self >= other)\n', ['__eq__']],
  ['a.py', 'Amount.__ne__ = near\n', ['__ne__']],
  ['a.js', 'Object.defineProperty(made, "asymmetricMatch", { value: near })', ['asymmetricMatch']],
  ['a.js', 'const price = (a) => ({ toString() { return a ? "2" : "1" } })', ['price.toString']],
  ['a.js', 'const price = (a) => ({ valueOf: () => a, toString: () => "1" })', ['price.valueOf', 'price.toString']],
  ['a.js', 'class A { [Symbol.toPrimitive]() { return 1 } }', ['A.[Symbol.toPrimitive]']],
  ['a.js', 'const price = (a) => ({ cents: 0, [Symbol.toPrimitive]: () => a })', ['price.[Symbol.toPrimitive]']],
  ['a.js', 'const price = (a) => ({ a, toString() { return `${a} EUR` } })', []],
  ['a.js', 'class A { n = 1\n toString() { return "A" } }', []],
  ['a.js', 'class A extends Error { toString() { return "A" } }', []],
  ['a.js', 'class A { toString() { return this.name } }', []],
])('what makes an object equal to anything is named, in %s: %s', async (path, after, names) => {
  expect(await emptyBodies({ path, before: null, after }, 'nothing', NONE)).toMatchObject({ equalsAll: names })
  expect(await emptyBodies({ path, before: after, after }, 'nothing', NONE)).toMatchObject({ equalsAll: [] })
})

test('what runs while a file loads is named, with what it calls', async () => {
  const after = 'const a = () => b()\nconst b = () => 1\nconst c = () => 2\nconst list = [a()]\nexport { c }\n'
  const used = await usedOnLoading([{ path: 'a.js', before: null, after }])
  expect(['a', 'b', 'c'].filter((name) => used.has(name))).toEqual(['a', 'b'])
})
