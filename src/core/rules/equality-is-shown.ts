import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

export const equalityIsShown: Rule = {
  code: 'equality-is-shown',
  about: 'The gate shows production code that makes an object equal to other values.',
  why: 'A test that demands a value accepts such an object instead. In JavaScript this is an object with `asymmetricMatch`, in Python one whose `__eq__` only returns True or checks a type. In Ruby it is an object with such an `==`, or a value whose class redefines `==`. A loose comparison also accepts an object that has only `toString`, `valueOf` or `Symbol.toPrimitive`. In JavaScript, TypeScript and Python the gate makes new comparisons false where they accept a very different value as well. A driver must still pass then.',
  phases: ['green'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((_, { emptied }) => {
    const names = emptied?.equalsAll ?? []
    if (names.length === 0) return null
    return {
      message: `Equal to other values than a test compares it with: ${list(names)}`,
      suggestion:
        'Read the code, and compare the parts of the object in the test. An equality that accepts other values proves little.',
      paths: [...new Set(names.map((name) => name.slice(0, name.lastIndexOf(': '))))],
    }
  }),
}
