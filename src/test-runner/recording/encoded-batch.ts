/**
 * Encodes test cases for the way from one thread to another. Copying objects would repeat the name of every field, and
 * every test would get its own copy of shared texts; columns keep them shared.
 */
import { NO_ATTEMPTS } from '../../core/model/test-run.ts'
import type { ParsedFailure } from '../../reports/failure/failures.ts'
import type { CaseFailures, CaseList, CaseOutline, CasePlace, LargeCaseList, ParsedCase } from '../../reports/format.ts'
import { type PackedNames, packNames, unpackNames } from '../../reports/packed-text.ts'

type Outcome = Pick<ParsedCase, 'outcome' | 'mark' | 'retries'>

/** Cases in order: the nth has the nth name, `places[placeOf[n]]` and so on. */
export interface EncodedBatch {
  readonly names: PackedNames
  readonly places: readonly CasePlace[]
  readonly placeOf: Uint16Array<ArrayBuffer>
  readonly outcomes: readonly Outcome[]
  readonly outcomeOf: Uint16Array<ArrayBuffer>
  /** NaN for unknown ones. */
  readonly durations: Float64Array<ArrayBuffer>
  /** The cases that failed or were retried, as JSON: a copied object takes kilobytes. */
  readonly failures: Uint8Array<ArrayBuffer>
}

/** A failure without field names, which take more than most of their values. */
type Row = readonly [
  kind: ParsedFailure['kind'],
  message: string,
  type: string | null,
  stack: string | null,
  line: number | null,
  missing: ParsedFailure['missing'],
]
type Numbered = readonly [number: number, failure: Row | null, attempts?: readonly Row[]]

const NOTHING: CaseFailures = { failure: null, attempts: NO_ATTEMPTS }
/** How many cases exist as columns and as objects at the same time. */
const CASES = 1_024

/** Collects cases into batches. Calls `send` for each full batch; `end` sends the last one. */
export function batching(send: (batch: EncodedBatch) => void): { add: (test: ParsedCase) => void; end: () => void } {
  let cases: ParsedCase[] = []
  const end = () => {
    if (cases.length > 0) send(toBatch(cases))
    cases = []
  }
  return {
    add: (test) => {
      cases.push(test)
      if (cases.length === CASES) end()
    },
    end,
  }
}

/** Lists the buffers that move to the other thread instead of being copied. */
export function movable({ names, placeOf, outcomeOf, durations, failures }: EncodedBatch): readonly ArrayBuffer[] {
  const columns = [placeOf.buffer, outcomeOf.buffer, durations.buffer, failures.buffer]
  return names instanceof Uint8Array ? [names.buffer, ...columns] : columns
}

function toBatch(cases: readonly ParsedCase[]): EncodedBatch {
  const places: CasePlace[] = []
  const outcomes = new Map<string, Outcome & { readonly n: number }>()
  const failures: Numbered[] = []
  const placeOf = new Uint16Array(cases.length)
  const outcomeOf = new Uint16Array(cases.length)
  for (const [n, test] of cases.entries()) {
    if (n === 0 || !isSamePlace(test, places.at(-1) as CasePlace)) places.push(placeIn(test))
    placeOf[n] = places.length - 1
    const { outcome, mark, retries } = test
    const key = `${outcome} ${mark} ${retries}`
    const result = outcomes.get(key) ?? { outcome, mark, retries, n: outcomes.size }
    outcomes.set(key, result)
    outcomeOf[n] = result.n
    const failure = test.failure && toRow(test.failure)
    if (test.attempts.length > 0) failures.push([n, failure, test.attempts.map(toRow)])
    else if (failure !== null) failures.push([n, failure])
  }
  const names = packNames(cases.map(({ name }) => name))
  const durations = Float64Array.from(cases, ({ durationMs }) => durationMs ?? Number.NaN)
  return { names, places, placeOf, outcomes: [...outcomes.values()], outcomeOf, durations, failures: toBytes(failures) }
}

function toBytes(failures: readonly Numbered[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(failures))
}

function toRow({ kind, message, type, stack, line, missing }: ParsedFailure): Row {
  return [kind, message, type, stack, line, missing]
}

function toFailure([kind, message, type, stack, line, missing]: Row): ParsedFailure {
  return { kind, message, type, stack, line, missing }
}

function toCaseFailures([failure, attempts]: readonly [failure: Row | null, attempts?: readonly Row[]]): CaseFailures {
  return { failure: failure && toFailure(failure), attempts: attempts?.map(toFailure) ?? NO_ATTEMPTS }
}

function placeIn({ file, suite, variant, className }: ParsedCase): CasePlace {
  return { file, suite, variant, ...(className !== undefined && { className }) }
}

function isSamePlace(test: ParsedCase, place: CasePlace): boolean {
  return (
    test.file === place.file &&
    test.className === place.className &&
    test.variant === place.variant &&
    test.suite.length === place.suite.length &&
    test.suite.every((name, n) => name === place.suite[n])
  )
}

function toCases(batch: EncodedBatch): ParsedCase[] {
  const failures = failuresIn(batch)
  return toOutlines(batch).map((outline, n) => {
    const { file, suite, variant, className, name, outcome, mark, retries, durationMs } = outline
    const { failure, attempts } = failures.get(n) ?? NOTHING
    // Written out: an object that grows field by field takes half as much memory again.
    return className === undefined
      ? { file, suite, variant, name, outcome, mark, retries, attempts, durationMs, failure }
      : { file, suite, variant, name, outcome, mark, retries, attempts, durationMs, failure, className }
  })
}

function failuresIn({ failures }: EncodedBatch): ReadonlyMap<number, CaseFailures> {
  const numbered: readonly Numbered[] = JSON.parse(new TextDecoder().decode(failures))
  return new Map(numbered.map(([n, ...result]): readonly [number, CaseFailures] => [n, toCaseFailures(result)]))
}

function toOutlines({ names, places, placeOf, outcomes, outcomeOf, durations }: EncodedBatch): CaseOutline[] {
  return unpackNames(names).map((name, n) => {
    const { file, suite, variant, className } = places[placeOf[n] as number] as CasePlace
    const { outcome, mark, retries } = outcomes[outcomeOf[n] as number] as Outcome
    const duration = durations[n] as number
    const durationMs = Number.isNaN(duration) ? null : duration
    return className === undefined
      ? { file, suite, variant, name, outcome, mark, retries, durationMs }
      : { file, suite, variant, name, outcome, mark, retries, durationMs, className }
  })
}

/** Returns the cases of batches, all but the last of which are full. Decodes them on demand. */
export function getCases(batches: readonly EncodedBatch[]): LargeCaseList {
  let open: { readonly batch: EncodedBatch; readonly failures: ReadonlyMap<number, CaseFailures> } | null = null
  return {
    length: batches.reduce((sum, { placeOf }) => sum + placeOf.length, 0),
    map: (make) => batches.flatMap((batch) => toCases(batch).map((test) => make(test))),
    *[Symbol.iterator]() {
      for (const batch of batches) yield* toCases(batch)
    },
    *outlines() {
      for (const encodedBatch of batches) yield* toOutlines(encodedBatch)
    },
    *places() {
      for (const { places } of batches) yield* places
    },
    failuresOf: (number) => {
      const batch = batches[Math.floor(number / CASES)]
      if (batch === undefined) return NOTHING
      if (open?.batch !== batch) open = { batch, failures: failuresIn(batch) }
      return open.failures.get(number % CASES) ?? NOTHING
    },
  }
}

/** Maps each case: at once for a plain list, else on demand. */
export function changed(cases: CaseList, change: (test: ParsedCase) => ParsedCase): CaseList {
  if (Array.isArray(cases)) return cases.map(change)
  return {
    length: cases.length,
    map: (make) => cases.map((test) => make(change(test))),
    *[Symbol.iterator]() {
      for (const test of cases) yield change(test)
    },
  }
}
