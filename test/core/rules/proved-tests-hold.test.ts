import { provedTestsHold } from '../../../src/core/rules/proved-tests-hold.ts'
import { aCommit, change, getEvidence, SETTLED } from '../support.ts'
import { holdsRule } from './support.ts'

const DRIVER = { id: 'a.test.ts > adds', file: 'a.test.ts' }
const edited = change('a.test.ts', 'test', { before: 'v0' })
const added = change('b.test.ts', 'test')
const at = (later = edited, held?: { broken?: readonly string[] }) => ({
  phase: 'green' as const,
  isAtHead: true,
  changes: [change('src/a.ts')],
  state: {
    frozen: new Map([[SETTLED, { drivers: [DRIVER], since: 0 }]]),
    testCommits: [aCommit({ changes: [later] })],
  },
  evidence: getEvidence(held ? { held: { broken: [], doubtful: [], base: [], ...held } } : {}),
})

holdsRule(provedTestsHold, [
  { title: 'the proved tests pass as they were', ...at(edited, {}), says: null },
  { title: 'no proved test was edited', ...at(added), says: null },
  { title: 'a commit further back', ...at(edited), isAtHead: false, says: null },
  { title: 'a RED', ...at(edited), phase: 'red', says: null },
  {
    title: 'a proved test that fails as it was',
    ...at(edited, { broken: ['a.test.ts > adds'] }),
    says: 'Proved tests fail as they stood at their GREEN: a.test.ts > adds',
  },
  {
    title: 'evidence of a gate that did not try',
    ...at(edited),
    says: 'The gate did not run the proved tests in their old form',
    step: 'tdd-gate verify',
  },
])
