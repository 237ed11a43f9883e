/**
 * Cases on their way from one thread to another. Copied object by object they repeat the name of every field, and each test
 * ends with its own copy of the words that it shares with its neighbours; columns keep them shared.
 */
import type { ParsedCase } from '../reports/format.ts'

type Place = Pick<ParsedCase, 'file' | 'suite' | 'variant' | 'className'>
type Ending = Pick<ParsedCase, 'outcome' | 'mark' | 'retries'>

/** Some cases in order: the nth has `names[n]`, `places[placeOf[n]]` and so on. */
export interface Parcel {
  readonly names: readonly string[]
  readonly places: readonly Place[]
  readonly placeOf: Uint32Array
  readonly endings: readonly Ending[]
  readonly endingOf: Uint32Array
  /** NaN for unknown ones. */
  readonly durations: Float64Array
  readonly failures: ReadonlyMap<number, NonNullable<ParsedCase['failure']>>
}

/** So many cases are in memory as columns and as objects at a time. */
const CASES = 20_000

export function* toParcels(cases: readonly ParsedCase[]): Generator<Parcel> {
  for (let from = 0; from < cases.length; from += CASES) yield toParcel(cases.slice(from, from + CASES))
}

function toParcel(cases: readonly ParsedCase[]): Parcel {
  const places: Place[] = []
  const endings = new Map<string, Ending & { readonly n: number }>()
  const failures = new Map<number, NonNullable<ParsedCase['failure']>>()
  const placeOf = new Uint32Array(cases.length)
  const endingOf = new Uint32Array(cases.length)
  for (const [n, test] of cases.entries()) {
    if (n === 0 || !isSamePlace(test, places.at(-1) as Place)) places.push(placeIn(test))
    placeOf[n] = places.length - 1
    const { outcome, mark, retries } = test
    const key = `${outcome} ${mark} ${retries}`
    const ending = endings.get(key) ?? { outcome, mark, retries, n: endings.size }
    endings.set(key, ending)
    endingOf[n] = ending.n
    if (test.failure !== null) failures.set(n, test.failure)
  }
  const names = cases.map(({ name }) => name)
  const durations = Float64Array.from(cases, ({ durationMs }) => durationMs ?? Number.NaN)
  return { names, places, placeOf, endings: [...endings.values()], endingOf, durations, failures }
}

function placeIn({ file, suite, variant, className }: ParsedCase): Place {
  return { file, suite, variant, ...(className !== undefined && { className }) }
}

/** Neighbours share the very list of their suites. */
function isSamePlace(test: ParsedCase, place: Place): boolean {
  return (
    test.suite === place.suite &&
    test.file === place.file &&
    test.className === place.className &&
    test.variant === place.variant
  )
}

export function toCases({ names, places, placeOf, endings, endingOf, durations, failures }: Parcel): ParsedCase[] {
  return names.map((name, n) => {
    const { file, suite, variant, className } = places[placeOf[n] as number] as Place
    const { outcome, mark, retries } = endings[endingOf[n] as number] as Ending
    const duration = durations[n] as number
    const durationMs = Number.isNaN(duration) ? null : duration
    const failure = failures.get(n) ?? null
    // Written out: an object that grows field by field takes half as much memory again.
    return className === undefined
      ? { file, suite, variant, name, outcome, mark, retries, durationMs, failure }
      : { file, suite, variant, name, outcome, mark, retries, durationMs, failure, className }
  })
}
