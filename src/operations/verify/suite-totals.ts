/** Counts the tests of the whole suite at one commit. Where only some files ran, the baseline knows the others. */
import { countFailing, type SuiteTotals } from '../../core/model/test-run.ts'
import type { Measurement } from './measurement.ts'
import type { Session } from './session.ts'

/** @returns null where the whole suite did not run, and its numbers do not follow from those of the baseline */
export function countSuite(
  { baseline }: Pick<Session, 'baseline'>,
  { commit, evidence, runs }: Pick<Measurement, 'commit' | 'evidence' | 'runs'>,
): SuiteTotals | null {
  const { totals, scope, comparedWith } = evidence
  const ran = { passed: totals.passed, failed: countFailing(totals), skipped: totals.skipped }
  if (scope === 'suite') return ran
  const [run] = runs
  const before = baseline.get(comparedWith)
  if (scope === 'none' || run === undefined || before === undefined || before.problems.length > 0) return null
  const replaced = new Set<string | null>([
    ...commit.changes.map(({ path }) => path),
    ...[...run.cases].map(({ file }) => file),
    ...run.loadErrors.map(({ file }) => file),
  ])
  const kept = [...before.index.values()].filter(({ file }) => !replaced.has(file)).map(({ outcome }) => outcome)
  const unloaded = before.unloaded.filter((file) => !replaced.has(file)).length
  const count = (...outcomes: readonly string[]) => kept.filter((outcome) => outcomes.includes(outcome)).length
  return {
    passed: ran.passed + count('passed'),
    failed: ran.failed + count('failed', 'errored') + unloaded,
    skipped: ran.skipped + count('skipped'),
  }
}
