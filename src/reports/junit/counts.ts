/** Counts the details of cases. */
import { type Counts, hasProblems, type Inside } from './raw.ts'

export function getCounts(all: Iterable<Inside>): Counts {
  const counts = { failing: 0, problems: 0, retries: 0, skipped: 0, hasError: false }
  for (const inside of all) {
    if (hasProblems(inside)) counts.failing += 1
    else if (inside.skipped !== null) counts.skipped += 1
    counts.problems += inside.problems.length
    counts.retries += inside.retries
    counts.hasError ||= inside.problems.some(({ element }) => element === 'error')
  }
  return counts
}

export function sumCounts(all: Iterable<Counts>): Counts {
  const sum = { failing: 0, problems: 0, retries: 0, skipped: 0, hasError: false }
  for (const counts of all) {
    sum.failing += counts.failing
    sum.problems += counts.problems
    sum.retries += counts.retries
    sum.skipped += counts.skipped
    sum.hasError ||= counts.hasError
  }
  return sum
}
