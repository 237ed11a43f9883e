import { unrunLinesAreShown } from '../../../src/core/rules/unrun-lines-are-shown.ts'
import { getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(unrunLinesAreShown, [
  { title: 'all changed lines ran, or nothing says', phase: 'green', evidence: getEvidence(), says: null },
  {
    title: 'changed lines that no test ran',
    phase: 'refactor',
    evidence: getEvidence({
      unrun: [
        { path: 'src/a.ts', first: 3, last: 7 },
        { path: 'src/b.ts', first: 2, last: 2 },
      ],
    }),
    says: 'No test runs these changed lines, or a branch in them: src/a.ts:3-7, src/b.ts:2',
  },
  {
    title: 'old lines that no test ran are gone',
    phase: 'refactor',
    evidence: getEvidence({ dropped: [{ path: 'src/a.ts', first: 3, last: 7 }] }),
    says: 'No test ran these lines, which the commit removes or rewrites: src/a.ts:3-7',
    step: 'git show',
  },
])
