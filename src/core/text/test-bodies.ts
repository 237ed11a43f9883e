/** Finds tests in a text by their titles: what each demands, and whether its own text skips it. */
import { findFrom, getSyntax, type Leaf, readTestPlaces, type TestPlace } from '../../syntax/index.ts'
import { readPlainTests } from './plain-tests.ts'
import { readCode, toMark } from './read-code.ts'
import { renameToken } from './renaming.ts'

/** Returns whether lines tell what no grammar does: a file of C++ may hold macros that its grammar cannot read. */
export const isReadByLines = (path: string): boolean => (getSyntax(path)?.grammar ?? 'cpp') === 'cpp'

/** @returns null for a text that its grammar cannot read: which tests it holds is unknown */
export function testsIn(path: string, text: string): readonly TestPlace[] | null {
  return readTestPlaces(path, text) ?? (isReadByLines(path) ? readPlainTests(text) : null)
}

/**
 * Returns whether the title occurs literally in the text: not as a computed row of a table.
 * @returns null for a text that is not read
 */
export const isWritten = (path: string, text: string, title: string): boolean | null =>
  testsIn(path, text)?.some((place) => title !== '' && place.title === title) ?? null

/** Returns whether every place with a test of this title skips it. */
export function isSkippedIn(path: string, text: string, title: string): boolean {
  const places = testsIn(path, text) ?? []
  const own = title === '' ? [] : places.filter((place) => place.title === title)
  const heads = places.filter(({ skips }) => skips === 'head')
  return own.length > 0 && own.every((place) => place.skips !== null || heads.some((head) => holds(head, place)))
}

const holds = (outer: TestPlace, inner: TestPlace) => outer.start <= inner.start && inner.end <= outer.end

/** Finds the body at each place of a test. Of several places with the title, only those inside of the groups count. */
type FindBodies = (title: string, groups?: readonly string[]) => readonly string[]

/**
 * Reads a file whose tests are compared.
 * @returns bodies with `TITLE` for the title, and without marks; null for a text that is not read
 */
export function readTestBodies(path: string, text: string): FindBodies | null {
  const places = testsIn(path, text)
  if (places === null) return null
  const leaves = readCode(path, text, 'certain')
  return (title, groups = []) => {
    const own = title === '' ? [] : places.filter((place) => place.title === title)
    const isInside = (place: TestPlace) =>
      groups.every((group) => places.some((outer) => outer.title === group && holds(outer, place)))
    const meant = own.length > 1 ? own.filter(isInside) : own
    return (meant.length > 0 ? meant : own).map((place) => toBody(text, leaves, place)).toSorted()
  }
}

/** Stands for the title in a body. */
export const TITLE = '\u0004'
/** Stands between the tokens of a body. */
export const BETWEEN_MARKS = '\u0001'

/** Returns what stands at a place, in comparable form. */
export function toBody(text: string, leaves: readonly Leaf[] | null, place: TestPlace): string {
  if (leaves === null || place.type === '') return toPlainBody(text, place)
  const from = findFrom(leaves, place.start, ({ at }) => at)
  const isFirst = ({ kind, text: type }: Leaf) => kind === 'begin' && type === place.type
  const body: string[] = []
  let depth = 0
  let marks = 0
  let n = from
  for (let leaf = leaves[n]; leaf !== undefined && !isFirst(leaf); leaf = leaves[n]) n += 1
  for (let leaf = leaves[n]; leaf !== undefined; leaf = leaves[++n]) {
    depth += leaf.kind === 'begin' ? 1 : leaf.kind === 'end' ? -1 : 0
    if (leaf.kind === 'begin' && (marks > 0 || (depth === 2 && MARKS.test(leaf.text)))) marks += 1
    if (marks === 0) body.push(leaf.kind === 'token' && leaf.at === place.at ? TITLE : toMark(leaf))
    if (leaf.kind === 'end' && marks > 0) marks -= 1
    if (depth === 0) break
  }
  return withoutReceiver(body).join(BETWEEN_MARKS)
}

/** Returns what a body says with new names. @param names old ones -> new ones */
export function renameIn(body: string, names: ReadonlyMap<string, string> = new Map()): string {
  const marks = body.split(BETWEEN_MARKS)
  return marks.map((mark) => renameToken(mark, names)).join(BETWEEN_MARKS)
}

const MARKS = /^(?:modifiers|attribute_list|decorator)$/
const RECEIVER = /^(?:self|cls)$/

/** A function of Python has no such parameter as a method has. */
function withoutReceiver(body: readonly string[]): readonly string[] {
  const at = body.indexOf('\u0002parameters') + 2
  if (at < 2 || at > 5 || !RECEIVER.test(body[at] ?? '')) return body
  return body.toSpliced(at, body[at + 1] === ',' ? 2 : 1)
}

function toPlainBody(text: string, { start, end, title }: TestPlace): string {
  const lines = text.slice(start, end).replace(title, TITLE).split('\n')
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
