/** Finds the tests of a report that share a key, without storing all keys. */
import type { PlaceOf } from '../case-identity.ts'
import type { CaseOutline } from '../format.ts'
import { getPart, testIdIn } from '../test-id.ts'

/** Returns the numbers of tests among those with the same key, by position in the report; absent for the first. */
export function getNumbers(outlines: () => Iterable<CaseOutline>, placeOf: PlaceOf): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>()
  const places = new Set<string>()
  const scattered = new Set<string>()
  let place: string | null = null
  let names = new Map<string, number>()
  let number = 0
  for (const test of outlines()) {
    const { id } = placeOf(test)
    if (id !== place) {
      if (places.has(id)) scattered.add(id)
      places.add(id)
      place = id
      names = new Map()
    }
    note(numbers, number, names, getPart(test.name))
    number += 1
  }
  if (scattered.size > 0) numberScattered(numbers, outlines(), placeOf, scattered)
  return numbers
}

function note(numbers: Map<number, number>, number: number, seen: Map<string, number>, key: string): void {
  const nth = (seen.get(key) ?? 0) + 1
  seen.set(key, nth)
  if (nth > 1) numbers.set(number, nth)
}

/** Numbers tests of places that are interrupted by other tests. */
function numberScattered(
  numbers: Map<number, number>,
  outlines: Iterable<CaseOutline>,
  placeOf: PlaceOf,
  scattered: ReadonlySet<string>,
): void {
  const seen = new Map<string, number>()
  let number = 0
  for (const test of outlines) {
    const { id } = placeOf(test)
    if (scattered.has(id)) note(numbers, number, seen, testIdIn(id, test.name, 1))
    number += 1
  }
}
