import { changedTestIsShown } from '../../../src/core/rules/changed-test-is-shown.ts'
import { change, getEvidence, SETTLED } from '../support.ts'
import { holdsRule, setOf } from './support.ts'

const at = (held: { doubtful?: readonly string[]; base?: readonly string[] }) => ({
  phase: 'green' as const,
  isAtHead: true,
  changes: [change('src/a.ts')],
  evidence: getEvidence({ held: { broken: [], doubtful: [], base: [], ...held } }),
})

holdsRule(changedTestIsShown, [
  { title: 'all tests hold as they were', ...at({}), says: null },
  { title: 'a commit further back', ...at({ base: ['a.test.ts > adds'] }), isAtHead: false, says: null },
  {
    title: 'a test of the base, and a driver that cannot run any more',
    ...at({ doubtful: ['b.test.ts > old'], base: ['a.test.ts > adds'] }),
    says: 'Changed tests fail in their old form: b.test.ts > old, a.test.ts > adds',
    step: `git diff ${SETTLED.slice(0, 12)}`,
  },
  {
    title: 'a RED that changes what a test expects',
    changes: [change('a.test.ts', 'test', { before: 'v0' })],
    evidence: getEvidence({ comparison: { newlyFailing: ['a.test.ts > adds'], broken: ['a.test.ts > adds'] } }),
    says: 'Tests that passed before demand something else now: a.test.ts > adds',
    step: `git diff ${SETTLED.slice(0, 12)}`,
  },
  {
    title: 'a test that a RED edited, and that no longer notices broken code',
    phase: 'green',
    changes: [change('src/a.ts')],
    state: { otherChanges: setOf(change('test/cart.test.js', 'test', { before: 'v0' })) },
    evidence: getEvidence({ quieted: ['test/cart.test.js > adds up'] }),
    says: 'Changed tests pass with broken code, and failed before: test/cart.test.js > adds up',
    step: `git diff ${SETTLED.slice(0, 12)}`,
  },
])
