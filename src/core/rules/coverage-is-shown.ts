import { coveredBy, toPercent } from '../model/coverage.ts'
import { findLowCoverage } from './coverage-holds.ts'
import { type Broken, type Rule, type RuleContext, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const coverageIsShown: Rule = {
  code: 'coverage-is-shown',
  about:
    'The gate shows coverage below a default threshold, below what the plan expects, and a demanded coverage that was not measured.',
  why: 'With `test.coverage: auto` the gate measures coverage by itself, if the runner can. The default thresholds then reject only what the base held. A plan that expects a coverage is compared with what was measured. No measurement is no coverage: this rule says so where the plan or the configuration demands it.',
  phases: ['green'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((context, { coverage, scope }) => {
    const planned = getPlanned(context)
    if (coverage === null) return scope !== 'suite' || isOpen(context) ? null : reportUnmeasured(context, planned)
    const low = findLowCoverage(context, coverage).shown
    const lines = coveredBy(coverage.totals)
    const now = lines && toPercent(lines)
    const isLess = coverage.isByDefault && planned !== null && now !== null && now < planned
    const shown = [...(isLess ? [`${now}% of ${planned}% that the plan expects`] : []), ...low]
    if (shown.length === 0) return null
    return {
      message: `Coverage is low: ${list(shown, 6)}`,
      suggestion:
        'Test the lines in another cycle, or remove them. To demand a coverage, set `policy.coverage` in .github/tdd-gate.yml.',
    }
  }),
}

function reportUnmeasured({ policy }: RuleContext, planned: number | null): Broken | null {
  if (planned === null && !policy.demandsCoverage) return null
  const demand = planned === null ? 'The configuration demands coverage' : `The plan expects a coverage of ${planned}%`
  return {
    message: `${demand}, and coverage was not measured`,
    suggestion:
      'Set `test.coverage: auto` in .github/tdd-gate.yml, or name the coverage files of the test command there.',
  }
}

const getPlanned = ({ plan, subtask }: RuleContext): number | null =>
  plan?.subtasks.find(({ id }) => id === subtask)?.cycle?.coverage ?? null

const isOpen = ({ drivers }: RuleContext) => (drivers?.missing.length ?? 0) > 0
