import { droppedDriverIsShown } from '../../../src/core/rules/dropped-driver-is-shown.ts'
import { change, failing, getEvidence, notLoaded } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const [ID, OTHER] = ['a.test.ts > adds', 'a.test.ts > subtracts']
const red = (...ids: readonly string[]) => ({
  changes: [change('a.test.ts', 'test')],
  evidence: getEvidence({ failing: ids.map((id) => failing(id)) }),
})

holdsRule(droppedDriverIsShown, [
  { title: 'a first RED', ...red(ID), says: null },
  { title: 'a second RED that asks for more', ...red(ID, OTHER), cycle: aCycle({ tests: [ID] }), says: null },
  {
    title: 'a second RED that asks for less',
    ...red(ID),
    cycle: aCycle({ tests: [ID, OTHER] }),
    says: `The RED before (cafe00000) demanded more: ${OTHER}`,
    step: 'git diff cafe00000000 -- a.test.ts',
  },
  {
    title: 'a file that does not load now',
    changes: [change('a.test.ts', 'test')],
    evidence: getEvidence({ loadFailures: [notLoaded('a.test.ts')] }),
    cycle: aCycle({ tests: [ID] }),
    says: null,
  },
  {
    title: 'a file of the RED before that is edited, and does not load now',
    changes: [change('a.test.ts', 'test', { before: 'v0' })],
    evidence: getEvidence({ loadFailures: [notLoaded('a.test.ts')] }),
    cycle: aCycle({ watch: ['a.test.ts'] }),
    says: 'Tests changed since the RED before (cafe00000), and may demand less now: a.test.ts',
    step: 'git diff cafe00000000 -- a.test.ts',
  },
])
