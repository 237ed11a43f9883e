import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const supportChangeIsShown: Rule = {
  code: 'support-change-is-shown',
  about: 'The gate shows a change of code that only tests use, although it stands among production.',
  why: 'What tests import decides what they demand. A helper outside of the test folders that GREEN empties lets every driver pass. The gate takes a file of JavaScript, TypeScript, Python or Go for such a helper if only tests import it, and if it uses a library of tests or its path says that it is for tests. In JavaScript, TypeScript and Python a function counts as well to which tests leave their assertions. A new file counts only if it uses a library of tests.',
  phases: ['green', 'refactor', 'merge', 'neutral'],
  level: 'warn',
  needsEvidence: false,
  check({ commit }) {
    const places = commit.changes.flatMap(({ path, support }) =>
      support === undefined ? [] : [{ path, line: support }],
    )
    if (places.length === 0) return null
    return {
      message: `Code that only tests use changed outside of a RED: ${list(places.map(({ path, line }) => `${path}:${line}`))}`,
      suggestion:
        'Read what tests no longer demand. If it belongs to the tests, move it to a test folder, or name it in `paths.tests`, and change it in a RED.',
      paths: places.map(({ path }) => path),
      lines: places.map(({ path, line }) => ({ path, first: line, last: line })),
    }
  },
}
