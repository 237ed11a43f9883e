import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

export const equalityIsShown: Rule = {
  code: 'equality-is-shown',
  about: 'Production code that makes an object equal to other values is shown to the reviewer.',
  why: 'An object with `asymmetricMatch` passes every comparison. So does one with an `__eq__` that only returns True or checks a type. In Ruby it is an object with such an `==`, or any value whose class has a new `==`. A test that demands a value then accepts any. So does a loose comparison with an object that has only `toString`, `valueOf` or `Symbol.toPrimitive`. In JavaScript, TypeScript and Python new comparisons run once more. They are then false where they accept a very different value as well, and a driver must still pass.',
  phases: ['green'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { emptied }) => {
    const names = emptied?.equalsAll ?? []
    if (names.length === 0) return null
    return {
      message: `Equal to other values than a test compares it with: ${list(names)}`,
      suggestion: 'Read it, and compare its parts in the test: an equality that accepts other values proves little.',
      paths: [...new Set(names.map((name) => name.slice(0, name.lastIndexOf(': '))))],
    }
  }),
}
