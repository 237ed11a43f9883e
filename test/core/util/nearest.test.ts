import fc from 'fast-check'
import { expect, test } from 'vitest'
import { didYouMean, nearest } from '../../../src/core/util/nearest.ts'

test.each([
  ['comand', ['command', 'coverage', 'reports'], 'command'],
  ['Command', ['command'], 'command'],
  ['test', ['tests', 'docs'], 'tests'],
  ['maxattempts', ['maxAttempts'], 'maxAttempts'],
  ['max_attempts', ['maxAttempts'], 'maxAttempts'],
  ['zebra', ['command', 'coverage'], null],
  ['x', ['ab', 'cd'], null],
  ['anything', [], null],
])('%s among %j is nearest to %s', (word, known, expected) => {
  expect(nearest(word, known)).toBe(expected)
})

test('a known word is nearest to itself, and a very long one costs nothing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 }), (known) => {
      expect(nearest(known.at(-1) as string, known)).toBe(known.at(-1))
    }),
  )
  expect(nearest('a'.repeat(1_000_000), ['a'.repeat(10)])).toBeNull()
})

test('the question is asked only when there is something to ask', () => {
  expect(didYouMean('comand', ['command'])).toBe('; did you mean `command`?')
  expect(didYouMean('zebra', ['command'])).toBe('')
})
