import { suiteIsGreen } from '../../../src/core/rules/suite-is-green.ts'
import { change, failing, getEvidence, notLoaded } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const ID = 'a.test.ts > adds'

holdsRule(suiteIsGreen, [
  { title: 'all green', phase: 'green', evidence: getEvidence(), says: null },
  { title: 'a RED may fail', evidence: getEvidence({ failing: [failing(ID)] }), says: null },
  {
    title: 'existing behaviour that is characterized must hold',
    isCharacterization: true,
    evidence: getEvidence({ failing: [failing(ID)] }),
    says: 'Not green: a.test.ts > adds',
  },
  ...(['green', 'refactor', 'neutral'] as const).map((phase) => ({
    title: `other behaviour broken by ${phase}`,
    phase,
    evidence: getEvidence({
      failing: [failing('old.test.ts > x')],
      loadFailures: [notLoaded('b.test.ts'), notLoaded(null)],
    }),
    says: "Not green: b.test.ts does not load (Cannot find module './cart.ts'), a file does not load (Cannot find module './cart.ts'), old.test.ts > x",
    step: 'run your test command without a filter',
  })),
  {
    title: 'of a list whose end was left out',
    phase: 'green',
    evidence: getEvidence({ failing: [failing('old.test.ts > x')], omitted: { failing: 9 } }),
    says: 'Not green: old.test.ts > x and 9 more',
    step: 'run your test command without a filter',
  },
  {
    title: 'what failed at the base',
    phase: 'green',
    state: {
      knownFailing: new Set([ID]),
      knownLoadFailures: new Set(['b.test.ts']),
      knownRunErrors: new Set(['bail out']),
    },
    evidence: getEvidence({ failing: [failing(ID)], loadFailures: [notLoaded('b.test.ts')], runErrors: ['bail out'] }),
    says: null,
  },
  {
    title: 'an unhandled rejection after the last test',
    phase: 'green',
    evidence: getEvidence({ runErrors: ['Unhandled rejection: boom\nat x'] }),
    says: 'Not green: Unhandled rejection: boom',
    step: 'Make the whole suite pass',
  },
  {
    title: 'an unhandled rejection beside a failure of the base',
    phase: 'green',
    state: { knownFailing: new Set([ID]) },
    evidence: getEvidence({ failing: [failing(ID)], runErrors: ['Unhandled rejection: boom'] }),
    says: 'Not green: Unhandled rejection: boom',
    step: 'Make the whole suite pass',
  },
  {
    title: 'drivers of cycles that wait, and the echo of them in the run',
    phase: 'neutral',
    state: { cycles: new Map([['1', aCycle({ files: ['b.test.ts'] })]]) },
    evidence: getEvidence({
      failing: [failing(ID), failing('b.test.ts > x')],
      loadFailures: [notLoaded('b.test.ts')],
      runErrors: ['2 failed'],
    }),
    says: null,
  },
  {
    title: 'a merge that breaks a test',
    phase: 'merge',
    evidence: getEvidence({ failing: [failing(ID), failing('base.test.ts > new')], comparison: { broken: [ID] } }),
    says: 'Not green: a.test.ts > adds',
    step: 'Make the whole suite pass',
  },
  {
    title: 'a merge that keeps a file of ours from loading',
    phase: 'merge',
    changes: [change('base.test.ts', 'test')],
    evidence: getEvidence({ loadFailures: [notLoaded('base.test.ts'), notLoaded('a.test.ts')] }),
    says: "Not green: a.test.ts does not load (Cannot find module './cart.ts')",
    step: 'Make the whole suite pass',
  },
  {
    title: 'a merge that brings failures of the base, and their echo',
    phase: 'merge',
    evidence: getEvidence({ failing: [failing('base.test.ts > new')], runErrors: ['1 failed'] }),
    says: null,
  },
])
