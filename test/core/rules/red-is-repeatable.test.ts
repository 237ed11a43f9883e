import { redIsRepeatable } from '../../../src/core/rules/red-is-repeatable.ts'
import { getEvidence, tracked } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(redIsRepeatable, [
  {
    title: 'the same every time',
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds', 'failed', 'failed')] }),
    says: null,
  },
  {
    title: 'a test of chance',
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds', 'failed', 'passed')] }),
    says: 'Not the same every time: a.test.ts > adds (failed, passed)',
  },
  {
    title: 'a test of chance that failed on the base already',
    state: { knownFailing: new Set(['a.test.ts > waits']) },
    evidence: getEvidence({
      watched: [tracked('a.test.ts > adds', 'failed', 'failed'), tracked('a.test.ts > waits', 'failed', 'passed')],
    }),
    says: null,
  },
  {
    title: 'a name that changes from run to run: absent the second time',
    evidence: getEvidence({ watched: [tracked('a.test.ts > at 12:01', 'failed', 'skipped')] }),
    says: 'Not the same every time: a.test.ts > at 12:01 (failed, skipped)',
    step: 'a name that does not change',
  },
])
