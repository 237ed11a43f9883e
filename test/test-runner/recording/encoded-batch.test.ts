import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_ATTEMPTS } from '../../../src/core/model/test-run.ts'
import type { ParsedCase } from '../../../src/reports/format.ts'
import {
  batching,
  changed,
  type EncodedBatch,
  getCases,
  movable,
} from '../../../src/test-runner/recording/encoded-batch.ts'

const word = fc.constantFrom('', 'a', 'cart > adds', 'ünï 🎉', '__proto__', 'two\nlines', '\ud800')
const count = fc.nat({ max: 2 })
const failure = fc.record(
  {
    kind: fc.constantFrom('assertion' as const, 'error' as const),
    message: word,
    type: fc.option(word),
    stack: fc.option(word),
    line: fc.option(count),
    missing: fc.constant(null),
  },
  { noNullPrototype: true },
)
const testCase: fc.Arbitrary<ParsedCase> = fc.record(
  {
    file: fc.option(word),
    suite: fc.array(word, { maxLength: 2 }),
    name: word,
    variant: fc.option(word),
    outcome: fc.constantFrom('passed', 'failed', 'errored', 'skipped'),
    mark: fc.constantFrom(null, 'flaky', 'todo'),
    failure: fc.option(failure),
    durationMs: fc.option(fc.double({ min: 0, noNaN: true })),
    retries: count,
    attempts: fc.array(failure, { maxLength: 2 }),
    className: word,
  },
  {
    requiredKeys: [
      'file',
      'suite',
      'name',
      'variant',
      'outcome',
      'mark',
      'failure',
      'durationMs',
      'retries',
      'attempts',
    ],
    noNullPrototype: true,
  },
)
/** As they come out of another thread. */
function received(cases: readonly ParsedCase[]) {
  const batches: EncodedBatch[] = []
  const { add, end } = batching((batch) => {
    batches.push(structuredClone(batch, { transfer: [...movable(batch)] }))
  })
  cases.forEach(add)
  end()
  return getCases(batches)
}
const sent = (cases: readonly ParsedCase[]) => [...received(cases)]

test('cases arrive as they were sent', () => {
  const law = fc.property(fc.array(testCase, { maxLength: 12 }), (cases) => {
    expect(sent(cases)).toStrictEqual(cases)
    expect(received(cases).length).toBe(cases.length)
    expect(received(cases).map(({ name }) => name)).toEqual(cases.map(({ name }) => name))
  })
  fc.assert(law)
})

test('as many as there are, in their order', () => {
  const [one] = fc.sample(testCase, 1) as [ParsedCase]
  const cases = Array.from({ length: 50_001 }, (_, n) => ({ ...one, name: `test ${n}` }))
  expect(sent(cases)).toStrictEqual(cases)
})

test('neighbours share the words of their place when they arrive', () => {
  const place = { file: 'a.test.js', suite: ['a suite'], variant: null, className: 'com.example.Suite' }
  const rest = {
    outcome: 'passed',
    mark: null,
    failure: null,
    durationMs: 1,
    retries: 0,
    attempts: NO_ATTEMPTS,
  } as const
  const [first, second] = sent([
    { ...place, ...rest, name: 'a' },
    { ...place, ...rest, name: 'b' },
  ])
  expect(second?.suite).toBe(first?.suite)
  expect(second?.attempts).toBe(NO_ATTEMPTS)
})

test('a change is made to a list at once, and to what arrived when it is asked for', () => {
  const cases = fc.sample(testCase, 3)
  const rename = (test: ParsedCase) => ({ ...test, name: `${test.name}!` })
  expect(changed(cases, rename)).toStrictEqual(cases.map(rename))
  const later = changed(received(cases), rename)
  expect([...later]).toStrictEqual(cases.map(rename))
  expect(later.map(({ name }) => name)).toEqual(cases.map(({ name }) => `${name}!`))
  expect(later).toHaveLength(3)
})
