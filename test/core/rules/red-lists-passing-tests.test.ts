import { redListsPassingTests } from '../../../src/core/rules/red-lists-passing-tests.ts'
import { getEvidence, notLoaded } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(redListsPassingTests, [
  { title: 'drivers only', evidence: getEvidence({ comparison: { newlyFailing: ['a.test.ts > adds'] } }), says: null },
  {
    title: 'vacuous tests beside a driver',
    evidence: getEvidence({ newPassing: ['a.test.ts > is true'], comparison: { newlyFailing: ['a.test.ts > adds'] } }),
    says: 'Passed without ever failing: a.test.ts > is true',
    step: 'This commit needs no change',
  },
  {
    title: 'a test that completes the drivers beside it',
    evidence: getEvidence({
      newPassing: ['a.test.ts > zero'],
      comparison: { newlyFailing: ['a.test.ts > adds', 'a.test.ts > subtracts'] },
    }),
    says: null,
  },
  {
    title: 'tests of what stays as it is, beside several drivers',
    evidence: getEvidence({
      newPassing: ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((n) => `a.test.ts > ${n}`),
      comparison: { newlyFailing: ['a.test.ts > adds', 'a.test.ts > subtracts', 'a.test.ts > divides'] },
    }),
    says: null,
  },
  {
    title: 'many more tests than drivers, which swell the numbers',
    evidence: getEvidence({
      newPassing: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((n) => `a.test.ts > ${n}`),
      comparison: { newlyFailing: ['a.test.ts > adds', 'a.test.ts > subtracts', 'a.test.ts > divides'] },
    }),
    says: 'Passed without ever failing: a.test.ts > 1, a.test.ts > 2, a.test.ts > 3 and 7 more',
    step: 'This commit needs no change',
  },
  {
    title: 'a test that was there under another name, beside a driver',
    evidence: getEvidence({
      newPassing: ['b.test.ts > is'],
      answered: [{ id: 'a.test.ts > is', by: 'rename', to: 'b.test.ts > is' }],
      comparison: { newlyFailing: ['a.test.ts > adds'] },
    }),
    says: null,
  },
  {
    title: 'vacuous tests beside a file that does not load',
    evidence: getEvidence({ newPassing: ['b.test.ts > is true'], loadFailures: [notLoaded('a.test.ts')] }),
    says: 'Passed without ever failing: b.test.ts > is true',
    step: 'A separate cycle would prove them',
  },
  {
    title: 'of a list whose end was left out',
    phase: 'red',
    evidence: getEvidence({
      newPassing: ['a.test.ts > is true'],
      comparison: { newlyFailing: ['a.test.ts > adds'] },
      omitted: { newPassing: 9 },
    }),
    says: 'Passed without ever failing: a.test.ts > is true and 9 more',
    step: 'This commit needs no change',
  },
  {
    title: 'no driver: another rule names them',
    evidence: getEvidence({ newPassing: ['a.test.ts > is true'] }),
    says: null,
  },
  {
    title: 'characterized behaviour passes by intention',
    isCharacterization: true,
    evidence: getEvidence({ newPassing: ['a.test.ts > is true'], loadFailures: [notLoaded('a.test.ts')] }),
    says: null,
  },
])
