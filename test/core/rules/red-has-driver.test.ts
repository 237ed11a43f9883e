import { redHasDriver } from '../../../src/core/rules/red-has-driver.ts'
import { change, failing, getEvidence, notLoaded } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const changes = [change('a.test.ts', 'test')]

holdsRule(redHasDriver, [
  {
    title: 'a test fails that did not fail before',
    changes,
    evidence: getEvidence({ comparison: { newlyFailing: ['a.test.ts > adds'] } }),
    says: null,
  },
  {
    title: 'a file does not load yet',
    changes,
    evidence: getEvidence({ loadFailures: [notLoaded('a.test.ts')] }),
    says: null,
  },
  {
    title: 'a run that was worth nothing',
    changes,
    evidence: getEvidence({ problems: [{ code: 'no-report', message: 'no report' }] }),
    says: null,
  },
  {
    title: 'a stated characterization that only removes tests, where nothing runs',
    changes: [change('a.test.ts', 'test', { before: 'v1', after: null })],
    isCharacterization: true,
    says: 'RED only removes tests: a.test.ts',
  },
  { title: 'existing behaviour characterized', changes, isCharacterization: true, evidence: getEvidence(), says: null },
  {
    title: 'existing behaviour characterized in a file that does not load, as before',
    changes,
    isCharacterization: true,
    state: { knownLoadFailures: new Set(['a.test.ts']) },
    evidence: getEvidence({ loadFailures: [notLoaded('a.test.ts')] }),
    says: "No test fails that did not fail before: a.test.ts did not load before either (Cannot find module './cart.ts')",
    step: 'Make the file load first',
  },
  {
    title: 'a test that passes at once',
    changes,
    evidence: getEvidence({ newPassing: ['a.test.ts > adds'] }),
    says: 'No test fails that did not fail before: a.test.ts > adds passed at once',
  },
  {
    title: 'a corrected test that the last attempt turns at once belongs into its RED',
    changes,
    cycle: aCycle({ attempts: 1 }),
    evidence: getEvidence({ newPassing: ['a.test.ts > adds'] }),
    says: 'No test fails that did not fail before: a.test.ts > adds passed at once',
  },
  {
    title: 'new tests all skipped, another file without a test, and a hook that failed',
    changes,
    evidence: getEvidence({
      newSkipped: ['a.test.ts > adds'],
      emptyFiles: ['b.test.ts'],
      runErrors: ['beforeAll: no database\nat x'],
    }),
    says: 'No test fails that did not fail before: a.test.ts > adds skipped; b.test.ts contains no test; the run failed outside its tests (beforeAll: no database)',
  },
  {
    title: 'a test that failed at the base already',
    changes,
    evidence: getEvidence({ failing: [failing('a.test.ts > old')] }),
    says: 'No test fails that did not fail before',
  },
  {
    title: 'a file that did not load at the base either',
    changes,
    state: { knownLoadFailures: new Set(['a.test.ts', 'z.test.ts']) },
    evidence: getEvidence({ loadFailures: [notLoaded('a.test.ts'), notLoaded('z.test.ts')] }),
    says: "No test fails that did not fail before: a.test.ts did not load before either (Cannot find module './cart.ts')",
    step: 'Make the file load first',
  },
  {
    title: 'a file that another cycle waits for',
    changes,
    state: { cycles: new Map([['2', aCycle({ subtask: '2', files: ['b.test.ts'] })]]) },
    evidence: getEvidence({ loadFailures: [notLoaded('b.test.ts')] }),
    says: 'No test fails that did not fail before',
  },
  {
    title: 'no test file at all',
    changes: [change('a.md', 'docs')],
    says: 'RED changes no test file',
    step: 'Write a test that fails',
  },
  {
    title: 'tests are only removed',
    changes: [change('a.test.ts', 'test', { before: 'v1', after: null })],
    says: 'RED only removes tests: a.test.ts',
    step: 'Write a test that fails',
  },
  { title: 'not measured yet: another rule says so', changes, scope: 'files', says: null },
  {
    title: 'evidence of another commit proves nothing either way',
    changes,
    evidence: getEvidence({ commit: 'other' }),
    says: null,
  },
])
