import { thenAmend } from './correct.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const productionKnowsNoTest: Rule = {
  code: 'production-knows-no-test',
  about:
    'Added production code is shown at its lines where it detects tests, uses test code, or only holds answers of a test.',
  why: 'Code that reads a variable of a test runner, or its own call stack, can be right under tests alone. The gate finds names and calls in their usual spelling, but no name that is assembled at run time. Code that imports or reads a test file works only beside its tests. A table whose inputs and results all stand in one test may be right for these inputs alone. So may such branches, and a function that returns only values which a test expects. An answer that a later commit replaces is not shown.',
  phases: ['green', 'refactor', 'merge', 'neutral'],
  level: 'warn',
  needs: 'git',
  check({ commit }) {
    const aware = commit.changes.filter(({ recognises = [] }) => recognises.length > 0)
    if (aware.length === 0) return null
    const places = aware.flatMap(({ path, recognises = [] }) => recognises.map((place) => `${path}: ${place}`))
    return {
      message: `Production depends on its tests: ${list(places, 5)}`,
      suggestion: {
        text: thenAmend(commit, 'Remove these lines, or pass the difference as a parameter'),
        needsHead: true,
      },
      paths: aware.map(({ path }) => path),
    }
  },
}
