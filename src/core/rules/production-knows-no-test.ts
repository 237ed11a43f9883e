import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const productionKnowsNoTest: Rule = {
  code: 'production-knows-no-test',
  about: 'The gate shows added lines of production that detect tests, use test code, or only hold answers of a test.',
  why: 'Code that reads a variable of a test runner, or its own call stack, can be right under tests alone. The gate finds names and calls in their usual spelling, but no name that code assembles at run time. Code that imports or reads a test file works only beside its tests. A table, branches or a function may hold only values of one test, and be right for these alone. The gate also runs drivers whose numbers and texts are written in another way: only code that reads a test file can tell. In JavaScript, Python and PHP what they read of an object is read twice: only code that counts its readers can tell. The gate does not show an answer that a later commit replaces.',
  phases: ['green', 'refactor', 'merge', 'neutral'],
  level: 'warn',
  needsEvidence: false,
  check({ commit, evidence }) {
    const aware = commit.changes.filter(({ recognises = [] }) => recognises.length > 0)
    const production = commit.changes.filter((change) => change.class === 'production')
    const { readsTests = [] } = evidence ?? {}
    if (aware.length + readsTests.length === 0) return null
    const places = aware.flatMap(({ path, recognises = [] }) => recognises.map((place) => `${path}: ${place}`))
    const messages = [
      aware.length > 0 && `Production depends on its tests: ${list(places, 5)}`,
      readsTests.length > 0 &&
        `Production reads its tests, or changes what is read of it: where these write values in another way and read each twice, ${list(readsTests)} fails`,
    ]
    return {
      message: messages.filter((message) => message !== false).join('. '),
      suggestion: 'Remove these lines, or pass the difference as a parameter.',
      paths: (readsTests.length > 0 ? production : aware).map(({ path }) => path),
      tests: readsTests,
    }
  },
}
