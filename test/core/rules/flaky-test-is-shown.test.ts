/** What `flaky-test-is-shown` says to honest work and to what it is for. */
import { flakyTestIsShown } from '../../../src/core/rules/flaky-test-is-shown.ts'
import { getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(flakyTestIsShown, [
  { title: 'every test does the same', phase: 'green', evidence: getEvidence(), says: null },
  {
    title: 'a test that failed by chance',
    phase: 'green',
    evidence: getEvidence({ flaky: ['a.test.ts > waits'] }),
    says: 'Failed by chance, for it passed in a repeated run, or failed without this change as well: a.test.ts > waits',
    step: 'with a trailer `Quarantine: <why>`',
  },
  {
    title: 'tests that depend on where they run',
    phase: 'green',
    evidence: getEvidence({
      varied: [
        { id: 'a > first', by: ['order'], command: 'npx vitest run --sequence.shuffle a.test.ts' },
        { id: 'b > day', by: ['time-zone', 'locale'], command: null },
      ],
    }),
    says: 'Passed here, but failed in another order of tests: a > first. Passed here, but failed in the time zone of New York, in the Turkish locale: b > day',
    step: '`npx vitest run --sequence.shuffle a.test.ts` shows it.',
  },
])
