import { getPaths } from '../compare/change-set.ts'
import type { Rule } from './rule.ts'
import { blamePaths, list } from './text.ts'

export const redChangesTestsOnly: Rule = {
  code: 'red-changes-tests-only',
  about: 'A RED commit changes tests and documents, nothing else.',
  why: 'With production code in the RED commit, the failure and its later success would prove nothing. Commit the tests alone, then the code. A RED also answers for rejected commits before it: revert their changes first.',
  choices: 'Commit the tests without the code, and the code after them.',
  phases: ['red'],
  level: 'error',
  needsEvidence: false,
  check({ changes, commit, policy }) {
    const harness = policy.sequence === 'commits' ? getPaths(changes, 'harness') : []
    const production = getPaths(changes, 'production').filter((path) => !changes.get(path)?.isStub)
    return blamePaths(
      [...production, ...harness].toSorted(),
      commit,
      (own) => `RED changes ${list(own)}, which ${own.length === 1 ? 'is no test' : 'are no tests'}`,
      (earlier) => `A refused commit before this RED changed ${earlier}`,
    )
  },
}
