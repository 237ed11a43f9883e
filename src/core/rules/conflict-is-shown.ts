import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const conflictIsShown: Rule = {
  code: 'conflict-is-shown',
  about: 'Conflicts of a merge that were solved by hand are shown.',
  why: 'Everything around the conflicts is what git merges, and the suite is green: what stands inside of them a person wrote, and no ordinary diff shows it.',
  phases: ['merge'],
  level: 'warn',
  needs: 'git',
  check({ commit }) {
    const solved = commit.merge?.solved ?? []
    if (solved.length === 0) return null
    return {
      message: `Conflicts were solved by hand: ${list(solved)}`,
      suggestion: `Read them: \`git show --remerge-diff ${commit.sha.slice(0, 12)}\`.`,
      paths: solved,
    }
  },
}
