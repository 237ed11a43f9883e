import { redIdsAreStable } from '../../../src/core/rules/red-ids-are-stable.ts'
import { getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(redIdsAreStable, [
  {
    title: 'names of their own',
    evidence: getEvidence({ comparison: { newlyFailing: ['a.test.ts > adds'] } }),
    says: null,
  },
  {
    title: 'two tests with one name in files that the report does not tell, one of them failing',
    evidence: getEvidence({
      doubtful: ['a.test.ts > adds', 'a.test.ts > adds #2'],
      comparison: { newlyFailing: ['a.test.ts > adds #2'] },
    }),
    says: 'These names are used twice or change from run to run: a.test.ts > adds #2',
  },
  {
    title: 'doubtful names of tests that drive nothing',
    evidence: getEvidence({ doubtful: ['a.test.ts > old'], comparison: { newlyFailing: ['a.test.ts > adds'] } }),
    says: null,
  },
])
