import { expect, test } from 'vitest'
import { getHeldLines, type HoldingFacts } from '../../../src/core/compare/held-lines.ts'

const at = (first: number, last = first, path = 'src/a.ts') => ({ path, first, last })
const NO_COVERAGE: HoldingFacts = { coverage: null }
const COVERED: HoldingFacts = { coverage: { totals: {}, patch: null } }
const EDGE = { path: 'src/a.ts', line: 2, from: 'a < b', to: 'a <= b' }

const CHANGED = { trial: 'mutated-production', change: 'b for a', asked: 1 }

test.each<[title: string, facts: HoldingFacts, held: ReturnType<typeof getHeldLines>]>([
  ['nothing was tried', NO_COVERAGE, []],
  [
    'a driver fails without a part, another test without the next one',
    {
      ...NO_COVERAGE,
      parts: [
        { ...at(5, 7), by: 'other-test' },
        { ...at(1, 3), by: 'driver' },
      ],
    },
    [
      { ...at(1, 3), by: 'driver' },
      { ...at(5, 7), by: 'other-test' },
    ],
  ],
  [
    'a driver names a part, and a test fails with another change of it',
    {
      ...NO_COVERAGE,
      parts: [
        { ...at(1, 3), by: 'driver' },
        { ...at(5, 7), by: 'driver' },
      ],
      tried: [
        { ...CHANGED, lines: at(2), result: 'unnoticed', test: null },
        { ...CHANGED, lines: at(3), result: 'noticed', test: 'a' },
        { ...CHANGED, lines: at(3), result: 'noticed', test: 'b' },
      ],
    },
    [
      { ...at(1, 3), by: 'driver', test: 'a' },
      { ...at(5, 7), by: 'driver' },
    ],
  ],
  [
    'neighbouring parts were tried one by one',
    {
      ...NO_COVERAGE,
      parts: [
        { ...at(1), by: 'driver', test: 'a' },
        { ...at(2), by: 'driver', test: 'b' },
        { ...at(3), by: 'driver', test: 'b' },
      ],
    },
    [
      { ...at(1), by: 'driver', test: 'a' },
      { ...at(2), by: 'driver', test: 'b' },
      { ...at(3), by: 'driver', test: 'b' },
    ],
  ],
  [
    'every test passes without a part, and no coverage shows whether a test runs it',
    { ...NO_COVERAGE, parts: [{ ...at(1, 3), by: 'nothing' }] },
    [{ ...at(1, 3), by: 'nothing' }],
  ],
  [
    'every test passes without a part, which tests run',
    { ...COVERED, parts: [{ ...at(1, 3), by: 'nothing' }] },
    [{ ...at(1, 3), by: 'covered-only' }],
  ],
  [
    'lines that no test runs inside a part that a driver needs',
    { ...NO_COVERAGE, parts: [{ ...at(1, 5), by: 'driver' }], unrun: [at(3, 4)] },
    [
      { ...at(1, 2), by: 'driver', piece: { first: 1, last: 5 } },
      { ...at(3, 4), by: 'nothing' },
      { ...at(5), by: 'driver', piece: { first: 1, last: 5 } },
    ],
  ],
  [
    'a small change of a line that no test notices',
    {
      ...NO_COVERAGE,
      parts: [{ ...at(1, 3), by: 'driver' }],
      mutants: { tried: 2, untried: 0, survived: [EDGE, { ...EDGE, from: '1', to: '2' }] },
    },
    [
      { ...at(1), by: 'driver', piece: { first: 1, last: 3 } },
      {
        ...at(2),
        by: 'in-part',
        unnoticed: [
          { from: 'a < b', to: 'a <= b' },
          { from: '1', to: '2' },
        ],
      },
      { ...at(3), by: 'driver', piece: { first: 1, last: 3 } },
    ],
  ],
  [
    'a test needs a line, and none notices a small change of it',
    {
      ...NO_COVERAGE,
      parts: [{ ...at(2), by: 'other-test', test: 'a' }],
      mutants: { tried: 1, untried: 0, survived: [EDGE] },
    },
    [{ ...at(2), by: 'in-part', test: 'a', unnoticed: [{ from: 'a < b', to: 'a <= b' }] }],
  ],
  [
    'no test needs a line, nor notices a small change of it',
    {
      ...COVERED,
      parts: [{ ...at(2), by: 'nothing' }],
      mutants: { tried: 1, untried: 0, survived: [EDGE] },
    },
    [{ ...at(2), by: 'covered-only', unnoticed: [{ from: 'a < b', to: 'a <= b' }] }],
  ],
  [
    'a part that was reverted with the one before, and then alone',
    {
      ...NO_COVERAGE,
      parts: [
        { ...at(1, 2), by: 'driver' },
        { ...at(3, 4), by: 'driver' },
        { ...at(3, 4), by: 'other-test' },
      ],
    },
    [
      { ...at(1, 2), by: 'driver' },
      { ...at(3, 4), by: 'other-test' },
    ],
  ],
  [
    'a part ends inside of a larger one, in two files',
    {
      ...NO_COVERAGE,
      parts: [
        { ...at(1, 4), by: 'driver' },
        { ...at(3, 4), by: 'other-test' },
        { ...at(5, 6, 'src/b.ts'), by: 'driver' },
      ],
    },
    [
      { ...at(1, 2), by: 'driver', piece: { first: 1, last: 4 } },
      { ...at(3, 4), by: 'other-test' },
      { ...at(5, 6, 'src/b.ts'), by: 'driver' },
    ],
  ],
])('what holds changed lines when %s', (_, facts, held) => {
  expect(getHeldLines(facts)).toEqual(held)
})
