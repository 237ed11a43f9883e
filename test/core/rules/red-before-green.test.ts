import { DEFAULT_POLICY } from '../../../src/core/model/policy.ts'
import { redBeforeGreen } from '../../../src/core/rules/red-before-green.ts'
import { change, getEvidence, tracked } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

holdsRule(redBeforeGreen, [
  { title: 'GREEN of an open cycle', phase: 'green', cycle: aCycle(), changes: [change('src/a.ts')], says: null },
  {
    title: 'code without a test that asked for it',
    phase: 'green',
    changes: [change('src/a.ts')],
    says: 'Production changed with no accepted RED before it',
  },
  {
    title: 'code of a pull request without tests',
    phase: 'green',
    policy: { ...DEFAULT_POLICY, sequence: 'pull-request' },
    changes: [change('src/a.ts')],
    says: 'Production changed, and no test of the pull request fails without it',
    step: 'Write a test that fails without this code. If all behaviour stays, state the phase `refactor`.',
  },
  {
    title: 'test and code in one commit',
    phase: 'green',
    changes: [change('src/a.ts'), change('a.test.ts', 'test')],
    says: 'Production changed with no accepted RED before it',
  },
  {
    title: 'code that a test of the base failed for',
    phase: 'green',
    state: { knownFailing: new Set(['test/a.test.js > cart > adds (up)', 'test/b.test.js > other']) },
    evidence: getEvidence({ comparison: { fixed: ['test/a.test.js > cart > adds (up)'] } }),
    changes: [change('src/a.ts')],
    says: 'Production changed with no accepted RED before it. On the base this test fails already: test/a.test.js > cart > adds (up)',
  },
  {
    title: 'code that a test of the base failed for, outside of the project',
    phase: 'green',
    state: { knownFailing: new Set(['../a.test.js > it is']) },
    evidence: getEvidence({ comparison: { fixed: ['../a.test.js > it is'] } }),
    changes: [change('src/a.ts')],
    says: 'Production changed with no accepted RED before it. On the base this test fails already: ../a.test.js > it is',
  },
  {
    title: 'GREEN of another subtask than the open one',
    phase: 'green',
    subtask: '2',
    state: { cycles: new Map([['1', aCycle()]]) },
    changes: [change('src/a.ts')],
    says: 'Subtask 2 has no accepted RED; open: 1',
  },
  {
    title: 'GREEN of another subtask than the one whose tests it makes pass',
    phase: 'green',
    task: '2',
    subtask: '2',
    state: { cycles: new Map([['1', aCycle()]]) },
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds')] }),
    changes: [change('src/a.ts')],
    says: 'Subtask 2 has no accepted RED; open: 1',
  },
  {
    title: 'a moved file whose test follows it',
    phase: 'green',
    changes: [
      change('src/a.ts', 'production', { before: 'v1', after: null }),
      { ...change('src/b/a.ts', 'production', { after: 'v1' }), from: 'src/a.ts' },
      change('src/b/index.ts'),
      { ...change('a.test.ts', 'test', { before: 'v1' }), edit: 'imports' },
    ],
    says: 'Production changed with no accepted RED before it',
  },
  {
    title: 'a test that is stated as GREEN',
    phase: 'green',
    changes: [change('a.test.ts', 'test')],
    says: 'GREEN 1 has no accepted RED before it',
  },
])
