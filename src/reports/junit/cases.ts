/**
 * The cases of a document as columns. There may be millions, nearly all of which are a name and a duration: what neighbours
 * share is kept once, and what only some have beside it.
 */
import { MAX_MESSAGE } from '../../core/test-run.ts'
import { freeNames, type PackedNames, packNames, unpackNames } from '../names.ts'
import { isPlain, plainText } from '../text.ts'
import { attributeValue, own, unescapeXml } from '../xml-text.ts'
import { textOf } from '../xml-window.ts'
import type { CaseSource, Cases, Inside, RawCase, RawSuite, Take } from './raw.ts'

/** What neighbours mostly share. */
export interface Shared {
  readonly suite: RawSuite | null
  readonly className: string
  readonly file: string | null
  readonly words: readonly string[]
}

/** Cases that are still read. */
export interface GrowingCases extends Cases {
  /** @param name as it is written in the document @returns the number of the case */
  readonly add: (shared: Shared, name: string, durationMs: number | null) => number
  readonly insideOf: (number: number) => Inside
}

interface Block {
  readonly names: PackedNames
  readonly sharedOf: Uint32Array
  /** NaN for unknown ones. */
  readonly durations: Float64Array
}

/** So many names hold the windows they were cut from in memory, until they become a block. */
const BLOCK = 1_024
const NONE: readonly never[] = []
const NOTHING: Inside = { skipped: null, problems: NONE, retries: 0, attempts: NONE, isFlaky: false, isCut: false }

export function growingCases(): GrowingCases {
  const blocks: Block[] = []
  const shared: Shared[] = []
  const inside = new Map<number, Inside>()
  let names: string[] = []
  let sharedOf = new Uint32Array(BLOCK)
  let durations = new Float64Array(BLOCK)
  const all = () => [...blocks, { names: titlesOf(names), sharedOf, durations }]
  const caseOf = (block: Block, name: string, n: number, number: number): RawCase => {
    const { suite, className, file, words } = shared[block.sharedOf[n] as number] as Shared
    const { skipped, problems, retries, attempts, isFlaky, isCut } = inside.get(number) ?? NOTHING
    const duration = block.durations[n] as number
    const durationMs = Number.isNaN(duration) ? null : duration
    return { suite, name, className, file, durationMs, words, skipped, problems, retries, attempts, isFlaky, isCut }
  }
  const each = (take: Take, leave: (block: Block) => void) => {
    let number = 0
    for (const block of all()) {
      const titles = unpackNames(block.names)
      leave(block)
      for (let n = 0; n < titles.length; n += 1, number += 1) take(caseOf(block, titles[n] as string, n, number))
    }
  }
  return {
    get length() {
      return blocks.length * BLOCK + names.length
    },
    inside,
    add: (place, name, durationMs) => {
      if (names.length === BLOCK) {
        blocks.push({ names: packNames(titlesOf(names)), sharedOf, durations })
        names = []
        sharedOf = new Uint32Array(BLOCK)
        durations = new Float64Array(BLOCK)
      }
      if (shared[shared.length - 1] !== place) shared.push(place)
      sharedOf[names.length] = shared.length - 1
      durations[names.length] = durationMs ?? Number.NaN
      return blocks.length * BLOCK + names.push(name) - 1
    },
    insideOf: (number) => {
      const known = inside.get(number) ?? { ...NOTHING }
      inside.set(number, known)
      return known
    },
    each: (take) => each(take, () => {}),
    drain: (take) => each(take, ({ names }) => freeNames(names)),
    eachTold: (take) => {
      const sources = all()
      let at = -1
      let titles: readonly string[] = NONE
      for (const number of Uint32Array.from(inside.keys()).toSorted()) {
        const block = sources[Math.floor(number / BLOCK)] as Block
        if (at !== Math.floor(number / BLOCK)) titles = unpackNames(block.names)
        at = Math.floor(number / BLOCK)
        take(caseOf(block, titles[number % BLOCK] as string, number % BLOCK, number))
      }
    },
  }
}

/** Cases that had to be made all at once. */
export function listed(cases: readonly RawCase[]): CaseSource {
  return {
    each: (take) => cases.forEach(take),
    drain: (take) => cases.forEach(take),
    eachTold: (take) => cases.filter(({ problems, skipped }) => problems.length > 0 || skipped !== null).forEach(take),
  }
}

export function listOf(cases: CaseSource): RawCase[] {
  const list: RawCase[] = []
  cases.each((raw) => list.push(raw))
  return list
}

/** Line ends become spaces in a name, and are told by the number of names. */
const TAB = '\t'

/** Together where nothing in them is out of the ordinary, which is many times faster than one by one. */
function titlesOf(written: readonly string[]): readonly string[] {
  const joined = textOf(written.join('\n'))
  if (isPlain(joined) && !joined.includes(TAB)) {
    const titles = unescapeXml(joined).split('\n')
    if (titles.length === written.length && titles.every((title) => title.length <= MAX_MESSAGE)) return titles
  }
  return written.map((name) => title(attributeValue(textOf(name))))
}

/** A name, without what a terminal would make of it, bounded. */
export function title(text: string): string {
  return plainText(own(text.slice(0, MAX_MESSAGE)))
}
