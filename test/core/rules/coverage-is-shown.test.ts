import type { CoverageTotals, Ratio } from '../../../src/core/model/coverage.ts'
import { coverageIsShown } from '../../../src/core/rules/coverage-is-shown.ts'
import { getEvidence } from '../support.ts'
import { aPlan, aSubtask, holdsRule } from './support.ts'

const percent = (value: number): Ratio => ({ covered: value * 10, total: 1000 })
const unasked = (totals: CoverageTotals, patch: Ratio | null = null) =>
  getEvidence({ coverage: { totals, patch, isByDefault: true } })
const PLANNED = aPlan(aSubtask('1', { cycle: { tests: null, names: [], coverage: 85 } }))

holdsRule(coverageIsShown, [
  { title: 'nothing measured, and nothing planned', phase: 'green', evidence: getEvidence(), says: null },
  {
    title: 'a coverage that the configuration demands, and no measurement of the whole suite',
    phase: 'green',
    policy: { demandsCoverage: true },
    evidence: getEvidence(),
    says: 'The configuration demands coverage, and coverage was not measured',
    step: 'name the coverage files',
  },
  {
    title: 'above every threshold',
    phase: 'green',
    evidence: unasked({ lines: percent(80) }, percent(80)),
    says: null,
  },
  {
    title: 'below a threshold that the base did not hold',
    phase: 'green',
    evidence: unasked({ lines: percent(60) }, percent(50)),
    says: 'Coverage is low: lines 60% < 80%, changed lines 50% < 80%',
    step: 'policy.coverage',
  },
  {
    title: 'a low project that lost nothing',
    phase: 'green',
    state: { coverage: { totals: { lines: percent(40) }, patch: null } },
    evidence: unasked({ lines: percent(41) }),
    says: null,
  },
  {
    title: 'what another rule rejects',
    phase: 'green',
    state: { coverage: { totals: { lines: percent(90) }, patch: null } },
    evidence: unasked({ lines: percent(70) }),
    says: null,
  },
  {
    title: 'the coverage that the plan expects',
    phase: 'green',
    plan: PLANNED,
    evidence: unasked({ lines: percent(85) }),
    says: null,
  },
  {
    title: 'less than the plan expects',
    phase: 'green',
    plan: PLANNED,
    evidence: unasked({ lines: percent(84.9) }),
    says: 'Coverage is low: 84.9% of 85% that the plan expects',
    step: 'another cycle',
  },
  {
    title: 'a plan that expects coverage from a runner that counts statements',
    phase: 'green',
    plan: PLANNED,
    evidence: unasked({ statements: percent(81) }),
    says: 'Coverage is low: 81% of 85% that the plan expects',
    step: 'another cycle',
  },
  {
    title: 'a plan that expects coverage, and no measurement',
    phase: 'green',
    plan: PLANNED,
    evidence: getEvidence({ scope: 'suite' }),
    says: 'The plan expects a coverage of 85%, and coverage was not measured',
    step: 'test.coverage',
  },
])
