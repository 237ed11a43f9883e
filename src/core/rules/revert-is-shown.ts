import { short } from '../model/commit.ts'
import type { Rule } from './rule.ts'

export const revertIsShown: Rule = {
  code: 'revert-is-shown',
  about: 'An exact revert of a commit of the base may take its tests along, and is shown.',
  why: 'Its patch is that of the base commit, backwards, and nothing else: the tests that came with the commit go with it, and the rest of the suite must stay green. That the commit may go is for a reviewer to say.',
  phases: ['neutral'],
  level: 'warn',
  needs: 'git',
  check({ commit }) {
    if (commit.reverts === undefined) return null
    return {
      message: `Reverts ${short(commit.reverts)} of the base, and changes nothing else`,
      suggestion: `Read what it takes back: \`git show ${commit.reverts.slice(0, 12)}\`.`,
      paths: commit.changes.map(({ path }) => path),
    }
  },
}
