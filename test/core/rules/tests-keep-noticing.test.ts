import { testsKeepNoticing } from '../../../src/core/rules/tests-keep-noticing.ts'
import { change, getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

const edited = change('test/cart.test.js', 'test', { before: 'v0' })
const ID = 'test/cart.test.js > adds up'
const quiet = (quieted?: readonly string[]) => getEvidence(quieted === undefined ? {} : { quieted })

holdsRule(testsKeepNoticing, [
  { title: 'no test was edited', phase: 'refactor', evidence: quiet(), says: null },
  { title: 'the edited tests notice as much', phase: 'refactor', evidence: quiet([]), says: null },
  {
    title: 'a REFACTOR edits a test that no longer notices broken code',
    phase: 'refactor',
    changes: [edited],
    evidence: quiet([ID]),
    says: `With broken code these edited tests pass, and failed before: ${ID}`,
  },
])
