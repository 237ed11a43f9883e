/**
 * Stores the cases of a document as columns. There may be millions, most with only a name and a duration: values that
 * neighbours share are stored once.
 */
import { freeNames, type PackedNames, unpackNames } from '../packed-text.ts'
import type { TagAttributes } from '../xml/xml.ts'
import { type CaseDetails, createCaseDetails } from './case-details-store.ts'
import type { CaseSource, Cases, Inside, RawCase, RawSuite, TakeCase } from './raw.ts'
import { cleanTitle, gatherTitles, type Titles } from './titles.ts'
import { getStatuses, path } from './values.ts'

/** The values that neighbours mostly share. */
export interface Shared {
  readonly suite: RawSuite | null
  readonly className: string
  readonly file: string | null
  readonly statuses: readonly string[]
}

/** Cases of a document that is still being read. */
export interface GrowingCases extends Cases {
  /** Receives the raw name of the case that is added next. */
  readonly writeName: Titles['write']
  /** Adds a case. @returns its number */
  readonly add: (shared: Shared, durationMs: number | null) => number
  readonly insideOf: CaseDetails['insideOf']
}

interface Block {
  readonly names: PackedNames
  /** Indexes relative to `first`. */
  readonly sharedOf: Uint16Array<ArrayBuffer>
  readonly first: number
  /** NaN for unknown durations. */
  readonly durations: Float64Array<ArrayBuffer>
}

/** The number of names that are decoded together. */
const BLOCK = 1_024
const NONE: readonly never[] = []
const NOTHING: Inside = {
  skipped: null,
  problems: NONE,
  retries: 0,
  attempts: NONE,
  isFlaky: false,
  isTruncated: false,
}

export function growingCases(): GrowingCases {
  const columns = createColumns()
  const { blocks, details, titles } = columns
  const each = (take: TakeCase, isLast: boolean) => {
    let number = 0
    for (const [b, one] of blocks().entries()) {
      const names = unpackNames(one.names)
      const inside = details.inBlock(b)
      if (isLast) freeNames(one.names)
      if (isLast) details.free(b)
      for (let n = 0; n < names.length; n += 1, number += 1)
        take(columns.getCase(one, names[n] as string, n, inside.get(number) ?? NOTHING), number)
      if (isLast) for (const { buffer } of [one.sharedOf, one.durations]) buffer.transfer(0)
    }
  }
  return {
    get length() {
      return columns.length()
    },
    writeName: titles.write,
    add: columns.add,
    insideOf: details.insideOf,
    each: (take) => each(take, false),
    drain: (take) => each(take, true),
    eachDetailed: (take) => {
      for (const [b, one] of blocks().entries()) {
        const inside = details.inBlock(b)
        const names = inside.size === 0 ? NONE : unpackNames(one.names)
        for (const [number, inner] of inside)
          take(columns.getCase(one, names[number % BLOCK] as string, number % BLOCK, inner), number)
      }
    },
    counts: details.counts,
    *details() {
      for (let b = 0; b <= columns.fullBlocks(); b += 1) yield* details.inBlock(b).values()
    },
  }
}

/** Creates the columns: full blocks, and the one that is being filled. */
function createColumns() {
  const full: Block[] = []
  const shared: Shared[] = []
  const details = createCaseDetails(BLOCK)
  const titles = gatherTitles(BLOCK)
  let count = 0
  let first = 0
  let sharedOf = new Uint16Array(BLOCK)
  let durations = new Float64Array(BLOCK)
  const block = (): Block => ({ names: titles.packed(), sharedOf, first, durations })
  const endBlock = () => {
    full.push(block())
    titles.clear()
    details.endBlock()
    count = 0
    sharedOf = new Uint16Array(BLOCK)
    durations = new Float64Array(BLOCK)
  }
  return {
    details,
    titles,
    length: () => full.length * BLOCK + count,
    fullBlocks: () => full.length,
    blocks: (): readonly Block[] => [...full, block()],
    add: (place: Shared, durationMs: number | null): number => {
      const number = full.length * BLOCK + count
      if (shared[shared.length - 1] !== place) shared.push(place)
      if (count === 0) first = shared.length - 1
      sharedOf[count] = shared.length - 1 - first
      durations[count] = durationMs ?? Number.NaN
      titles.end()
      count += 1
      if (count === BLOCK) endBlock()
      return number
    },
    getCase: (block: Block, name: string, n: number, inside: Inside): RawCase => {
      const { suite, className, file, statuses } = shared[block.first + (block.sharedOf[n] as number)] as Shared
      const duration = block.durations[n] as number
      const durationMs = Number.isNaN(duration) ? null : duration
      return { suite, name, className, file, durationMs, statuses, ...inside }
    },
  }
}

/** Wraps cases that had to be created all at once. */
export function toCaseSource(cases: readonly RawCase[]): CaseSource {
  return {
    each: (take) => cases.forEach(take),
    drain: (take) => cases.forEach(take),
    eachDetailed: (take) => {
      for (const [number, raw] of cases.entries())
        if (raw.problems.length > 0 || raw.skipped !== null) take(raw, number)
    },
  }
}

export function toRawCases(cases: CaseSource): RawCase[] {
  const list: RawCase[] = []
  cases.each((raw) => list.push(raw))
  return list
}

/** Ant writes results of a whole class with an adapter's class, and the name of the class. */
const JUNIT_ADAPTERS = new Set(['junit.framework.TestSuite', 'junit.framework.JUnit4TestCaseFacade'])

/** Returns the value of the case before, where it is equal. */
export function getShared(suite: RawSuite | null, shared: Shared, attributes: TagAttributes): Shared {
  const name = attributes.get('classname') ?? attributes.get('class') ?? ''
  const className =
    name === shared.className ? name : cleanTitle(JUNIT_ADAPTERS.has(name) ? (attributes.get('name') ?? '') : name)
  const file = path(attributes)
  const found = getStatuses(attributes)
  const isSame =
    suite === shared.suite &&
    className === shared.className &&
    file === shared.file &&
    found.length === shared.statuses.length &&
    found.every((status, n) => status === shared.statuses[n])
  return isSame ? shared : { suite, className, file, statuses: found }
}
