import { noTestSilenced } from '../../../src/core/rules/no-test-silenced.ts'
import { aCommit, change, getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(noTestSilenced, [
  { title: 'every test still runs', evidence: getEvidence(), says: null },
  ...(['red', 'green', 'refactor', 'neutral'] as const).map((phase) => ({
    title: `a test lost at ${phase}`,
    phase,
    evidence: getEvidence({ comparison: { silenced: ['old.test.ts > x'] } }),
    says: 'Skipped now, ran before: old.test.ts > x',
  })),
  {
    title: 'of a list whose end was left out',
    phase: 'green',
    evidence: getEvidence({ comparison: { silenced: ['old.test.ts > x'] }, omitted: { silenced: 9 } }),
    says: 'Skipped now, ran before: old.test.ts > x and 9 more',
  },
  {
    title: 'the base took its own test away',
    phase: 'merge',
    evidence: getEvidence({ comparison: { silenced: ['old.test.ts > x'] } }),
    says: null,
  },
  {
    title: 'a merge takes away a test that proved a subtask',
    phase: 'merge',
    state: { proved: new Map([['1', { drivers: ['a.test.ts > adds'], attempts: 0 }]]) },
    evidence: getEvidence({ comparison: { silenced: ['a.test.ts > adds', 'old.test.ts > x'] } }),
    says: 'Skipped now, ran before: a.test.ts > adds',
  },
  {
    title: 'skipped with a reason, in a commit of tests alone: another rule shows it',
    commit: aCommit({ trailers: [['quarantine', 'waits for #12']], changes: [change('a.test.ts', 'test')] }),
    evidence: getEvidence({ comparison: { silenced: ['a.test.ts > waits'] } }),
    says: null,
  },
  ...(
    [
      ['with code', [change('a.test.ts', 'test'), change('src/a.ts')], 'waits for #12', {}],
      ['without a word', [change('a.test.ts', 'test')], ' ', {}],
      [
        'of what this branch proved',
        [change('a.test.ts', 'test')],
        'no',
        { proved: new Map([['1', { drivers: ['a.test.ts > waits'], attempts: 0 }]]) },
      ],
    ] as const
  ).map(([title, changes, reason, state]) => ({
    title: `a quarantine ${title} is none`,
    commit: aCommit({ trailers: [['quarantine', reason]], changes }),
    state,
    evidence: getEvidence({ comparison: { silenced: ['a.test.ts > waits'] } }),
    says: 'Skipped now, ran before: a.test.ts > waits',
    step: 'Quarantine: <why>',
  })),
  {
    title: 'a quarantine of a truncated list does not count',
    commit: aCommit({ trailers: [['quarantine', 'why']], changes: [change('a.test.ts', 'test')] }),
    evidence: getEvidence({ comparison: { silenced: ['a.test.ts > waits'] }, omitted: { silenced: 1 } }),
    says: 'Skipped now, ran before: a.test.ts > waits and 1 more',
    step: 'Quarantine: <why>',
  },
])
