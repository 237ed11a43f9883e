import type { Evidence } from '../../../src/core/model/evidence.ts'
import { changesArePinned } from '../../../src/core/rules/changes-are-pinned.ts'
import { change, getEvidence } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const LEVEL = { rules: { 'changes-are-pinned': 'warn' as const } }
const green = (mutants?: Evidence['mutants']) => ({
  phase: 'green' as const,
  cycle: aCycle(),
  changes: [change('src/a.ts')],
  policy: LEVEL,
  evidence: getEvidence(mutants === undefined ? {} : { mutants }),
})
const boundary = { path: 'src/a.ts', line: 3, from: 'n > 10', to: 'n >= 10' }

holdsRule(changesArePinned, [
  { title: 'nothing was tried', ...green(), says: null },
  { title: 'tests notice each change', ...green({ tried: 8, untried: 3, survived: [] }), says: null },
  {
    title: 'a boundary that no test pins',
    ...green({ tried: 4, untried: 0, survived: [boundary] }),
    says: 'No test noticed 1 of 4 small changes that the gate made: src/a.ts:3 has `n >= 10` for `n > 10`',
    step: 'Add tests that notice them, in a commit of their own (`tdd-gate commit --phase characterize`)',
  },
  {
    title: 'changes that were not tried are counted',
    ...green({ tried: 8, untried: 5, survived: [boundary, { ...boundary, line: 4, from: 'true', to: 'false' }] }),
    says: 'No test noticed 2 of 8 small changes that the gate made: src/a.ts:3 has `n >= 10` for `n > 10`, src/a.ts:4 has `false` for `true`; 5 more were not tried',
    step: 'Add tests that notice them, in a commit of their own (`tdd-gate commit --phase characterize`)',
  },
])
