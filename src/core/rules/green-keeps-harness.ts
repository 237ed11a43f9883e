import { pathsOf } from '../change-set.ts'
import type { Rule } from './rule.ts'
import { list, shellWords } from './text.ts'

export const greenKeepsHarness: Rule = {
  code: 'green-keeps-harness',
  about: 'GREEN and REFACTOR leave alone whatever can change what a test run means.',
  why: 'Runner configuration, set-up files, package scripts, lock files and CI files can turn any outcome. They change in commits of their own, without a phase, where the whole suite must give the same outcomes as before.',
  phases: ['green', 'refactor'],
  level: 'error',
  needs: 'git',
  check({ sinceRed, changes, phase }) {
    const paths = pathsOf(phase === 'green' ? sinceRed : changes, 'harness')
    if (paths.length === 0) return null
    return {
      message: `The harness changed together with code: ${list(paths)}`,
      suggestion: `Put it into a commit of its own: \`git reset --soft HEAD~1 && git restore --staged . && git add ${shellWords(paths, '<harness files>')} && git commit -m "chore: ..." --trailer "Phase: neutral"\`, then commit the code.`,
      paths,
    }
  },
}
