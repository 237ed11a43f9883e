import type { CoverageTotals, Ratio } from '../../../src/core/model/coverage.ts'
import { DEFAULT_POLICY } from '../../../src/core/model/policy.ts'
import { coverageHolds } from '../../../src/core/rules/coverage-holds.ts'
import { getEvidence } from '../support.ts'
import { aPlan, aSubtask, holdsRule } from './support.ts'

const percent = (value: number): Ratio => ({ covered: value * 10, total: 1000 })
const covered = (totals: CoverageTotals, patch: Ratio | null = null) => getEvidence({ coverage: { totals, patch } })
/** Measured although no suite names coverage files. */
const unasked = (totals: CoverageTotals, patch: Ratio | null = null) =>
  getEvidence({ coverage: { totals, patch, isByDefault: true } })

holdsRule(coverageHolds, [
  { title: 'nothing reported, nothing judged', phase: 'green', evidence: getEvidence(), says: null },
  {
    title: 'exactly at the thresholds',
    phase: 'green',
    evidence: covered({ lines: percent(80), branches: percent(80) }, percent(80)),
    says: null,
  },
  {
    title: 'below, in totals and in changed lines',
    phase: 'green',
    evidence: covered({ lines: percent(79.9), functions: percent(100) }, percent(50)),
    says: 'Coverage is too low: lines 79.9% < 80%, changed lines 50% < 80%',
    step: 'a RED commit, then GREEN',
  },
  {
    title: 'a threshold that is turned off',
    phase: 'green',
    policy: { coverage: { ...DEFAULT_POLICY.coverage, lines: null } },
    evidence: covered({ lines: percent(10) }),
    says: null,
  },
  {
    title: 'what the plan asks of this cycle',
    phase: 'green',
    plan: aPlan(aSubtask('1', { cycle: { tests: null, names: [], coverage: 95 } })),
    evidence: covered({ lines: percent(90) }),
    says: 'Coverage is too low: lines 90% < 95%',
    step: 'Remove code that no test demands',
  },
  {
    title: 'a project that was below already, and lost nothing',
    phase: 'green',
    state: { coverage: { totals: { lines: percent(40) }, patch: null } },
    evidence: covered({ lines: percent(41) }, percent(90)),
    says: null,
  },
  {
    title: 'a project that was below already, and lost more',
    phase: 'green',
    state: { coverage: { totals: { lines: percent(40) }, patch: null } },
    evidence: covered({ lines: percent(39) }),
    says: 'Coverage is too low: lines 39% < 40% before this change',
    step: 'a RED commit, then GREEN',
  },
  {
    title: 'a refactoring that loses coverage',
    phase: 'refactor',
    state: { coverage: { totals: { lines: percent(95) }, patch: null } },
    evidence: covered({ lines: percent(90) }),
    says: 'Coverage is too low: lines 90% < 95% before the refactor',
    step: 'Remove code that no test demands',
  },
  {
    title: 'nothing to cover',
    phase: 'green',
    evidence: covered({ lines: percent(90), functions: { covered: 0, total: 0 } }),
    says: null,
  },
  {
    title: 'a refactoring of a project where there was nothing to cover',
    phase: 'refactor',
    state: { coverage: { totals: { branches: { covered: 0, total: 0 } }, patch: null } },
    evidence: covered({ branches: percent(85) }),
    says: null,
  },
  {
    title: 'a project where there was nothing to cover has no low start to be held to',
    phase: 'green',
    state: { coverage: { totals: { lines: { covered: 0, total: 0 } }, patch: null } },
    evidence: covered({ lines: percent(50) }),
    says: 'Coverage is too low: lines 50% < 80%',
    step: 'a RED commit, then GREEN',
  },
  {
    title: 'what the gate measures by itself, where the base held no threshold',
    phase: 'green',
    state: { coverage: { totals: { lines: percent(79) }, patch: null } },
    evidence: unasked({ lines: percent(70), branches: percent(10) }, percent(0)),
    says: null,
  },
  {
    title: 'what the gate measures by itself, and the base held',
    phase: 'green',
    state: { coverage: { totals: { lines: percent(80) }, patch: null } },
    evidence: unasked({ lines: percent(79), branches: percent(10) }, percent(0)),
    says: 'Coverage is too low: lines 79% < 80%',
    step: 'a RED commit, then GREEN',
  },
  {
    title: 'what the gate measures by itself, and the configuration demands',
    phase: 'green',
    policy: { demandsCoverage: true },
    evidence: unasked({ lines: percent(79) }, percent(70)),
    says: 'Coverage is too low: lines 79% < 80%, changed lines 70% < 80%',
    step: 'a RED commit, then GREEN',
  },
  {
    title: 'a refactoring that loses coverage above the threshold, without a demand',
    phase: 'refactor',
    state: { coverage: { totals: { lines: percent(95) }, patch: null } },
    evidence: unasked({ lines: percent(90) }),
    says: null,
  },
  {
    title: 'no line changed',
    phase: 'green',
    evidence: covered({ lines: percent(90) }, { covered: 0, total: 0 }),
    says: null,
  },
])
