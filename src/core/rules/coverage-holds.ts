import { COVERAGE_METRICS, type Ratio, toPercent } from '../model/coverage.ts'
import type { CoverageSummary } from '../model/evidence.ts'
import { type Rule, type RuleContext, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const coverageHolds: Rule = {
  code: 'coverage-holds',
  about: 'Reported coverage reaches the thresholds, also in changed lines, and a refactor loses none.',
  why: 'Thresholds apply to lines, branches, functions, statements and changed lines (80 % by default). A project below a threshold must not lose coverage. The gate judges only what a report contains.',
  phases: ['green', 'refactor'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, { coverage }) => {
    if (!coverage) return null
    const below = [...belowInTotal(context, coverage), ...belowInPatch(context, coverage)]
    if (below.length === 0) return null
    return {
      message: `Coverage is too low: ${list(below, 6)}`,
      suggestion: 'Remove code that no test demands, or start another cycle for it: a RED commit, then GREEN.',
    }
  }),
}

function belowInTotal({ policy, phase, state, plan, subtask }: RuleContext, { totals }: CoverageSummary): string[] {
  const planned = plan?.subtasks.find(({ id }) => id === subtask)?.cycle?.coverage ?? null
  return COVERAGE_METRICS.flatMap((metric) => {
    const now = percentIn(totals[metric])
    if (now === null) return []
    const threshold = (metric === 'lines' ? planned : null) ?? policy.coverage[metric]
    const before = percentIn(state.coverage?.totals[metric])
    return shortfalls(metric, now, threshold, before, phase === 'refactor')
  })
}

/** Returns null without data, or with nothing to cover. */
const percentIn = (ratio: Ratio | null | undefined): number | null => (ratio ? toPercent(ratio) : null)

/** Compares a project that starts below a threshold with its own past: the threshold would block it for ever. */
function shortfalls(
  name: string,
  now: number,
  threshold: number | null,
  before: number | null,
  isRefactor: boolean,
): string[] {
  const isLow = threshold !== null && before !== null && before < threshold
  if (isLow && now < before) return [`${name} ${now}% < ${before}% before this change`]
  if (!isLow && threshold !== null && now < threshold) return [`${name} ${now}% < ${threshold}%`]
  return isRefactor && before !== null && now < before ? [`${name} ${now}% < ${before}% before the refactor`] : []
}

function belowInPatch({ policy }: RuleContext, { patch }: CoverageSummary): string[] {
  const least = policy.coverage.patch
  const now = percentIn(patch)
  return now !== null && least !== null && now < least ? [`changed lines ${now}% < ${least}%`] : []
}
