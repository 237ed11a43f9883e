import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const conflictIsShown: Rule = {
  code: 'conflict-is-shown',
  about: 'The gate shows conflicts of a merge that a person resolved.',
  why: 'Outside the conflicts, the merge equals the one that git makes, and the suite is green. A person wrote the text inside the conflicts, and no ordinary diff shows it.',
  phases: ['merge'],
  level: 'warn',
  needsEvidence: false,
  check({ commit }) {
    const solved = commit.merge?.solved ?? []
    if (solved.length === 0) return null
    return {
      message: `A person resolved conflicts in: ${list(solved)}`,
      suggestion: `Read them: \`git show --remerge-diff ${commit.sha.slice(0, 12)}\`.`,
      paths: solved,
    }
  },
}
