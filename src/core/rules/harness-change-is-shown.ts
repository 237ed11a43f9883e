import { getPaths } from '../compare/change-set.ts'
import type { Phase } from '../evaluate/phase.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const harnessChangeIsShown: Rule = {
  code: 'harness-change-is-shown',
  about: 'The gate shows a change of the harness.',
  why: 'The suite gave the same outcomes, and the canaries failed as they must. But a hook can wait for a later commit, so a person should read the change.',
  phases: ['neutral', 'red', 'green', 'refactor'],
  level: 'warn',
  needsEvidence: false,
  check({ commit, phase, policy }) {
    const paths = getPaths(new Map(commit.changes.map((change) => [change.path, change])), 'harness')
    if (paths.length === 0 || (isRefused(phase) && policy.sequence === 'commits')) return null
    return {
      message: `The harness changed: ${list(paths)}`,
      suggestion: `Read it: \`git show ${commit.sha.slice(0, 12)}\`.`,
      paths,
    }
  },
}

/** Returns whether other rules reject it there. */
function isRefused(phase: Phase): boolean {
  return phase === 'red' || phase === 'green'
}
