/**
 * Creates the tests of a large report with their identity on demand: key, file and frames only when they are read. Of
 * 700,000 tests a page prints 20.
 */
import {
  type Failure,
  type Mark,
  NO_ATTEMPTS,
  type Outcome,
  type TestCase,
  type TestCases,
} from '../core/model/test-run.ts'
import { getPlaces, type IdentityParts, isVolatileCase, placed } from './case-identity.ts'
import type { CaseOutline, LargeCaseList } from './format.ts'
import { getNumbers } from './json/repeated.ts'
import { testIdIn } from './test-id.ts'
import type { Resolver } from './xml/case-file.ts'

interface Shared {
  readonly cases: LargeCaseList
  readonly resolver: Resolver
  /** The numbers of tests among those with the same key, by their position in the report; absent for the first. */
  readonly numbers: ReadonlyMap<number, number>
}

/** Resolves the files of all tests at once, because ambiguities depend on all of them. */
export function lazyCases(cases: LargeCaseList, resolver: Resolver): TestCases {
  const shared: Shared = { cases, resolver, numbers: getNumbers(cases.outlines, getPlaces(resolver)) }
  function* each(): Generator<TestCase> {
    const placeOf = getPlaces(resolver)
    let number = 0
    for (const outline of cases.outlines()) {
      yield new LazyCase(outline, placeOf(outline), number, shared)
      number += 1
    }
  }
  return {
    length: cases.length,
    map: (make) => Array.from(each(), (test) => make(test)),
    [Symbol.iterator]: each,
  }
}

class LazyCase implements TestCase {
  readonly #outline: CaseOutline
  readonly #place: IdentityParts
  readonly #number: number
  readonly #shared: Shared

  constructor(outline: CaseOutline, place: IdentityParts, number: number, shared: Shared) {
    this.#outline = outline
    this.#place = place
    this.#number = number
    this.#shared = shared
  }

  get suite(): readonly string[] {
    return this.#outline.suite
  }
  get name(): string {
    return this.#outline.name
  }
  get variant(): string | null {
    return this.#outline.variant
  }
  get outcome(): Outcome {
    return this.#outline.outcome
  }
  get mark(): Mark | null {
    return this.#outline.mark
  }
  get durationMs(): number | null {
    return this.#outline.durationMs
  }
  get retries(): number {
    return this.#outline.retries
  }
  get nth(): number {
    return this.#shared.numbers.get(this.#number) ?? 1
  }
  get id(): string {
    return testIdIn(this.#place.id, this.#outline.name, this.nth)
  }
  get file(): string | null {
    const { cases, resolver } = this.#shared
    return this.#place.file ?? resolver.testFrameOf(cases.failuresOf(this.#number))
  }
  get failure(): Failure | null {
    const { cases, resolver } = this.#shared
    const { failure } = cases.failuresOf(this.#number)
    return failure && placed(failure, this.#place.file, resolver)
  }
  get attempts(): readonly Failure[] {
    const { cases, resolver } = this.#shared
    const { attempts } = cases.failuresOf(this.#number)
    if (attempts.length === 0) return NO_ATTEMPTS
    return attempts.map((failure) => placed(failure, this.#place.file, resolver))
  }
  get isVolatile(): boolean {
    return isVolatileCase(this.#outline, this.#place)
  }
}
