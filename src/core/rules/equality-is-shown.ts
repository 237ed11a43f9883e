import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

export const equalityIsShown: Rule = {
  code: 'equality-is-shown',
  about: 'Production code that makes an object equal to anything is shown to the reviewer.',
  why: 'An object with `asymmetricMatch` passes every comparison. So does one with an `__eq__` that only returns True or checks a type. In Ruby it is an object with such an `==`, or any value whose class has a new `==`. A test that demands a value then accepts any. So does a loose comparison with an object that has only `toString`, `valueOf` or `Symbol.toPrimitive`.',
  phases: ['green'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { emptied }) => {
    const names = emptied?.equalsAll ?? []
    if (names.length === 0) return null
    return {
      message: `Equal to any value that a test compares it with: ${list(names)}`,
      suggestion: 'Read it, and compare its parts in the test: an equality that compares nothing proves nothing.',
      paths: [...new Set(names.map((name) => name.slice(0, name.lastIndexOf(': '))))],
    }
  }),
}
