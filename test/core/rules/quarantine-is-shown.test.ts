import { quarantineIsShown } from '../../../src/core/rules/quarantine-is-shown.ts'
import { aCommit, change, getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

const SILENCED = getEvidence({ comparison: { silenced: ['a.test.ts > waits'] } })
const commit = (path: string, fileClass: 'test' | 'production') =>
  aCommit({ trailers: [['quarantine', 'waits for #12']], changes: [change(path, fileClass)] })

holdsRule(quarantineIsShown, [
  { title: 'a test skipped without a reason is another rule’s', evidence: SILENCED, says: null },
  { title: 'a reason, and nothing skipped', commit: commit('a.test.ts', 'test'), evidence: getEvidence(), says: null },
  {
    title: 'a test skipped with a reason, in a commit of tests alone',
    commit: commit('a.test.ts', 'test'),
    evidence: SILENCED,
    says: 'Skipped from now on, because "waits for #12": a.test.ts > waits',
    step: 'Read it: `git show',
  },
])
