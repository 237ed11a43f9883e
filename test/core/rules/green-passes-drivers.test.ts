import { DEFAULT_POLICY } from '../../../src/core/model/policy.ts'
import { greenPassesDrivers } from '../../../src/core/rules/green-passes-drivers.ts'
import { failing, getEvidence, notLoaded, tracked } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

holdsRule(greenPassesDrivers, [
  {
    title: 'every driver passes every time',
    phase: 'green',
    cycle: aCycle(),
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds')] }),
    says: null,
  },
  {
    title: 'a driver still fails',
    phase: 'green',
    cycle: aCycle(),
    evidence: getEvidence({
      watched: [tracked('a.test.ts > adds', 'failed')],
      failing: [failing('z > other'), failing('a.test.ts > adds')],
    }),
    says: 'Still not passing: a.test.ts > adds (expected 0 to be 3)',
  },
  {
    title: 'a driver of a pull request still fails',
    phase: 'green',
    policy: { ...DEFAULT_POLICY, sequence: 'pull-request' },
    cycle: aCycle(),
    evidence: getEvidence({
      watched: [tracked('a.test.ts > adds', 'failed')],
      failing: [failing('a.test.ts > adds')],
    }),
    says: 'Still not passing: a.test.ts > adds (expected 0 to be 3)',
    step: 'Change the code until the tests pass, or correct a wrong test.',
  },
  {
    title: 'a driver still fails after an error of the run that the base did not have',
    phase: 'green',
    cycle: aCycle(),
    evidence: getEvidence({
      watched: [tracked('a.test.ts > adds', 'failed')],
      failing: [failing('a.test.ts > adds')],
      runErrors: ['The build `tsc` ended with exit code 2: a.ts(1,1): error TS1005'],
    }),
    says: 'Still not passing: a.test.ts > adds (expected 0 to be 3); the run failed outside its tests (The build `tsc` ended with exit code 2: a.ts(1,1): error TS1005)',
  },
  {
    title: 'one of two drivers fails: its name is beside its message',
    phase: 'green',
    cycle: aCycle({ tests: ['a.test.ts > adds', 'a.test.ts > takes'] }),
    evidence: getEvidence({
      watched: [tracked('a.test.ts > adds', 'failed'), tracked('a.test.ts > takes', 'failed')],
      failing: [failing('a.test.ts > takes')],
    }),
    says: 'Still not passing: a.test.ts > adds, a.test.ts > takes (a.test.ts > takes: expected 0 to be 3)',
  },
  {
    title: 'the driver was deleted, renamed or filtered out',
    phase: 'green',
    cycle: aCycle(),
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds well')] }),
    says: 'Still not passing: a.test.ts > adds',
  },
  {
    title: 'the driver passes by luck',
    phase: 'green',
    cycle: aCycle(),
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds', 'passed', 'failed')] }),
    says: 'Still not passing: a.test.ts > adds',
  },
  {
    title: 'the file still does not load',
    phase: 'green',
    cycle: aCycle({ tests: [], files: ['a.test.ts'] }),
    evidence: getEvidence({
      loadFailures: [
        notLoaded('z.test.ts'),
        notLoaded('a.test.ts', { message: 'no name may stand twice', missing: null }),
      ],
    }),
    says: 'Still not passing: a.test.ts (no name may stand twice)',
  },
  {
    title: 'the file loads now and holds no test',
    phase: 'green',
    cycle: aCycle({ tests: [], files: ['a.test.ts'] }),
    evidence: getEvidence(),
    says: 'Still not passing: a.test.ts (did not run)',
  },
  { title: 'no cycle: another rule says so', phase: 'green', evidence: getEvidence(), says: null },
])
