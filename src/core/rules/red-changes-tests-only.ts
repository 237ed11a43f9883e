import { getPaths } from '../compare/change-set.ts'
import type { Rule } from './rule.ts'
import { CORRECT_FIRST, getOwn, list } from './text.ts'

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
    const paths = [...production, ...harness].toSorted()
    if (paths.length === 0) return null
    const own = getOwn(paths, commit)
    const [named, are] = [list(own), own.length === 1 ? 'is no test' : 'are no tests']
    if (own.length > 0) return { message: `RED changes ${named}, which ${are}`, paths: own }
    const message = `A refused commit before this RED changed ${list(paths)}`
    return { message, paths, suggestion: CORRECT_FIRST }
  },
}
