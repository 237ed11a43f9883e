import { short } from '../model/commit.ts'
import type { Rule } from './rule.ts'

export const revertIsShown: Rule = {
  code: 'revert-is-shown',
  about: 'The gate shows an exact revert of a base commit, which may remove the tests of that commit.',
  why: 'Its patch is exactly the reverse of the base commit. The tests of that commit disappear, and the rest of the suite must stay green. A reviewer must decide whether the commit may go.',
  phases: ['neutral'],
  level: 'warn',
  needsEvidence: false,
  check({ commit }) {
    if (commit.reverts === undefined) return null
    return {
      message: `Reverts ${short(commit.reverts)} of the base, without any other change`,
      suggestion: `Read what it reverts: \`git show ${commit.reverts.slice(0, 12)}\`.`,
      paths: commit.changes.map(({ path }) => path),
    }
  },
}
