import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../src/core/model/test-run.ts'
import type { ParsedCase } from '../../src/reports/format.ts'
import { identify, maskedKey, treeOf } from '../../src/reports/identity.ts'
import { parsedCase, parsedReport } from '../support/parsed.ts'

const OUTCOMES = ['passed', 'skipped', 'failed', 'errored'] as const
const TREE = treeOf([
  'src/a.test.ts',
  'packages/b/src/b.test.ts',
  'tests/unit/test_c.py',
  'app/src/test/java/com/shop/DTest.java',
])

const toId = (part: Partial<ParsedCase>) => identify([parsedReport([part])], TREE).cases[0]?.id

const word = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '>', '#', '2', '\\', 'é', '🎉'), maxLength: 8 })
const test_ = fc.record({
  file: fc.constantFrom(null, 'src/a.test.ts', 'packages/b/src/b.test.ts'),
  suite: fc.array(word, { maxLength: 2 }),
  name: word,
  variant: fc.constantFrom(null, 'firefox'),
  outcome: fc.constantFrom(...OUTCOMES),
  attempts: fc.array(
    word.map((message) => ({ kind: 'error', message, type: null, stack: null, line: null, missing: null }) as const),
    { maxLength: 3 },
  ),
})
/** Tests of different ids: what a whole run tells. */
const whole = fc
  .array(test_, { maxLength: 20 })
  .map((parts) => parts.map(parsedCase))
  .filter((cases) => {
    const ids = identify([parsedReport(cases)], TREE).cases.map(({ nth }) => nth)
    return ids.every((nth) => nth === 1)
  })
const describeCases = (reports: readonly (readonly ParsedCase[])[]) =>
  identify(
    reports.map((cases) => parsedReport(cases)),
    TREE,
  )
    .cases.map(({ id, outcome }) => `${id}: ${outcome}`)
    .toSorted()
const tried = (reports: readonly (readonly ParsedCase[])[]) =>
  identify(
    reports.map((cases) => parsedReport(cases)),
    TREE,
  )
    .cases.map(({ id, attempts }) => [id, ...attempts.map(({ message }) => message)])
    .toSorted()

describe('reports of one run', () => {
  test('keep what every try of every test failed with', () => {
    fc.assert(
      fc.property(whole, (cases) => {
        const said = (list: ParsedCase['attempts']) => list.map(({ message }) => message)
        const [first, ...rest] = cases
        const parts = first === undefined ? [cases] : [[first], rest]
        const all = parts.flatMap((part) => identify([parsedReport(part)], TREE).cases)
        expect(all.map(({ attempts }) => said(attempts))).toEqual(cases.map(({ attempts }) => said(attempts)))
      }),
    )
  })

  test('however they are cut into shards, tell what one report tells', () => {
    fc.assert(
      fc.property(whole, fc.array(fc.nat({ max: 4 }), { minLength: 20, maxLength: 20 }), (cases, shards) => {
        const parts = [0, 1, 2, 3, 4].map((shard) => cases.filter((_, index) => shards[index] === shard))
        expect(describeCases(parts)).toEqual(describeCases([cases]))
        expect(tried(parts)).toEqual(tried([cases]))
      }),
    )
  })

  test('repeated reports are merged once, in any order', () => {
    fc.assert(
      fc.property(whole, (cases) => {
        expect(describeCases([cases, cases])).toEqual(describeCases([cases]))
        expect(tried([cases, cases])).toEqual(tried([cases]))
        expect(describeCases([cases, cases.toReversed()])).toEqual(describeCases([cases]))
      }),
    )
  })

  test('of several machines hold every test of each, with the worst of its outcomes', () => {
    const badness = (outcome: Outcome) => OUTCOMES.indexOf(outcome)
    const cells = fc.array(fc.tuple(whole, fc.array(fc.constantFrom(...OUTCOMES), { minLength: 20, maxLength: 20 })), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(cells, (drawn) => {
        const matrix = drawn.map(([cases, outcomes]) =>
          cases.map((one, index) => ({ ...one, outcome: outcomes[index] ?? one.outcome })),
        )
        const worst = new Map<string, Outcome>()
        for (const cell of matrix)
          for (const { id, outcome } of identify([parsedReport(cell)], TREE).cases) {
            const known = worst.get(id)
            if (known === undefined || badness(outcome) > badness(known)) worst.set(id, outcome)
          }
        expect(describeCases(matrix)).toEqual([...worst].map(([id, outcome]) => `${id}: ${outcome}`).toSorted())
      }),
    )
  })
})

describe('an id is the same', () => {
  const root = fc.constantFrom(
    '',
    './',
    '/home/user/project/',
    '/app/',
    '/__w/x/x/',
    'C:\\work\\',
    'file:///home/u/p/',
    '../p/',
  )
  const path = fc.constantFrom('src/a.test.ts', 'packages/b/src/b.test.ts')

  test('a path resolves alike from any folder and system', () => {
    fc.assert(
      fc.property(root, path, fc.boolean(), (folder, file, isWindows) => {
        const whole = `${folder}${file}`
        const said = isWindows && !folder.startsWith('file:') ? whole.replaceAll('/', '\\') : whole
        expect(toId({ file: said })).toBe(`${file} > works`)
      }),
    )
  })

  test.each([
    ['tests.unit.test_c', 'tests/unit/test_c.py > works'],
    ['tests.unit.test_c.TestC', 'tests/unit/test_c.py > works'],
    ['com.shop.DTest', 'app/src/test/java/com/shop/DTest.java > works'],
    ['com.shop.DTest$Inner', 'app/src/test/java/com/shop/DTest.java > works'],
  ])('from the class %s', (className, id) => {
    expect(toId({ className })).toBe(id)
  })

  test('in any form of its letters, with any white space around and between', () => {
    const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0'), minLength: 1, maxLength: 3 })
    const jobs = fc.array(fc.constantFrom('ü', 'é', 'Å', 'がa', 'b', '🎉'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(jobs, { minLength: 1, maxLength: 3 }), space, (words, gap) => {
        const plain = words.map((word) => word.join('')).join(' ')
        const odd = gap + words.map((word) => word.join('').normalize('NFD')).join(gap) + gap
        expect(toId({ name: odd, suite: [odd] })).toBe(toId({ name: plain, suite: [plain] }))
      }),
    )
  })
})

test('equal tests of one report are numbered, each once, whatever stands between them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', ' a', 'a #2'), { maxLength: 12 }), (names) => {
      const { cases } = identify([parsedReport(names.map((name) => parsedCase({ name })))], TREE)
      expect(cases).toHaveLength(names.length)
      expect(new Set(cases.map(({ id }) => id)).size).toBe(names.length)
      for (const name of new Set(names.map((one) => one.trim()))) {
        const numbers = cases.filter((one) => one.name.trim() === name).map(({ nth }) => nth)
        expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      }
    }),
  )
})

describe('what changes from run to run', () => {
  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
  const part = fc.oneof(
    hex(12).map((one) => ['address', `0x${one}`]),
    fc.uuid().map((one) => ['uuid', one]),
    fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
      .map((one) => ['date', one.toISOString()]),
    hex(8).map((one) => ['tmp', `/tmp/x-${one}/a`]),
    hex(8).map((one) => ['tmp', `/var/folders/zz/${one}/T/a`]),
    digits(4).map((one) => ['port', `localhost:5${one}`]),
    digits(13).map((one) => ['number', `9${one}`]),
  )

  test('is unstable, and masked it is the same in both runs', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 8 }), word, (parts, around) => {
        const runs = parts.map(([kind, text]) => {
          const [test] = identify([parsedReport([parsedCase({ name: `${around} ${text} ${around}` })])], TREE).cases
          return { kind, test }
        })
        for (const { test } of runs) expect(test?.isVolatile).toBe(true)
        for (const one of runs)
          for (const other of runs)
            if (one.kind === other.kind && one.test && other.test)
              expect(maskedKey(one.test)).toBe(maskedKey(other.test))
      }),
    )
  })

  test('is never merged: two of them in one report are two tests', () => {
    const { cases } = identify(
      [parsedReport([parsedCase({ name: 'at 0x7f3a2b41' }), parsedCase({ name: 'at 0x7f3a2b42' })])],
      TREE,
    )
    expect(new Set(cases.map(({ id }) => id)).size).toBe(2)
  })
})
