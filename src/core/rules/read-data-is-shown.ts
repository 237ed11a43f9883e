import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const readDataIsShown: Rule = {
  code: 'read-data-is-shown',
  about: 'The gate shows changed data that code reads, although it looks like data of tests or like a document.',
  why: 'Data decides what code does that reads it. In a folder of tests or documents it changes without a RED, and a reviewer passes over it. The gate empties changed data that no test names, and runs the tests: one that fails then shows that code reads the data.',
  phases: ['green', 'refactor', 'neutral'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((_, { readData }) => {
    const { paths = [], tests = [] } = readData ?? {}
    if (tests.length === 0) return null
    return {
      message: `Code reads what no test names: without the content of ${list(paths)}, ${list(tests)} fails`,
      suggestion: 'Read what changed in it. Move it to the code that reads it, so that it counts as production.',
      paths,
      tests,
    }
  }),
}
