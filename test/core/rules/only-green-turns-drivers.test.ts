import { onlyGreenTurnsDrivers } from '../../../src/core/rules/only-green-turns-drivers.ts'
import { getEvidence, tracked } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const ID = 'a.test.ts > adds'
const cycle = aCycle()
const waiting = { cycles: new Map([['1', cycle]]) }
const passes = getEvidence({ watched: [tracked(ID)] })

holdsRule(onlyGreenTurnsDrivers, [
  {
    title: 'a chore that turns nothing',
    phase: 'neutral',
    state: waiting,
    evidence: getEvidence({ watched: [tracked(ID, 'failed')] }),
    says: null,
  },
  {
    title: 'a configuration that makes the driver pass',
    phase: 'neutral',
    state: waiting,
    evidence: passes,
    says: 'Turned green without GREEN: a.test.ts > adds',
  },
  {
    title: 'a dependency that makes a file load whose tests drive',
    phase: 'neutral',
    state: { cycles: new Map([['1', aCycle({ tests: [], files: ['a.test.ts'] })]]) },
    evidence: passes,
    says: 'Turned green without GREEN: a.test.ts > adds',
  },
  {
    title: 'the RED of another subtask that weakens the driver',
    phase: 'red',
    subtask: '2',
    state: waiting,
    evidence: passes,
    says: 'Turned green without GREEN: a.test.ts > adds',
  },
  { title: 'a new RED of the same subtask replaces its drivers', phase: 'red', cycle, evidence: passes, says: null },
  {
    title: 'new behaviour that calls itself a refactoring',
    phase: 'refactor',
    state: waiting,
    evidence: passes,
    says: 'Turned green without GREEN: a.test.ts > adds',
  },
  { title: 'GREEN', phase: 'green', cycle, evidence: passes, says: null },
])
