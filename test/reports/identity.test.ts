import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedCase, ParsedReport } from '../../src/reports/format.ts'
import { identify } from '../../src/reports/identity.ts'
import { getJsonTree } from '../../src/reports/json/tree.ts'
import { isVolatileName, redactedKey, testId } from '../../src/reports/test-id.ts'
import { getCpuMs } from '../support/cpu.ts'
import { parsedReport } from '../support/parsed.ts'
import { shareOf } from '../support/property-runs.ts'

const failing = (stack: string): Partial<ParsedCase> => ({
  outcome: 'failed',
  failure: { kind: 'assertion', message: 'no', type: null, stack, line: null, missing: null },
})
const run = (paths: readonly string[], ...reports: ParsedReport[]) => identify(reports, getJsonTree(paths))
const only = (paths: readonly string[], part: Partial<ParsedCase>) => run(paths, parsedReport([part])).cases[0]

describe('the file of a case is a tracked path', () => {
  test.each([
    ['a relative path', 'src/a.test.ts', 'src/a.test.ts'],
    ['a path from the working folder', './src/a.test.ts', 'src/a.test.ts'],
    ['an absolute path', '/home/user/project/src/a.test.ts', 'src/a.test.ts'],
    ['a container path', '/app/packages/b/src/b.test.ts', 'packages/b/src/b.test.ts'],
    ['a Windows path', 'C:\\work\\shop\\src\\a.test.ts', 'src/a.test.ts'],
    ['a file URL with escapes', 'file:///app/src/with%20space.test.ts', 'src/with space.test.ts'],
    ['a path of a package folder', 'src/b.test.ts', 'packages/b/src/b.test.ts'],
    ['a path with steps back', 'packages/../src/a.test.ts', 'src/a.test.ts'],
    ['the longest tracked suffix', '/x/y/test/deep/a.test.ts', 'test/deep/a.test.ts'],
    ['nothing that is tracked', '/elsewhere/gone.test.ts', null],
    ['a tracked file of the same name in another folder', 'other/b.test.ts', null],
  ])('%s', (_, file, expected) => {
    const paths = [
      'src/a.test.ts',
      'packages/b/src/b.test.ts',
      'src/with space.test.ts',
      'test/deep/a.test.ts',
      'a.test.ts',
    ]
    expect(only(paths, { file })?.file).toBe(expected)
  })

  test.each([
    ['the compiled file of a source', 'dist-node/test/v4.test.js', 'src/test/v4.test.ts'],
    ['the same by its whole path', '/app/dist/esm/test/v4.test.mjs', 'src/test/v4.test.ts'],
    ['a compiled file that two sources fit', 'build/twin.test.js', null],
    ['a compiled file without a source', 'dist/test/v5.test.js', null],
    ['a file of an installed package', 'node_modules/uuid/test/v4.test.js', null],
    ['a source that is not there', 'dist/test/v4.test.ts', null],
  ])('%s', (_, file, expected) => {
    const paths = ['src/test/v4.test.ts', 'src/v4.ts', 'a/twin.test.ts', 'b/twin.test.ts', 'README.md']
    expect(only(paths, { file })?.file).toBe(expected)
  })

  test('is unknown, with a warning, when two tracked files fit as well', () => {
    const { cases, warnings } = run(
      ['packages/a/src/x.test.ts', 'packages/b/src/x.test.ts'],
      parsedReport([{ file: 'src/x.test.ts' }]),
    )
    expect(cases[0]?.file).toBeNull()
    expect(warnings).toEqual(['`src/x.test.ts` fits more than one tracked file, so its tests belong to none'])
  })

  test.each([
    ['a pytest module', 'tests.unit.test_cart', 'tests/unit/test_cart.py'],
    ['a pytest class', 'tests.unit.test_cart.TestCart', 'tests/unit/test_cart.py'],
    ['a pytest module of a service folder', 'tests.test_api', 'services/api/tests/test_api.py'],
    ['a Java class', 'com.shop.CartTest', 'app/src/test/java/com/shop/CartTest.java'],
    ['an inner Java class', 'com.shop.CartTest$Adding', 'app/src/test/java/com/shop/CartTest.java'],
    ['a Kotlin class', 'com.shop.PriceTest', 'app/src/test/kotlin/com/shop/PriceTest.kt'],
    ['a Go package', 'example.com/shop/internal/cart', 'internal/cart'],
    ['a Go package of a module in a folder', 'example.com/other/billing', 'backend/billing'],
    ['the root package of a Go module', 'example.com/shop', '.'],
    ['a vitest class name', 'src/a.test.ts', 'src/a.test.ts'],
    ['words', 'cart adds numbers', null],
    ['one word that is a source file', 'helper', null],
  ])('is found from %s', (_, className, expected) => {
    const paths = [
      'tests/unit/test_cart.py',
      'services/api/tests/test_api.py',
      'app/src/test/java/com/shop/CartTest.java',
      'app/src/test/kotlin/com/shop/PriceTest.kt',
      'go.mod',
      'main_test.go',
      'internal/cart/cart_test.go',
      'backend/go.mod',
      'backend/billing/billing_test.go',
      'src/a.test.ts',
      'helper.py',
    ]
    expect(only(paths, { className })?.file).toBe(expected)
  })

  test('is found from the first test file of the stack, without a change of the id', () => {
    const paths = ['src/cart.js', 'test/cart.test.js']
    const stack =
      'TypeError: no\n    at add (/app/src/cart.js:3:1)\n    at Context.<anonymous> (/app/test/cart.test.js:9:5)'
    const red = only(paths, failing(stack))
    expect(red?.file).toBe('test/cart.test.js')
    expect(red?.id).toBe(only(paths, {})?.id)
  })
})

describe('a failure names the first frame of the project', () => {
  test.each([
    [
      'JavaScript',
      'Error: x\n    at f (/app/node_modules/p/src/cart.js:1:1)\n    at g (file:///app/src/cart.js:12:5)',
      12,
    ],
    ['a bare JavaScript frame', 'Error: x\n    at /app/src/cart.js:12:5\n    at node:internal/x:1:2', 12],
    [
      'an async JavaScript frame',
      'Error: x\n    at async Promise.all (index 0)\n    at async f (/app/src/cart.js:12:5)',
      12,
    ],
    ['a vitest frame', ' ❯ src/cart.js:12:5', 12],
    ['Java', '\tat org.junit.Assert.fail(Assert.java:89)\n\tat com.shop.CartTest.adds(CartTest.java:12)', 12],
    ['Go', '    cart_test.go:12: got 1, want 2', 12],
    ['a Go panic', 'panic: x\n\t/usr/local/go/src/testing/testing.go:1 +0x1\n\t/app/cart/cart_test.go:12 +0x1d', 12],
    ['a Python traceback', 'Traceback:\n  File "/app/src/cart.py", line 12, in add\nValueError', 12],
    ['pytest', '    def test():\n>       add()\nE       ValueError\n\nsrc/cart.py:12: ValueError', 12],
    ['Ruby', "     # ./spec/cart_spec.rb:12:in `block'", 12],
    ['a stack of libraries only', 'Error\n    at f (/app/node_modules/src/cart.js:1:1)', null],
  ])('%s', (_, stack, line) => {
    const paths = [
      'src/cart.js',
      'src/cart.py',
      'src/test/java/com/shop/CartTest.java',
      'cart/cart_test.go',
      'spec/cart_spec.rb',
    ]
    const failure = only(paths, failing(stack))?.failure
    expect(failure?.line).toBe(line)
    expect(paths.includes(failure?.at ?? '')).toBe(line !== null)
  })

  test('of a Go test it is in the package of the test', () => {
    const paths = ['go.mod', 'cart/all_test.go', 'price/all_test.go']
    const test = only(paths, { ...failing('    all_test.go:5: no'), className: 'example.com/shop/price' })
    expect(test?.failure).toMatchObject({ at: 'price/all_test.go', line: 5 })
  })

  test('of a Python traceback it is the innermost', () => {
    const stack =
      'Traceback\n  File "tests/test_a.py", line 3, in t\n  File "src/a.py", line 7, in f\n  File "/usr/lib/python3.11/json.py", line 9, in g\nE'
    expect(only(['tests/test_a.py', 'src/a.py'], failing(stack))?.failure).toMatchObject({ at: 'src/a.py', line: 7 })
  })

  test('a stack of a megabyte costs next to nothing', () => {
    const stack = `Error${' at ('.repeat(250_000)}`
    expect(getCpuMs(() => only(['a.js'], failing(stack)))).toBeLessThan(1_000)
  })
})

describe('records beside the cases are resolved too', () => {
  test('load errors, hook failures and empty files get tracked paths', () => {
    const result = run(
      ['src/a.test.ts', 'cart/cart_test.go', 'go.mod'],
      parsedReport([], {
        loadErrors: [
          { file: '/app/src/a.test.ts', message: 'm', kind: 'error', missing: null },
          { file: 'example.com/shop/cart', message: 'm', kind: 'error', missing: null },
          { file: '/gone.ts', message: 'm', kind: 'error', missing: null },
        ],
        hookFailures: [{ file: '/app/src/a.test.ts', suite: [], message: 'm' }],
        emptyFiles: ['/app/src/a.test.ts', '/gone.ts'],
      }),
    )
    expect(result.loadErrors.map(({ file, message }) => [file, message])).toEqual([
      ['src/a.test.ts', 'm'],
      ['cart', 'm'],
      [null, '/gone.ts: m'],
    ])
    expect(result.hookFailures[0]?.file).toBe('src/a.test.ts')
    expect(result.emptyFiles).toEqual(['src/a.test.ts', '/gone.ts'])
  })
})

describe('an id', () => {
  const id = (part: Partial<Parameters<typeof testId>[0]>) =>
    testId({ variant: null, file: 'a.test.ts', suite: [], name: 'works', nth: 1, ...part })

  test.each([
    ['file, suite and name', { suite: ['cart', 'adds'] }, 'a.test.ts > cart > adds > works'],
    ['the variant first', { variant: 'firefox' }, '[firefox] a.test.ts > works'],
    ['the number of a twin', { nth: 2 }, 'a.test.ts > works #2'],
    ['a mark for an unknown file', { file: null }, '? > works'],
    ['no colours', { name: '\u001b[31mred\u001b[0m' }, 'a.test.ts > red'],
    ['no line breaks or tabs', { name: ' a\tb\n\n c ' }, 'a.test.ts > a b c'],
    ['composed letters', { name: 'u\u0308' }, 'a.test.ts > \u00fc'],
    ['an escaped separator', { name: 'a > b' }, 'a.test.ts > a \\> b'],
    ['an escaped number', { name: 'works #2' }, 'a.test.ts > works \\#2'],
    ['plain backslashes', { suite: ['App\\Cart'] }, 'a.test.ts > App\\Cart > works'],
    ['half a character by its number', { name: 'x\ud83d' }, 'a.test.ts > x\ufffdd83d'],
  ] as const)('has %s', (_, part, expected) => {
    expect(id(part)).toBe(expected)
  })

  const word = fc.string({
    unit: fc.constantFrom('a', '>', ' ', '\\', '#', '1', '2', '[', ']', '?', '\t'),
    maxLength: 6,
  })
  const clean = word.map((w) => w.replace(/\s+/g, ' ').trim())
  const record = fc.record({
    variant: fc.option(clean),
    file: fc.option(clean),
    suite: fc.array(clean, { maxLength: 3 }),
    name: clean,
    nth: fc.integer({ min: 1, max: 3 }),
  })
  test('is never shared by two records', () => {
    fc.assert(
      fc.property(record, record, (a, b) => {
        expect(testId(a) === testId(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
      { numRuns: shareOf(2_000) },
    )
  })

  test('does not depend on the order of the cases while keys differ', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(names, (all) => {
        const forward = run([], parsedReport(all.map((name) => ({ name })))).cases.map((c) => c.id)
        const backward = run([], parsedReport(all.toReversed().map((name) => ({ name })))).cases.map((c) => c.id)
        expect(backward.toReversed()).toEqual(forward)
      }),
    )
  })

  test('counts equal keys in document order', () => {
    const { cases } = run([], parsedReport([{ name: 'twin' }, { name: 'other' }, { name: ' twin' }]))
    expect(cases.map((c) => [c.id, c.nth])).toEqual([
      ['? > twin', 1],
      ['? > other', 1],
      ['? > twin #2', 2],
    ])
  })

  test.each([
    ['a path', '/app/src/a.test.ts', 'src/a.test.ts'],
    ['a module', 'tests.test_a', 'tests/test_a.py'],
    ['a package', 'example.com/shop/cart', 'example.com/shop/cart'],
  ])('leaves out a first suite that repeats the file as %s', (_, suite, className) => {
    const paths = ['src/a.test.ts', 'tests/test_a.py', 'cart/cart_test.go', 'go.mod']
    const first = only(paths, { suite: [suite, 'inner'], className })
    expect(first?.id).toBe(`${first?.file} > inner > works`)
    expect(first?.suite).toEqual([suite, 'inner'])
  })

  test('keeps a class after the module', () => {
    const className = 'tests.test_a.TestA'
    expect(only(['tests/test_a.py'], { suite: [className], className })?.id).toBe(
      `tests/test_a.py > ${className} > works`,
    )
  })
})

describe('a volatile name', () => {
  test.each([
    ['<Cart object at 0x7f3a2b4c>', true],
    ['makes 123e4567-e89b-12d3-a456-426614174000', true],
    ['makes 029a059a-052a-299a-84b1-947a8ad789a0', true],
    ['makes fbcdefab-abcd-4abc-abcd-abcdefabcdef', true],
    ['runs at 2026-11-21T19:25:10Z', true],
    ['is made on 2026-11-21', true],
    ['id 1795225550094', true],
    ['reads /tmp/abc123/file', true],
    ['reads /var/folders/x1/T/file', true],
    ['asks localhost:43121', true],
    ['squares 3 to 10', false],
    ['adds 0x10', false],
    ['ratio 16:9', false],
  ])('%s: %s', (name, expected) => {
    expect(isVolatileName(name)).toBe(expected)
    expect(only([], { name })?.isVolatile).toBe(expected)
    expect(only([], { suite: [name] })?.isVolatile).toBe(expected)
  })

  test('has the same masked key in both runs', () => {
    const [a, b, c] = ['/tmp/a1 0x7f3a2b4c', '/tmp/b2 0x7f3a2b99', 'other 0x7f3a2b99'].map(
      (name) => only([], { name })!,
    )
    expect(redactedKey(a!)).toBe(redactedKey(b!))
    expect(redactedKey(a!)).not.toBe(redactedKey(c!))
  })
})

describe('several reports of one run', () => {
  test('are joined', () => {
    const result = run(
      [],
      parsedReport([{ name: 'a' }]),
      parsedReport([{ name: 'b' }], { format: 'other', isComplete: false, runErrors: ['boom'] }),
    )
    expect(result).toMatchObject({ format: 'sample+other', isComplete: false, runErrors: ['boom'] })
    expect(result.cases.map((c) => c.id).toSorted()).toEqual(['? > a', '? > b'])
  })

  test.each([
    ['passed', 'failed', 'failed'],
    ['errored', 'passed', 'errored'],
    ['failed', 'errored', 'errored'],
    ['skipped', 'passed', 'skipped'],
  ] as const)('one test is reported once, with the worse of %s and %s', (first, second, expected) => {
    const result = run([], parsedReport([{ outcome: first }]), parsedReport([{ outcome: second }]))
    expect(result.cases.map((c) => c.outcome)).toEqual([expected])
    expect(result.warnings).toContain('1 test is in more than one report; the worse outcome counts: ? > works')
  })

  test('none at all is an empty, incomplete run', () => {
    expect(run([])).toMatchObject({ cases: [], isComplete: false })
  })
})

test('names of object members are plain names', () => {
  const { cases } = run(
    ['__proto__/constructor.test.js'],
    parsedReport([{ file: '/x/__proto__/constructor.test.js', name: '__proto__', suite: ['constructor'] }]),
  )
  expect(cases[0]?.id).toBe('__proto__/constructor.test.js > constructor > __proto__')
})
