import { attemptsAreLimited } from '../../../src/core/rules/attempts-are-limited.ts'
import { getEvidence, tracked } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const fails = getEvidence({ watched: [tracked('a.test.ts > adds', 'failed')] })

holdsRule(attemptsAreLimited, [
  { title: 'the first try', phase: 'green', cycle: aCycle(), evidence: fails, says: null },
  {
    title: 'a last try that works',
    phase: 'green',
    cycle: aCycle({ attempts: 2 }),
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds')] }),
    says: null,
  },
  {
    title: 'the third failed attempt',
    phase: 'green',
    cycle: aCycle({ attempts: 2 }),
    evidence: fails,
    says: '3 attempts, and the drivers still fail: the task is paused',
  },
  {
    title: 'the first try where one is allowed',
    phase: 'green',
    policy: { green: { maxAttempts: 1 } },
    cycle: aCycle(),
    evidence: fails,
    says: '1 attempt, and the drivers still fail: the task is paused',
    step: 'ask a maintainer',
  },
])
