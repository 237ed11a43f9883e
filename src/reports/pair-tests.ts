/**
 * Finds out which tests of two reports are the same. Formats name a test differently: with or without its file and its
 * suites, joined by signs of their own. A wrong pair never hides a failure, because the worse outcome of a pair counts.
 */
import { isFailing, type TestCase } from '../core/model/test-run.ts'
import { normalise } from './test-id.ts'

/** The signs between the parts of a title, and of a class or a path. */
const SIGNS = /\s[>›»→|/–—-]\s|::|[.\\/](?=\S)/
const NO_WORD = /[^\p{L}\p{N}\ufffd]+/gu
/** Titles have fewer parts. */
const MAX_PARTS = 16
/** Tests of one title that are compared for one test. */
const MAX_ALIKE = 64
/** The file of tests whose file is unknown, and of any test. */
const [UNKNOWN, ANY] = ['?', '*']

interface Titled {
  readonly test: TestCase
  /** The whole title, and what is left of it without its first parts; from the longest to the shortest. */
  readonly endings: readonly string[]
}

export interface Pairs {
  /** The known test of each of the others that has one. */
  readonly known: ReadonlyMap<TestCase, TestCase>
  /** The others that no known test matches. */
  readonly alone: readonly TestCase[]
}

/**
 * Pairs each test with at most one other: those with one id first, then one title, then one title that ends another; of
 * these first the ones with one outcome.
 */
export function pairTests(known: readonly TestCase[], others: readonly TestCase[]): Pairs {
  const pairs = new Map<TestCase, TestCase>()
  const taken = new Set<TestCase>()
  const byId = new Map(known.map((test) => [test.id, test]))
  const pair = (other: TestCase, test: TestCase | undefined) => {
    if (test === undefined) return
    pairs.set(other, test)
    taken.add(test)
  }
  for (const other of others) {
    const same = byId.get(other.id)
    if (same !== undefined && getClass(same) === getClass(other)) pair(other, same)
  }
  const free = others.filter((other) => !pairs.has(other)).map(getTitled)
  const offered = free.length === 0 ? [] : known.filter((test) => !taken.has(test)).map(getTitled)
  const whole = toIndex(offered, ([title]) => [title])
  const ends = toIndex(offered, (endings) => endings)
  const stages: readonly ((endings: Titled['endings']) => readonly [Index, readonly string[]])[] = [
    ([title = '']) => [whole, [title]],
    (endings) => [whole, endings],
    ([title = '']) => [ends, [title]],
  ]
  for (const stage of stages)
    for (const isSameOutcome of [true, false])
      for (const { test: other, endings } of free) {
        if (pairs.has(other)) continue
        const [index, titles] = stage(endings)
        const isFit = (test: TestCase) =>
          (test.variant === null || other.variant === null || test.variant === other.variant) &&
          (!isSameOutcome || getClass(test) === getClass(other))
        pair(
          other,
          first(titles, (title) => findIn(index, other.file, title, { taken, isFit })),
        )
      }
  return { known: pairs, alone: others.filter((other) => !pairs.has(other)) }
}

/** Returns the words of a text, without the signs between them. */
export function toWords(text: string): string {
  const plain = normalise(text)
  return plain.replace(NO_WORD, ' ').trim() || plain
}

type Index = ReadonlyMap<string, TestCase[]>

function toIndex(
  tests: readonly Titled[],
  select: (endings: Titled['endings']) => readonly (string | undefined)[],
): Index {
  const index = new Map<string, TestCase[]>()
  const add = (key: string, test: TestCase) => {
    const list = index.get(key)
    if (list === undefined) index.set(key, [test])
    else list.push(test)
  }
  for (const { test, endings } of tests)
    for (const title of new Set(select(endings))) {
      add(`${test.file ?? UNKNOWN}\0${title}`, test)
      add(`${ANY}\0${title}`, test)
    }
  return index
}

interface Wanted {
  readonly taken: ReadonlySet<TestCase>
  readonly isFit: (test: TestCase) => boolean
}

/** A test without a file fits any file, and a file fits only itself. */
function findIn(index: Index, file: string | null, title: string, { taken, isFit }: Wanted): TestCase | undefined {
  const places = file === null ? [ANY] : [file, UNKNOWN]
  return first(places, (place) => {
    const list = index.get(`${place}\0${title}`) ?? []
    // What is taken goes, so that many tests of one title take linear time.
    while (list[0] !== undefined && taken.has(list[0])) list.shift()
    return list.slice(0, MAX_ALIKE).find((test) => !taken.has(test) && isFit(test))
  })
}

function first<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

function getTitled(test: TestCase): Titled {
  const parts = [...test.suite, test.name]
    .flatMap((part) => part.split(SIGNS))
    .map(toWords)
    .filter((part) => part !== '')
  const from = Math.max(0, parts.length - MAX_PARTS)
  const shorter = parts.slice(from).map((_, at) => parts.slice(from + at).join(' '))
  return { test, endings: [...new Set([parts.join(' '), ...shorter, toWords(test.name)])] }
}

const getClass = ({ outcome }: TestCase) => (isFailing(outcome) ? 'failing' : outcome)
