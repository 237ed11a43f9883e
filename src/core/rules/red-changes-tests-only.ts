import { pathsOf } from '../change-set.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const redChangesTestsOnly: Rule = {
  code: 'red-changes-tests-only',
  about: 'A RED commit changes tests and documents, nothing else.',
  why: 'Production code in the RED commit would make the failure, or its later success, prove nothing. Commit the tests alone, then the code. A RED answers for refused commits before it too: what they changed must be gone.',
  phases: ['red'],
  level: 'error',
  needs: 'git',
  check({ changes, policy }) {
    const harness = policy.sequence === 'commits' ? pathsOf(changes, 'harness') : []
    const production = pathsOf(changes, 'production').filter((path) => !changes.get(path)?.isStub)
    const paths = [...production, ...harness].toSorted()
    if (paths.length === 0) return null
    return {
      message: `RED changes ${list(paths)}, which ${paths.length === 1 ? 'is no test' : 'are no tests'}`,
      suggestion:
        'Split the commit: `git reset --soft HEAD~1 && git restore --staged . && git add <test files> && git commit -m "test: ..." --trailer "Phase: red"`, then commit the rest as GREEN (harness files such as package.json in a commit of their own before RED).',
      paths,
    }
  },
}
