import { GROUND_RULE, refusedBaseState } from '../evaluate/base-state.ts'
import type { Rule } from './rule.ts'
import { list, shellWords } from './text.ts'

export const groundIsAccepted: Rule = {
  code: GROUND_RULE,
  about: 'A commit stands on accepted ones; what refused commits left behind is mended first.',
  why: 'Whatever is measured on top of unproved code says nothing about the commit itself. It is not run, and no other rule speaks, until the first refused commit is mended or taken back.',
  phases: ['red', 'green'],
  level: 'error',
  needs: 'git',
  isDecisive: true,
  check(context) {
    const left = refusedBaseState(context)
    if (left.length === 0) return null
    return {
      message: `Stands on what refused commits left behind: ${list(left)}`,
      suggestion: `Only mend the first refused commit, or take its changes back: \`git checkout ${context.state.settled.slice(0, 12)} -- ${shellWords(left, '<files>')}\` (\`git rm\` for files that are new). Nothing is wrong with this one so far.`,
      paths: left,
    }
  },
}
