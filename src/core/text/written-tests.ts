/** Decides whether a text writes tests, and whether an edit keeps those that it had. */
import { readTestPlaces, type TestPlace } from '../../syntax/index.ts'
import { getComparableText } from './edits.ts'
import { readCode } from './read-code.ts'
import { beginsTest, isReadByLines, testsIn, toBody } from './test-bodies.ts'

/** Judges a text that no grammar reads by its lines. */
export const writesTests = (path: string, text: string): boolean =>
  readTestPlaces(path, text)?.some(({ isTest }) => isTest) ?? text.split('\n').some(beginsTest)

/** Returns whether tests begin in it outside of functions and classes. */
export const startsTests = (path: string, text: string): boolean =>
  readTestPlaces(path, text)?.some(({ isTop }) => isTop) ??
  text.split('\n').some((line) => /^\S/.test(line) && beginsTest(line))

/** Returns whether a test text keeps all of its tests: only imports differ, and whole tests were added. */
export function keepsTests(path: string, before: string, after: string): boolean {
  if (before === after) return true
  const old = toComparable(path, before)
  const isSame = (text: string | null) => old !== null && text !== null && old === toComparable(path, text)
  return isSame(after) || isSame(withoutNewTests(path, before, after))
}

/** Of a text without a grammar each line counts. */
const toComparable = (path: string, text: string): string | null =>
  getComparableText(path, text, 'certain') ??
  (isReadByLines(path)
    ? text
        .split('\n')
        .flatMap((line) => line.trim() || [])
        .join('\n')
    : null)

/** Removes the tests that the older text does not have. @returns null where one of the texts is not read */
function withoutNewTests(path: string, before: string, after: string): string | null {
  const [old, now] = [readOuter(path, before), readOuter(path, after)]
  if (old === null || now === null) return null
  const known = Map.groupBy(
    old.all.map((place) => old.toKey(place)),
    (key) => key,
  )
  const groups = new Set(old.all.map(old.toTitles))
  const cuts: TestPlace['whole'][] = []
  const visit = (places: readonly TestPlace[]): void => {
    for (const place of places) {
      const inner = now.getInner(place)
      if (known.get(now.toKey(place))?.pop() !== undefined) continue
      if (inner.length > 0 && groups.has(now.toTitles(place))) visit(inner)
      else cuts.push(place.whole)
    }
  }
  visit(now.getInner(null))
  return cuts.toReversed().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), after)
}

/** Groups inside each other; of more the tests are not read. */
const MAX_GROUPS = 20

interface OuterTests {
  readonly all: readonly TestPlace[]
  /** Returns its titles, from the outermost group on. */
  readonly toTitles: (place: TestPlace) => string
  readonly toKey: (place: TestPlace) => string
  /** Returns the tests next below one, or those below none. */
  readonly getInner: (place: TestPlace | null) => readonly TestPlace[]
}

function readOuter(path: string, text: string): OuterTests | null {
  const all = testsIn(path, text)?.filter(({ isTest }) => isTest)
  if (all === undefined) return null
  // Whether a comment counts may hang on the whole text.
  const leaves = readCode(path, text, 'ignored')
  const open: TestPlace[] = []
  const parents = new Map<TestPlace, TestPlace | null>()
  for (const place of all) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= place.start) open.pop()
    parents.set(place, open.at(-1) ?? null)
    open.push(place)
    if (open.length > MAX_GROUPS) return null
  }
  const inner = Map.groupBy(all, (place) => parents.get(place) ?? null)
  const toTitles = (place: TestPlace | null): string =>
    place === null ? '' : `${toTitles(parents.get(place) ?? null)}\u0001${place.title}`
  return {
    all,
    toTitles,
    toKey: (place) => `${toTitles(place)}\u0001${toBody(text, leaves, place)}`,
    getInner: (place) => inner.get(place) ?? [],
  }
}
