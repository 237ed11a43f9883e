/** Caches sets of test ids, one per list: several rules use the same list of the same evidence, which may be long. */
import type { TestId } from './test-run.ts'

const sets = new WeakMap<readonly TestId[], ReadonlySet<TestId>>()

/** Returns the ids of an immutable list as a set. */
export function idSet(ids: readonly TestId[]): ReadonlySet<TestId> {
  const known = sets.get(ids)
  if (known) return known
  const made = new Set(ids)
  sets.set(ids, made)
  return made
}
