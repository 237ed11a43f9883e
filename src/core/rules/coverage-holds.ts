import { COVERAGE_METRICS, percentOf } from '../coverage.ts'
import type { CoverageSummary } from '../evidence.ts'
import { type Rule, type RuleContext, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const coverageHolds: Rule = {
  code: 'coverage-holds',
  about: 'Coverage, where reported, reaches the thresholds; changed lines are covered; a refactor loses none.',
  why: 'Thresholds are for lines, branches, functions, statements and changed lines (80 % by default). A project that starts lower must not sink. A metric that no report gives is not judged; lines in no report are not measured.',
  phases: ['green', 'refactor'],
  level: 'error',
  needs: 'evidence',
  check: withEvidence((context, { coverage }) => {
    if (!coverage) return null
    const below = [...belowInTotal(context, coverage), ...belowInPatch(context, coverage)]
    if (below.length === 0) return null
    return {
      message: `Coverage is too low: ${list(below, 6)}`,
      suggestion: 'Take out code that no test asked for, or start another cycle for it: a RED commit, then GREEN.',
    }
  }),
}

function belowInTotal({ policy, phase, state, plan, subtask }: RuleContext, { totals }: CoverageSummary): string[] {
  const planned = plan?.subtasks.find(({ id }) => id === subtask)?.cycle?.coverage ?? null
  return COVERAGE_METRICS.flatMap((metric) => {
    const ratio = totals[metric]
    if (!ratio) return []
    const now = percentOf(ratio)
    const threshold = (metric === 'lines' ? planned : null) ?? policy.coverage[metric]
    const before = state.coverage?.totals[metric] && percentOf(state.coverage.totals[metric])
    return shortfalls(metric, now, threshold, before, phase === 'refactor')
  })
}

/** A project that starts below a threshold is held to where it was: it would be blocked for ever otherwise. */
function shortfalls(
  name: string,
  now: number,
  threshold: number | null,
  before: number | undefined,
  isRefactor: boolean,
): string[] {
  const isLow = threshold !== null && before !== undefined && before < threshold
  if (isLow && now < before) return [`${name} ${now}% < ${before}%, where it was before`]
  if (!isLow && threshold !== null && now < threshold) return [`${name} ${now}% < ${threshold}%`]
  return isRefactor && before !== undefined && now < before ? [`${name} before the refactor ${now}% < ${before}%`] : []
}

function belowInPatch({ policy }: RuleContext, { patch }: CoverageSummary): string[] {
  const least = policy.coverage.patch
  return patch && least !== null && percentOf(patch) < least ? [`changed lines ${percentOf(patch)}% < ${least}%`] : []
}
