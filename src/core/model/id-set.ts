/** Sets of test ids, made once per list: several rules ask the same list of the same evidence, which may be long. */
import type { TestId } from './test-run.ts'

const sets = new WeakMap<readonly TestId[], ReadonlySet<TestId>>()

/** The ids of a list that never changes, as a set. */
export function idSet(ids: readonly TestId[]): ReadonlySet<TestId> {
  const known = sets.get(ids)
  if (known) return known
  const made = new Set(ids)
  sets.set(ids, made)
  return made
}
