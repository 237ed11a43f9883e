/** What `no-test-silenced` says to honest work and to what it is for. */
import { noTestSilenced } from '../../../src/core/rules/no-test-silenced.ts'
import { evidenceOf } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(noTestSilenced, [
  { title: 'every test still runs', evidence: evidenceOf(), says: null },
  ...(['red', 'green', 'refactor', 'neutral'] as const).map((phase) => ({
    title: `a test lost at ${phase}`,
    phase,
    evidence: evidenceOf({ comparison: { silenced: ['old.test.ts > x'] } }),
    says: 'Skipped now, ran before: old.test.ts > x',
    step: '`git commit -a --amend --no-edit`',
  })),
  {
    title: 'of a list whose end was left out',
    phase: 'green',
    evidence: evidenceOf({ comparison: { silenced: ['old.test.ts > x'] }, omitted: { silenced: 9 } }),
    says: 'Skipped now, ran before: old.test.ts > x and 9 more',
    step: '`git commit -a --amend --no-edit`',
  },
  {
    title: 'the base took its own test away',
    phase: 'merge',
    evidence: evidenceOf({ comparison: { silenced: ['old.test.ts > x'] } }),
    says: null,
  },
  {
    title: 'a merge takes away a test that proved a subtask',
    phase: 'merge',
    state: { proved: new Map([['1', { drivers: ['a.test.ts > adds'], attempts: 0 }]]) },
    evidence: evidenceOf({ comparison: { silenced: ['a.test.ts > adds', 'old.test.ts > x'] } }),
    says: 'Skipped now, ran before: a.test.ts > adds',
    step: '`git commit -a --amend --no-edit`',
  },
])
