import type { Commit } from '../../../src/core/model/commit.ts'
import { conflictIsShown } from '../../../src/core/rules/conflict-is-shown.ts'
import { aCommit } from '../support.ts'
import { holdsRule } from './support.ts'

const merge = (known: Commit['merge']) => aCommit({ sha: 'feed'.padEnd(40, '0'), parents: ['a', 'b'], merge: known })

holdsRule(conflictIsShown, [
  { title: 'a clean merge', phase: 'merge', commit: merge({ isClean: true, isFromBase: true }), says: null },
  {
    title: 'conflicts solved by hand',
    phase: 'merge',
    commit: merge({ isClean: false, isFromBase: true, solved: ['src/a.ts'] }),
    says: 'A person resolved conflicts in: src/a.ts',
    step: '`git show --remerge-diff feed00000000`',
  },
])
