/** What a function loses inside of code that it keeps: an operand of a condition, a copy, the error that a handler names. */
import { describe, expect, test } from 'vitest'
import { findLostPieces } from '../../src/changes/lost-pieces.ts'
import { withMutants } from '../../src/rewriting/mutants.ts'

const find = (path: string, before: string, after: string) =>
  findLostPieces({ path, before, after, known: [before, after] })
const inJs = (condition: string) => `function f(user, n) {\n  if (${condition}) return 0\n  return n\n}\n`
const inPython = (body: string) => `def f(a, b):\n${body.replace(/^/gm, '    ')}\n`
const TRY = (head: string) => inPython(`try:\n    return a[b]\n${head}:\n    return 0`)
const GO = (condition: string) =>
  `package a\n\nfunc F(u *U, n int) int {\n\tif ${condition} {\n\t\treturn 0\n\t}\n\treturn n\n}\n`
const RUBY = (head: string) => `def f(a)\n  a.call\n${head}\n  nil\nend\n`
const PHP = (type: string) =>
  `<?php\nfunction f($a) {\n  try {\n    return $a();\n  } catch (${type} $e) {\n    return 0;\n  }\n}\n`

type Row = readonly [title: string, path: string, before: string, after: string, was: string]

const LOST: readonly Row[] = [
  ['an operand of a guard', 'a.js', inJs('!user || user.disabled'), inJs('!user'), '!user || user.disabled'],
  ['the first operand', 'a.ts', inJs('user && user.active'), inJs('user.active'), 'user && user.active'],
  ['an operand inside of others', 'a.js', inJs('!user || (n > 1 && n < 9)'), inJs('!user || n > 1'), 'n > 1 && n < 9'],
  ['two operands of three', 'a.js', inJs('!user || n < 0 || n > 9'), inJs('n < 0'), '!user || n < 0 || n > 9'],
  [
    'an operand of what is returned, beside other changes',
    'a.js',
    'const ok = (user, n) => {\n  log(n)\n  return user.active && n > 0\n}\n',
    'const ok = (user, n, max) => {\n  log(n, max)\n  return user.active\n}\n',
    'user.active && n > 0',
  ],
  [
    'an operand of Python',
    'a.py',
    inPython('if a is None or b < 0:\n    raise E()'),
    inPython('if a is None:\n    raise E()'),
    'a is None or b < 0',
  ],
  ['an operand of Go', 'a.go', GO('u == nil || u.Off'), GO('u == nil'), 'u == nil || u.Off'],
  [
    'an operand of Ruby',
    'a.rb',
    'def f(a)\n  raise E if a.nil? || a.off?\n  a\nend\n',
    'def f(a)\n  raise E if a.nil?\n  a\nend\n',
    'a.nil? || a.off?',
  ],
  [
    'an operand of PHP',
    'a.php',
    '<?php\nfunction f($a) {\n  if ($a === null || $a->off) { return 0; }\n  return 1;\n}\n',
    '<?php\nfunction f($a) {\n  if ($a === null) { return 0; }\n  return 1;\n}\n',
    '$a === null || $a->off',
  ],
  [
    'an operand of Java',
    'A.java',
    'class A { int f(U a) { if (a == null || a.off) { return 0; } return 1; } }\n',
    'class A { int f(U a) { if (a == null) { return 0; } return 1; } }\n',
    'a == null || a.off',
  ],
  [
    'a spread',
    'a.js',
    'class A {\n  get all() {\n    return [...this.items]\n  }\n}\n',
    'class A {\n  get all() {\n    return this.items\n  }\n}\n',
    '[...this.items]',
  ],
  [
    'a spread of an object',
    'a.js',
    'function f(a) {\n  const own = { ...a }\n  own.b = 1\n  return own\n}\n',
    'function f(a) {\n  const own = a\n  own.b = 1\n  return own\n}\n',
    '{ ...a }',
  ],
  [
    'a slice',
    'a.ts',
    'function f(a: number[]) {\n  return a.slice()\n}\n',
    'function f(a: number[]) {\n  return a\n}\n',
    'a.slice()',
  ],
  [
    'a frozen value at the top',
    'a.js',
    'export const RATES = Object.freeze({ de: 1 })\n',
    'export const RATES = { de: 1 }\n',
    'Object.freeze({ de: 1 })',
  ],
  ['a copy before it is sorted', 'a.js', 'const f = (a) => [...a].sort()\n', 'const f = (a) => a.sort()\n', '[...a]'],
  ['a list of Python', 'a.py', inPython('return list(a)'), inPython('return a'), 'list(a)'],
  [
    'a whole slice',
    'a.py',
    inPython('own = a[:]\nown.sort()\nreturn own'),
    inPython('own = a\nown.sort()\nreturn own'),
    'a[:]',
  ],
  ['a deep copy', 'a.py', inPython('self.rows = copy.deepcopy(a)'), inPython('self.rows = a'), 'copy.deepcopy(a)'],
  ['a copy of Ruby', 'a.rb', 'def items\n  @items.dup\nend\n', 'def items\n  @items\nend\n', '@items.dup'],
  [
    'a clone of Go',
    'a.go',
    'package a\n\nfunc (s *S) All() []int {\n\treturn slices.Clone(s.all)\n}\n',
    'package a\n\nfunc (s *S) All() []int {\n\treturn s.all\n}\n',
    'slices.Clone(s.all)',
  ],
  [
    'a copy of Java',
    'A.java',
    'class A { List<B> all() { return List.copyOf(all); } }\n',
    'class A { List<B> all() { return all; } }\n',
    'List.copyOf(all)',
  ],
  [
    'a wait',
    'a.js',
    'async function f(db, row) {\n  await db.write(row)\n  return row.id\n}\n',
    'async function f(db, row) {\n  db.write(row)\n  return row.id\n}\n',
    'await db.write(row)',
  ],
  [
    'a wait of Python',
    'a.py',
    inPython('await a.write(b)\nreturn b'),
    inPython('a.write(b)\nreturn b'),
    'await a.write(b)',
  ],
  [
    'the begin of a pattern',
    'a.js',
    'const f = (s) => /^[a-z]+$/.test(s)\n',
    'const f = (s) => /[a-z]+$/.test(s)\n',
    '/^[a-z]+$/',
  ],
  [
    'both ends of another pattern',
    'a.js',
    'const f = (s) => /^[a-z]+$/.test(s)\n',
    'const f = (s) => /[a-z-]+/i.test(s)\n',
    '/^[a-z]+$/',
  ],
  [
    'the end of a pattern of Python',
    'a.py',
    inPython("return re.match(r'^[a-z]+$', a)"),
    inPython("return re.match(r'^[a-z]+', a)"),
    "r'^[a-z]+$'",
  ],
  [
    'the end of a pattern of Go',
    'a.go',
    'package a\n\nvar name = regexp.MustCompile(`^[a-z]+$`)\n',
    'package a\n\nvar name = regexp.MustCompile(`^[a-z]+`)\n',
    '`^[a-z]+$`',
  ],
  [
    'a sorted copy',
    'a.js',
    'const f = (list) => list.toSorted(by).slice(1)\n',
    'const f = (list) => list.sort(by).slice(1)\n',
    'list.toSorted(by)',
  ],
  ['a copy of Ruby that it changes', 'a.rb', 'def f(a)\n  a.sort\nend\n', 'def f(a)\n  a.sort!\nend\n', 'a.sort'],
  ['an error of Python', 'a.py', TRY('except KeyError'), TRY('except Exception'), 'except KeyError'],
  ['each error of Python', 'a.py', TRY('except KeyError as e'), TRY('except'), 'except KeyError as e'],
  ['one error more', 'a.py', TRY('except KeyError'), TRY('except (KeyError, TypeError)'), 'except KeyError'],
  [
    'a suppressed error',
    'a.py',
    inPython('with suppress(KeyError):\n    del a[b]'),
    inPython('with suppress(Exception):\n    del a[b]'),
    'suppress(KeyError)',
  ],
  ['an error of Ruby', 'a.rb', RUBY('rescue KeyError => e'), RUBY('rescue => e'), 'rescue KeyError => e'],
  ['a wider error of Ruby', 'a.rb', RUBY('rescue KeyError'), RUBY('rescue StandardError'), 'rescue KeyError'],
  ['an error of PHP', 'a.php', PHP('Missing'), PHP('\\Throwable'), 'catch (Missing $e)'],
  [
    'an error of Java',
    'A.java',
    'class A { int f() { try { return g(); } catch (IOException e) { return 0; } } }\n',
    'class A { int f() { try { return g(); } catch (Exception e) { return 0; } } }\n',
    'catch (IOException e)',
  ],
  [
    'an error of C#',
    'A.cs',
    'class A { int F() { try { return G(); } catch (IOException e) { return 0; } } }\n',
    'class A { int F() { try { return G(); } catch (Exception e) { return 0; } } }\n',
    'catch (IOException e)',
  ],
  [
    'an error that a handler passes on',
    'a.js',
    'function f(g) {\n  try {\n    return g()\n  } catch (error) {\n    if (!(error instanceof Missing)) throw error\n    return 0\n  }\n}\n',
    'function f(g) {\n  try {\n    return g()\n  } catch (error) {\n    return 0\n  }\n}\n',
    'if (!(error instanceof Missing)) throw error',
  ],
]

describe('what a function loses is found, and can be put back alone', () => {
  test.each(LOST)('%s', async (title, path, before, after, was) => {
    const found = await find(path, before, after)
    expect(found.map((piece) => piece.was)).toEqual([was])
    const bare = (text: string) => text.replace(/[\s()]/g, '')
    if (!/log\(n\)|pattern/.test(before + title)) expect(bare(withMutants(found))).toBe(bare(before))
  })
})

const KEPT: readonly (readonly [title: string, path: string, before: string, after: string])[] = [
  [
    'an operand that got its own condition',
    'a.js',
    inJs('!user || user.disabled'),
    `${inJs('!user')}`.replace('return n\n', 'if (user.disabled) return 1\n  return n\n'),
  ],
  [
    'an operand that moved to another function',
    'a.js',
    `${inJs('!user || user.disabled')}const g = (n) => f(n)\n`,
    `${inJs('!user')}const g = (n) => (n.user.disabled ? 0 : f(n))\n`,
  ],
  ['an operand in another way', 'a.js', inJs('!user || n < 1'), inJs('!user || n <= 0')],
  ['an operand that a function asks', 'a.js', inJs('!user || user.off || user.gone'), inJs('isOut(user)')],
  ['another name', 'a.js', inJs('!user || user.off'), inJs('!user || user.off').replaceAll('user', 'one')],
  ['an optional chain', 'a.js', inJs('user && user.active && n > 1'), inJs('user?.active && n > 1')],
  [
    'a safe call of Ruby',
    'a.rb',
    'def f(a)\n  return 0 if a && a.b && a.c\nend\n',
    'def f(a)\n  return 0 if a&.b && a.c\nend\n',
  ],
  [
    'turned round',
    'a.js',
    inJs('!user || user.disabled'),
    'function f(user, n) {\n  if (user && !user.disabled) return n\n  return 0\n}\n',
  ],
  [
    'another function with the shorter condition',
    'a.js',
    inJs('!user || n > 1'),
    `${inJs('!user || n > 1')}function g(user) {\n  if (!user) return 0\n}\n`,
  ],
  ['more operands', 'a.js', inJs('!user'), inJs('!user || n > 1')],
  ['other copies', 'a.js', 'const f = (a) => [...a]\n', 'const f = (a) => a.slice()\n'],
  ['a copy that a method makes', 'a.js', 'const f = (a) => [...a].map(g)\n', 'const f = (a) => a.map(g)\n'],
  ['a sorted copy', 'a.py', inPython('return sorted(list(a))'), inPython('return sorted(a)')],
  ['a copy of what is new', 'a.py', inPython('return list(g(a))'), inPython('return g(a)')],
  [
    'a copy that moved',
    'a.js',
    'const f = (a) => [...a]\nconst g = (a) => f(a)\n',
    'const f = (a) => a\nconst g = (a) => f([...a])\n',
  ],
  [
    'a clone of Rust, which the compiler asks for',
    'a.rs',
    'fn f(a: &A) -> A { let b = a.clone(); b }\n',
    'fn f(a: A) -> A { let b = a; b }\n',
  ],
  [
    'a wait that the caller does',
    'a.js',
    'const f = async (a) => {\n  return await g(a)\n}\n',
    'const f = async (a) => {\n  return g(a)\n}\n',
  ],
  [
    'another pattern with both ends',
    'a.js',
    'const f = (s) => /^[a-z]+$/.test(s)\n',
    'const f = (s) => /^[a-z-]+$/.test(s)\n',
  ],
  ['a price that is no pattern', 'a.js', "const f = (s) => g('5 $', s)\n", "const f = (s) => g('6', s)\n"],
  ['a new handler of all errors', 'a.py', 'a = 1\n', `a = 1\n${TRY('except Exception')}`],
  ['another error', 'a.py', TRY('except KeyError'), TRY('except MissingKey')],
  ['an error less', 'a.py', TRY('except (KeyError, TypeError)'), TRY('except KeyError')],
  ['a name for the error', 'a.py', TRY('except KeyError'), TRY('except KeyError as error')],
  [
    'handlers of two errors in one',
    'a.py',
    inPython('try:\n    f()\nexcept A:\n    g()\nexcept B:\n    g()'),
    inPython('try:\n    f()\nexcept (A, B):\n    g()'),
  ],
  [
    'a handler in a function of its own',
    'a.py',
    TRY('except KeyError'),
    `${inPython('return g(a, b)')}${TRY('except KeyError').replace('f(', 'g(')}`,
  ],
  ['no known language', 'a.zig', 'a and b\n', 'a\n'],
]

describe('code that means the same loses nothing', () => {
  test.each(KEPT)('%s', async (_, path, before, after) => {
    expect(await find(path, before, after)).toEqual([])
  })
})
