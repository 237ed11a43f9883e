import { uncheckedClaimIsShown } from '../../../src/core/rules/unchecked-claim-is-shown.ts'
import { change, getEvidence } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const green = (message: string, coverage: Parameters<typeof getEvidence>[0] = {}) => ({
  phase: 'green' as const,
  cycle: aCycle(),
  changes: [change('src/a.ts')],
  message,
  evidence: getEvidence({ scope: 'suite', ...coverage }),
})
const COVERED = { coverage: { totals: { lines: { covered: 9, total: 10 } }, patch: null } }
const STEP = { step: 'Do not rely on it' }

holdsRule(uncheckedClaimIsShown, [
  { title: 'no claim', ...green('feat: add'), says: null },
  { title: 'coverage that was measured', ...green('feat: add\n\nCoverage: 90%\n', COVERED), says: null },
  {
    title: 'coverage that nothing measured',
    ...green('feat: add\n\nCoverage: 100%\n'),
    says: 'The message claims unmeasured numbers: "Coverage: 100%"',
    ...STEP,
  },
  { title: 'tests of a whole suite', ...green('feat: add\n\nTests: 3 passing\n'), says: null },
  {
    title: 'tests that nothing ran',
    phase: 'neutral',
    changes: [change('README.md', 'docs')],
    message: 'docs: words\n\nTests: 48 passing, 0 failing\n',
    says: 'The message claims unmeasured numbers: "Tests: 48 passing"',
    ...STEP,
  },
])
