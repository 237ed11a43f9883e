import { noTestVanished } from '../../../src/core/rules/no-test-vanished.ts'
import { change, getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(noTestVanished, [
  { title: 'every test still runs', evidence: getEvidence(), says: null },
  ...(['red', 'green', 'refactor', 'neutral'] as const).map((phase) => ({
    title: `a test lost at ${phase}`,
    phase,
    evidence: getEvidence({ comparison: { vanished: ['old.test.ts > x'] } }),
    says: 'No longer run: old.test.ts > x',
  })),
  {
    title: 'of a list whose end was left out',
    phase: 'green',
    evidence: getEvidence({ comparison: { vanished: ['old.test.ts > x'] }, omitted: { vanished: 9 } }),
    says: 'No longer run: old.test.ts > x and 9 more',
  },
  {
    title: 'the base took its own test away',
    phase: 'merge',
    evidence: getEvidence({ comparison: { vanished: ['old.test.ts > x'] } }),
    says: null,
  },
  {
    title: 'a merge takes away a test that proved a subtask',
    phase: 'merge',
    state: { proved: new Map([['1', { drivers: ['a.test.ts > adds'], attempts: 0 }]]) },
    evidence: getEvidence({ comparison: { vanished: ['a.test.ts > adds', 'old.test.ts > x'] } }),
    says: 'No longer run: a.test.ts > adds',
  },
  {
    title: 'a file deleted that did not even load at the base',
    state: { knownLoadFailures: new Set(['dead.test.ts']) },
    changes: [change('dead.test.ts', 'test', { before: 'v1', after: null })],
    evidence: getEvidence(),
    says: 'No longer run: dead.test.ts',
    step: 'If their code got another name, rename it in code and tests first, and the tests themselves in a next commit.',
  },
])
