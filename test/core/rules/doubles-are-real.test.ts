import { doublesAreReal } from '../../../src/core/rules/doubles-are-real.ts'
import { aCommit, change } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const DOUBLES = [{ path: 'test/a.test.ts', line: 3, member: 'charge', of: 'Gateway in src/gateway.ts' }]
const SAYS = 'Tests double what does not exist: test/a.test.ts:3: charge, which Gateway in src/gateway.ts does not have'
const STEP = 'Write the member in production, or double the one that exists'
const commit = (doubles = DOUBLES) => ({ ...aCommit({ changes: [change('src/a.ts')] }), doubles })

holdsRule(doublesAreReal, [
  { title: 'a commit without such doubles is not shown', phase: 'green', changes: [change('src/a.ts')], says: null },
  {
    title: 'a GREEN whose driver doubles what does not exist is shown',
    phase: 'green',
    commit: commit(),
    cycle: aCycle({ watch: ['test/a.test.ts'] }),
    says: SAYS,
    step: STEP,
  },
  {
    title: 'a GREEN does not answer for the test of another open cycle',
    phase: 'green',
    commit: commit(),
    cycle: aCycle({ watch: ['test/b.test.ts'] }),
    says: null,
  },
  {
    title: 'a REFACTOR of tests that adds such a double is shown',
    phase: 'refactor',
    commit: commit(),
    says: SAYS,
    step: STEP,
  },
])
