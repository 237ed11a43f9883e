import { revertIsShown } from '../../../src/core/rules/revert-is-shown.ts'
import { aCommit, change } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(revertIsShown, [
  { title: 'a chore', phase: 'neutral', changes: [change('ci.yml', 'harness')], says: null },
  {
    title: 'an exact revert',
    phase: 'neutral',
    commit: aCommit({ reverts: 'feed'.padEnd(40, '0'), changes: [change('src/a.ts')] }),
    says: 'Reverts feed00000 of the base, without any other change',
    step: '`git show feed00000000`',
  },
])
