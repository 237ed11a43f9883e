import type { Difference } from '../difference/difference.ts'
import { getPromise } from '../difference/promise.ts'
import type { FileChange } from '../model/commit.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const replacementIsShown: Rule = {
  code: 'replacement-is-shown',
  about: 'The gate shows values, operators and sources of imports that a REFACTOR replaces by others.',
  why: 'A refactoring keeps behaviour, and a test may not pin each value. So a number, a string, an operator or an imported module that stands in the place of another one changes what the code does. The gate shows it in statements that are otherwise the same, apart from new names. It shows calls of other packages that are gone, and calls with more or fewer arguments, in any statement. It also shows an operand of a condition, a wait, a copy, the error of a handler, a cleanup or a use of a parameter that a function loses, and an effect that may now come before an error. Moved code and other spellings of the same value do not count.',
  phases: ['refactor', 'neutral'],
  level: 'warn',
  needsEvidence: false,
  check({ commit }) {
    // `subject-is-true` shows these.
    if (getPromise(commit) !== null || commit.reverts !== undefined) return null
    const found = commit.changes.flatMap((change) =>
      (change.differs ?? []).filter(({ was }) => was !== undefined).map((one) => ({ change, one })),
    )
    if (found.length === 0) return null
    return {
      message: `A commit that should keep behaviour replaces: ${list(found.map(({ change, one }) => formatDifference(change, one)))}`,
      suggestion: 'If behaviour changes, take it out, and write a RED for it. Otherwise let a test pin it.',
      paths: [...new Set(found.map(({ change }) => change.path))],
      lines: found.map(({ change: { path }, one: { line } }) => ({ path, first: line, last: line })),
    }
  },
}

/** Formats `src/age.py:2 (>= 18 became > 8)`. */
export function formatDifference({ path, before, after }: FileChange, { line, was, is }: Difference): string {
  if (after === null) return `${path} (removed)`
  if (before === null && was === undefined) return `${path} (new)`
  return `${path}:${line}${was === undefined ? '' : ` (${was} became ${is})`}`
}
