/** A file whose titles a loop or a table computes keeps its tests as long as it keeps their data and calls. */
import { beforeAll, describe, expect, test } from 'vitest'
import { indexRun } from '../../../src/core/compare/compare.ts'
import { answersFor } from '../../../src/core/compare/replacements.ts'
import type { Outcome } from '../../../src/core/model/test-run.ts'
import { loadAllGrammars } from '../../support/grammars.ts'
import { run } from '../support.ts'

beforeAll(loadAllGrammars)

const A = 'a.test.js'

interface Situation {
  readonly before: Readonly<Record<string, Outcome>>
  readonly after: Readonly<Record<string, Outcome>>
  readonly textBefore: string
  readonly textAfter: string
}

/** Returns `row a.test.js > new` for each replaced test, and `gone` for the others. */
function said({ before, after, textBefore, textAfter }: Situation): string[] {
  const vanished = Object.keys(before).filter((id) => !(id in after))
  const texts = { before: new Map([[A, textBefore]]), after: new Map([[A, textAfter]]) }
  const answers = answersFor(vanished, {
    run: run(after),
    baseline: indexRun(run(before)),
    texts,
    withOldTests: null,
  })
  return vanished.map((id) => answers.filter((one) => one.id === id).map(({ by, to }) => `${by} ${to}`)[0] ?? 'gone')
}

const written = (...tests: readonly (readonly [title: string, body: string])[]) =>
  tests.map(([title, body]) => `test('${title}', () => {\n  ${body}\n})\n`).join('\n')

describe('titles that a loop or a table computes', () => {
  const loop = (rows: string, title: string, call = 'assert(fee(kg) === cost)') =>
    `import { fee } from './fee.js'\nfor (const [kg, cost] of [${rows}]) {\n  test(${title}, () => {\n    ${call}\n  })\n}\n`
  const ships = { 'a.test.js > ships 1 for 4': 'passed', 'a.test.js > ships 9 for 12': 'passed' } as const
  const looped = loop('[1, 4], [9, 12]', '`ships ${kg} for ${cost}`')
  const singles = written(['light', 'assert(fee(1) === 4)'], ['heavy', 'assert(fee(9) === 12)'])
  const single = { before: { 'a.test.js > light': 'passed', 'a.test.js > heavy': 'passed' } as const }
  const kilos = { 'a.test.js > 1 kg': 'passed', 'a.test.js > 9 kg': 'passed' } as const
  test.each<[string, Situation, readonly string[]]>([
    [
      'another template, with the same data',
      { before: ships, after: kilos, textBefore: looped, textAfter: loop('[1, 4], [9, 12]', '`${kg} kg`') },
      ['row a.test.js > 1 kg', 'row a.test.js > 9 kg'],
    ],
    [
      'single tests that become rows',
      {
        ...single,
        after: kilos,
        textBefore: singles,
        textAfter: loop('[1, 4], [9, 12]', '`${kg} kg`'),
      },
      ['row a.test.js > 1 kg', 'row a.test.js > 9 kg'],
    ],
    [
      'rows with another expectation',
      {
        ...single,
        after: kilos,
        textBefore: singles,
        textAfter: loop('[1, 4], [9, 11]', '`${kg} kg`'),
      },
      ['gone', 'gone'],
    ],
    [
      'rows that no longer call the code',
      {
        before: ships,
        after: kilos,
        textBefore: looped,
        textAfter: loop('[1, 4], [9, 12]', '`${kg} kg`', 'assert(kg !== cost)'),
      },
      ['gone', 'gone'],
    ],
    [
      'fewer tests than before',
      {
        ...single,
        after: { 'a.test.js > 1 kg': 'passed' },
        textBefore: singles,
        textAfter: loop('[1, 4]', '`${kg} kg`'),
      },
      ['gone', 'gone'],
    ],
    [
      'other single tests with the same data',
      {
        ...single,
        textBefore: singles,
        after: { 'a.test.js > one': 'passed', 'a.test.js > two': 'passed' },
        textAfter: written(['one', 'fee(1) === 4 || fee(9) === 12'], ['two', '']),
      },
      ['gone', 'gone'],
    ],
  ])('%s', (_, situation, expected) => {
    expect(said(situation)).toEqual(expected)
  })
})

describe('a title that stays while its groups change', () => {
  const [flat, grouped] = [
    written(['adds', 'is(add([1]), 1)']),
    `describe('cart', () => {\n${written(['adds', 'is(add(items), 1)'])}})\n`,
  ]
  const [ADDS, IN_CART] = ['a.test.js > adds', 'a.test.js > cart > adds']
  test.each<[string, Situation, string]>([
    [
      'a new group, whose hook gives the data',
      { before: { [ADDS]: 'passed' }, after: { [IN_CART]: 'passed' }, textBefore: flat, textAfter: grouped },
      `rename ${IN_CART}`,
    ],
    [
      'a group that is gone',
      { before: { [IN_CART]: 'passed' }, after: { [ADDS]: 'passed' }, textBefore: grouped, textAfter: flat },
      `rename ${ADDS}`,
    ],
    [
      'another group',
      {
        before: { [IN_CART]: 'passed' },
        after: { 'a.test.js > other > adds': 'passed' },
        textBefore: grouped,
        textAfter: grouped.replace('cart', 'other').replace('items', '[]'),
      },
      'gone',
    ],
    [
      'a new group in which it is skipped',
      { before: { [ADDS]: 'passed' }, after: { [IN_CART]: 'skipped' }, textBefore: flat, textAfter: grouped },
      'gone',
    ],
  ])('%s', (_, situation, expected) => expect(said(situation)).toEqual([expected]))
})
