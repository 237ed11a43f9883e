import { COVERAGE_METRICS, type CoverageMetric, type Ratio, toPercent } from '../model/coverage.ts'
import type { CoverageSummary } from '../model/evidence.ts'
import { type Rule, type RuleContext, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const coverageHolds: Rule = {
  code: 'coverage-holds',
  about: 'Reported coverage reaches the thresholds, also in changed lines, and a refactor loses none.',
  why: 'Thresholds apply to lines, branches, functions, statements and changed lines (80 % by default). A project below a threshold must not lose coverage. The gate judges only what a report contains. Where it measures coverage by itself (`test.coverage: auto`), and the configuration demands none, it rejects only a fall below a threshold that the base held.',
  choices: 'Test the lines that no test runs in a RED of their own, or remove them.',
  phases: ['green', 'refactor'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, { coverage }) => {
    if (!coverage) return null
    const { rejected } = findLowCoverage(context, coverage)
    if (rejected.length === 0) return null
    return {
      message: `Coverage is too low: ${list(rejected, 6)}`,
      suggestion: 'Remove code that no test demands, or start another cycle for it: a RED commit, then GREEN.',
    }
  }),
}

interface LowCoverage {
  readonly rejected: readonly string[]
  /** The configuration does not demand it, and the base did not hold it. */
  readonly shown: readonly string[]
}

/** Divides what is below a threshold by who demands it: the configuration, or only the defaults. */
export function findLowCoverage(context: RuleContext, coverage: CoverageSummary): LowCoverage {
  const { policy, state } = context
  const low = COVERAGE_METRICS.flatMap((metric) => belowInTotal(context, metric, coverage))
  const patch = belowInPatch(context, coverage)
  if (!coverage.isByDefault || policy.demandsCoverage) {
    return { rejected: [...low.map(({ text }) => text), ...patch], shown: [] }
  }
  const isHeld = ({ metric, now }: Low) => {
    const [least, before] = [policy.coverage[metric], percentIn(state.coverage?.totals[metric])]
    return least !== null && before !== null && now < least && before >= least
  }
  const [held, others] = [low.filter(isHeld), low.filter((one) => !isHeld(one))]
  return { rejected: held.map(({ text }) => text), shown: [...others.map(({ text }) => text), ...patch] }
}

interface Low {
  readonly metric: CoverageMetric
  readonly now: number
  readonly text: string
}

function belowInTotal(context: RuleContext, metric: CoverageMetric, { totals, isByDefault }: CoverageSummary): Low[] {
  const { policy, phase, state, plan, subtask } = context
  const now = percentIn(totals[metric])
  if (now === null) return []
  const planned = isByDefault ? null : (plan?.subtasks.find(({ id }) => id === subtask)?.cycle?.coverage ?? null)
  const threshold = (metric === 'lines' ? planned : null) ?? policy.coverage[metric]
  const before = percentIn(state.coverage?.totals[metric])
  const texts = shortfalls(metric, now, threshold, before, phase === 'refactor')
  return texts.map((text) => ({ metric, now, text }))
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
