import { COVERAGE_METRICS, percentOf } from '../coverage.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const coverageHolds: Rule = {
  code: 'coverage-holds',
  about: 'Coverage, where reported, reaches the thresholds; changed lines are covered; a refactor loses none.',
  why: 'Thresholds are for lines, branches, functions, statements and changed lines (80 % by default). A metric that no report gives is not judged; lines in no report are not measured.',
  phases: ['green', 'refactor'],
  level: 'error',
  needs: 'evidence',
  check: withEvidence(({ policy, phase, state, plan, subtask }, { coverage }) => {
    if (!coverage) return null
    const planned = plan?.subtasks.find(({ id }) => id === subtask)?.cycle?.coverage ?? null
    const below: string[] = []
    const demand = (name: string, percent: number, least: number | null) => {
      if (least !== null && percent < least) below.push(`${name} ${percent}% < ${least}%`)
    }
    for (const metric of COVERAGE_METRICS) {
      const ratio = coverage.totals[metric]
      if (!ratio) continue
      demand(
        metric,
        percentOf(ratio),
        metric === 'lines' ? (planned ?? policy.coverage.lines) : policy.coverage[metric],
      )
      const before = state.coverage?.totals[metric]
      if (phase === 'refactor' && before) demand(`${metric} before the refactor`, percentOf(ratio), percentOf(before))
    }
    if (coverage.patch) demand('changed lines', percentOf(coverage.patch), policy.coverage.patch)
    if (below.length === 0) return null
    return {
      message: `Coverage is too low: ${list(below, 6)}`,
      suggestion: 'Take out code that no test asked for, or start another cycle for it: a RED commit, then GREEN.',
    }
  }),
}
