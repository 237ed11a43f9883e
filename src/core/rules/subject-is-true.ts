import type { Difference } from '../difference/difference.ts'
import { getBehaviourType, getPromise, isOwnFile, saysRemoval } from '../difference/promise.ts'
import { isRemoval } from '../evaluate/phase.ts'
import type { FileChange } from '../model/commit.ts'
import { formatDifference } from './replacement-is-shown.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const subjectIsTrue: Rule = {
  code: 'subject-is-true',
  about:
    'The gate shows production code that differs in a commit whose subject promises none, such as `style`, `docs` or `chore`, and a REFACTOR whose subject says `feat` or `fix`.',
  why: 'A reviewer passes over such a commit, so the gate reads its code. Comments, layout, types, the order of imports and the number of a version may change. So may files that belong to the type: style sheets, settings of a build, examples, helpers of tests. An import that takes a name from another module is a difference.',
  phases: ['green', 'refactor', 'neutral'],
  level: 'warn',
  needsEvidence: false,
  check({ commit, phase }) {
    const claim = phase === 'refactor' ? getBehaviourType(commit.subject) : null
    if (claim !== null) return reportClaim(claim, commit.changes)
    const promise = getPromise(commit)
    if (promise === null || commit.reverts !== undefined) return null
    const isSaid = (change: FileChange) => isRemoval(change) && saysRemoval(promise, commit.subject)
    const changes = commit.changes.filter((change) => !isOwnFile(promise, change.path) && !isSaid(change))
    const found = changes.flatMap((change) => {
      const first = change.differs?.find((one) => isShown(one, promise))
      return first === undefined ? [] : [{ change, first }]
    })
    if (found.length === 0) return null
    return {
      message: `The subject says \`${promise}\`, and code differs: ${list(found.map(({ change, first }) => formatDifference(change, first)))}`,
      suggestion: 'Let the subject say what the commit does, or take the changed code out.',
      paths: found.map(({ change }) => change.path),
      lines: found
        .filter(({ change }) => change.after !== null)
        .map(({ change: { path }, first: { line } }) => ({ path, first: line, last: line })),
    }
  },
}

function reportClaim(claim: string, changes: readonly FileChange[]) {
  const paths = changes.filter((change) => change.class === 'production').map(({ path }) => path)
  if (paths.length === 0) return null
  return {
    message: `The subject says \`${claim}\`, and a REFACTOR keeps behaviour: no test demands something new of ${list(paths)}`,
    suggestion: 'Let the subject say what the commit does, or prove the behaviour with a RED and a GREEN.',
    paths,
  }
}

/** Words for people are what documents and typos are about. */
function isShown({ isWording }: Difference, promise: string): boolean {
  return !isWording || !['docs', 'typo', 'chore'].includes(promise)
}
