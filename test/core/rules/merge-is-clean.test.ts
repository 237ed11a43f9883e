import type { Commit } from '../../../src/core/model/commit.ts'
import { mergeIsClean } from '../../../src/core/rules/merge-is-clean.ts'
import { aCommit, change } from '../support.ts'
import { holdsRule } from './support.ts'

const merge = (known: Commit['merge']) => aCommit({ parents: ['a', 'b'], merge: known, changes: [change('src/a.ts')] })

holdsRule(mergeIsClean, [
  {
    title: "git's own merge of the base",
    commit: merge({ isClean: true, isFromBase: true }),
    phase: 'merge',
    says: null,
  },
  {
    title: 'an edit hidden in the merge',
    commit: merge({ isClean: false, isFromBase: true }),
    phase: 'merge',
    says: "The merge contains changes that git's own merge of its parents lacks",
  },
  {
    title: 'conflicts solved by hand, and nothing else',
    commit: merge({ isClean: false, isFromBase: true, solved: ['src/a.ts'] }),
    phase: 'merge',
    says: null,
  },
  {
    title: 'a side branch without a judgement',
    commit: merge({ isClean: true, isFromBase: false }),
    phase: 'merge',
    says: 'The merge brings commits from outside of the base branch',
  },
  {
    title: 'a merge of which nothing is known',
    commit: merge(null),
    phase: 'merge',
    says: "The merge contains changes that git's own merge of its parents lacks",
  },
])
