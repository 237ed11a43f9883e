import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const conflictIsShown: Rule = {
  code: 'conflict-is-shown',
  about: 'Conflicts of a merge that a person resolved are shown.',
  why: 'Everything around the conflicts equals the merge that git makes, and the suite is green. A person wrote the text inside of the conflicts, and no ordinary diff shows it.',
  phases: ['merge'],
  level: 'warn',
  needs: 'git',
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
