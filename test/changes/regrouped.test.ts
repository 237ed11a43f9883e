/** Which changes of code and tests only put what stands at the top of files into other files. */
import { beforeAll, expect, test } from 'vitest'
import { isRegrouped, type RegroupedFile } from '../../src/changes/regrouped.ts'
import { loadAllGrammars } from '../support/grammars.ts'

beforeAll(loadAllGrammars)

const file = (path: string, before: string | null, after: string | null): RegroupedFile => ({
  path,
  isTest: path.includes('test'),
  before,
  after,
})

const DOUBLE = 'export const double = (n) => n * 2\n'
const NEXT = 'export const next = (n) => n + 1\n'
const TEST = "import { test } from 'node:test'\n"
const importing = (names: string, module: string) => `import { ${names} } from '../src/${module}.js'\n`
const DOUBLES = "test('doubles', () => is(double(2), 4))\n"
const COUNTS = "test('counts on', () => is(next(1), 2))\n"
const CODE = [file('src/sums.js', DOUBLE + NEXT, NEXT), file('src/more.js', null, DOUBLE)]
const withTests = (moved: string, left = COUNTS) => [
  file(
    'test/sums.test.js',
    TEST + importing('double, next', 'sums') + DOUBLES + COUNTS,
    TEST + importing('next', 'sums') + left,
  ),
  file('test/more.test.js', null, TEST + importing('double', 'more') + moved),
]

test.each<[string, readonly RegroupedFile[]]>([
  ['a function of JavaScript moves with its test', [...CODE, ...withTests(DOUBLES)]],
  [
    'a function moves away from one that calls it',
    [
      file(
        'src/sums.js',
        `${DOUBLE}export const four = double(2)\n`,
        `import { double } from './more.js'\nexport const four = double(2)\n`,
      ),
      file('src/more.js', null, DOUBLE),
    ],
  ],
  [
    'a function of Python moves to a file that stands',
    [
      file(
        'shop/sums.py',
        'def double(n):\n    return n * 2\n\n\ndef next(n):\n    return n + 1\n',
        'def next(n):\n    return n + 1\n',
      ),
      file(
        'shop/more.py',
        'def third(n):\n    return n - 3\n',
        'def third(n):\n    return n - 3\n\n\ndef double(n):\n    return n * 2\n',
      ),
      file(
        'tests/test_sums.py',
        'from shop.sums import double, next\n\n\ndef test_double():\n    assert double(2) == 4\n\n\ndef test_next():\n    assert next(1) == 2\n',
        'from shop.sums import next\n\n\ndef test_next():\n    assert next(1) == 2\n',
      ),
      file(
        'tests/test_more.py',
        null,
        'from shop.more import double\n\n\ndef test_double():\n    assert double(2) == 4\n',
      ),
    ],
  ],
  [
    'a function of Go moves with its test',
    [
      file(
        'sums.go',
        'package shop\n\nfunc Double(n int) int { return n * 2 }\n\nfunc Next(n int) int { return n + 1 }\n',
        'package shop\n\nfunc Next(n int) int { return n + 1 }\n',
      ),
      file('more.go', null, 'package shop\n\nfunc Double(n int) int { return n * 2 }\n'),
      file(
        'sums_test.go',
        'package shop\n\nimport "testing"\n\nfunc TestDouble(t *testing.T) { Double(2) }\n\nfunc TestNext(t *testing.T) { Next(1) }\n',
        'package shop\n\nimport "testing"\n\nfunc TestNext(t *testing.T) { Next(1) }\n',
      ),
      file('more_test.go', null, 'package shop\n\nimport "testing"\n\nfunc TestDouble(t *testing.T) { Double(2) }\n'),
    ],
  ],
])('only places change: %s', (_, files) => {
  expect(isRegrouped(files)).toBe(true)
})

const RATE = (rate: string) => `const RATE = ${rate}\n`
const TAX = 'export const tax = (n) => n * RATE\n'

test.each<[string, readonly RegroupedFile[]]>([
  ['a test demands something else', [...CODE, ...withTests(DOUBLES.replace('4', '5'))]],
  ['a test is gone', [...CODE, ...withTests(DOUBLES, '')]],
  ['a test is there twice', [...CODE, ...withTests(DOUBLES + DOUBLES)]],
  [
    'the code changes on its way',
    [file('src/sums.js', DOUBLE + NEXT, NEXT), file('src/more.js', null, DOUBLE.replace('2', '3'))],
  ],
  [
    'the code goes to where a name means something else',
    [file('src/a.js', RATE('1') + TAX, RATE('1')), file('src/b.js', RATE('2'), RATE('2') + TAX)],
  ],
  [
    'the code leaves what it uses, for what all files have',
    [file('src/a.js', `${RATE('1')}${TAX}`, RATE('1')), file('src/b.js', null, TAX)],
  ],
  [
    'a constant of Python means something else there',
    [
      file('a.py', 'RATE = 1\ndef tax(n):\n    return n * RATE\n', 'RATE = 1\n'),
      file('b.py', 'RATE = 2\n', 'RATE = 2\ndef tax(n):\n    return n * RATE\n'),
    ],
  ],
  [
    'a test takes what it calls from elsewhere',
    [
      ...CODE,
      ...withTests(DOUBLES).map((one) => ({ ...one, after: one.after?.replace('../src/more.js', './lax.js') ?? null })),
    ],
  ],
  [
    'moved code imports another thing by the same name',
    [
      file('src/a.js', `import { rate } from './full.js'\nexport const tax = (n) => n * rate\n${NEXT}`, NEXT),
      file('src/b.js', null, "import { rate } from './reduced.js'\nexport const tax = (n) => n * rate\n"),
    ],
  ],
  ['statements run in another order in one file', [file('src/a.js', 'a()\nb()\n', 'b()\na()\n')]],
  ['nobody reads the language', [file('src/a.xyz', 'a', null), file('src/b.xyz', null, 'a')]],
])('more than places changes: %s', (_, files) => {
  expect(isRegrouped(files)).toBe(false)
})
