/** Sorts every list the same way, whatever the order of reports and files. */
import type { TestId } from '../model/test-run.ts'

export function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, n) => item === other[n])

export function byId(a: { id: TestId }, b: { id: TestId }): number {
  return order(a.id, b.id)
}

export function getIds(tests: readonly { id: TestId }[]): TestId[] {
  return tests.map(({ id }) => id).toSorted(order)
}
