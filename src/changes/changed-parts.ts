/** Finds the parts of changed files that can be reverted alone, each as an edit of the tree. */
import { posix } from 'node:path'
import { type TreeEdit, toOlder } from '../core/evaluate/measurement-plan.ts'
import type { FileChange, Sha, TextEdit } from '../core/model/commit.ts'
import { getEdit } from '../core/text/edits.ts'
import { getParts, getWordsIn, type Hunk, isExportList, type TextPart, withoutParts } from '../core/text/parts.ts'
import { order } from '../core/util/order.ts'
import { changedHunks } from '../git/added-lines.ts'
import type { Scratch } from '../git/scratch.ts'
import { repair } from '../rewriting/index.ts'
import { NO_TEXT, readSides, type TextOf, writeEdits } from './tree-texts.ts'

/** How many parts are combined until the rest of the file parses. */
const MAX_TOGETHER = 4

export interface FileTexts {
  readonly change: FileChange
  /** The number of new lines. */
  readonly size: number
  readonly text: string
  /** Largest first, without comments, formatting, imports and types. */
  readonly parts: readonly TextPart[]
}

/** Reads the changed files, largest first. @param tree the commit's */
export async function readChanged(
  scratch: Scratch,
  tree: Sha,
  changes: readonly FileChange[],
): Promise<readonly FileTexts[]> {
  const old = await scratch.composeTree(tree, toOlder(changes))
  const hunks = await changedHunks(
    scratch,
    old,
    tree,
    changes.map(({ path }) => path),
  )
  const getText = await readSides(scratch, changes)
  const files = changes.map((change) => toFile(change, hunks.get(change.path) ?? [], getText))
  return files.toSorted((a, b) => b.size - a.size || order(a.change.path, b.change.path))
}

function toFile(change: FileChange, hunks: readonly Hunk[], textOf: TextOf): FileTexts {
  const { path, before, after } = change
  const size = hunks.reduce((sum, { count }) => sum + count, 0)
  const old = before === null ? '' : textOf(before)
  const text = textOf(after)
  if (old === null || text === null || `${old}${text}`.includes(NO_TEXT)) return { change, size, text: '', parts: [] }
  const lines = text.split('\n')
  const isCode = (part: TextPart) =>
    !isExportList(path, text, part) &&
    changesCode(getEdit(path, part.old.join(''), lines.slice(part.first - 1, part.last).join('\n')))
  const parts = getParts(old, text, hunks).filter(isCode)
  return { change, size, text, parts: parts.toSorted((a, b) => getSize(b) - getSize(a) || a.first - b.first) }
}

const changesCode = (edit: TextEdit | null) => edit === null || edit === 'removal'

const getSize = ({ first, last }: TextPart) => last - first

export interface PlacedPart {
  readonly file: FileTexts
  readonly part: TextPart
}

/**
 * Adds the parts of these files that name the removed ones, and the parts that name these, and so on.
 * @returns null where no further part names them, and where too many do
 */
function withUsers(files: readonly FileTexts[], some: readonly PlacedPart[]): readonly PlacedPart[] | null {
  const all = new Map(some.map((placed) => [placed.part, placed]))
  const words = files.flatMap((file) => {
    const lines = file.text.split('\n')
    return file.parts.map((part) => ({ file, part, words: getWordsIn(lines.slice(part.first - 1, part.last)) }))
  })
  for (const { name } of all.keys())
    for (const { file, part, words: own } of words)
      if (name !== null && own.has(name)) all.set(part, all.get(part) ?? { file, part })
  const more = all.size - some.length
  return more === 0 || more > MAX_TOGETHER ? null : [...all.values()]
}

/** A file, or parts of it. */
export interface RevertedPiece {
  readonly file: FileTexts
  readonly parts: readonly TextPart[] | null
}

/** What is reverted in one run. */
export type RevertedUnit = readonly RevertedPiece[]

/**
 * Removes a part, with as many of the following ones as the rest needs to parse.
 * @param part null: the whole file
 * @returns nothing when the rest never parses, and when the removal changes nothing
 */
export async function toUnit({ file, part }: { file: FileTexts; part: TextPart | null }): Promise<RevertedUnit> {
  const { change, text, parts } = file
  if (part === null) return [{ file, parts: null }]
  const behind = parts.filter(({ first }) => first >= part.first).toSorted((a, b) => a.first - b.first)
  for (let many = 1; many <= Math.min(MAX_TOGETHER, behind.length); many += 1) {
    const together = behind.slice(0, many)
    const without = withoutParts(text, together)
    if (!changesCode(getEdit(change.path, without, text))) return []
    if ((await repair(change.path, without, text)) !== null) return [{ file, parts: together }]
  }
  return []
}

/** Returns whether one of two missed units contains the other. */
export function holdsMore(more: RevertedUnit, few: RevertedUnit): boolean {
  const holds = ({ file, parts }: RevertedPiece) =>
    more.some((piece) => {
      const isIn = parts?.every((part) => piece.parts?.includes(part)) ?? false
      return piece.file === file && (piece.parts === null || isIn)
    })
  return more !== few && few.every(holds)
}

/**
 * Adds what names the piece, in any changed file.
 * @param named what the drivers name
 * @returns null where nothing names the piece, and where a driver does
 */
export function withItsUsers(
  files: readonly FileTexts[],
  named: ReadonlySet<string>,
  { file, parts }: RevertedPiece,
): RevertedUnit | null {
  const more = withUsers(
    files,
    (parts ?? file.parts).map((part) => ({ file, part })),
  )
  if (!more || more.some(({ part: { name } }) => name !== null && named.has(name))) return null
  const unit = [...Map.groupBy(more, (placed) => placed.file)].map(([own, placed]) => {
    const isWhole = own === file ? parts === null : placed.length === own.parts.length
    return { file: own, parts: isWhole ? null : placed.map(({ part }) => part) }
  })
  const isImported = parts === null && unit.some((other) => other.parts !== null && isNamedBy(other, file))
  return isImported ? null : unit
}

/** Returns whether the rest of a file still names another file, as an import does. */
function isNamedBy({ file: { text }, parts }: RevertedPiece, { change }: FileTexts): boolean {
  const [stem = ''] = posix.basename(change.path).split('.')
  return getWordsIn(withoutParts(text, parts ?? []).split('\n')).has(stem)
}

/** Returns the edits that give files their text without these parts, or what they were before. */
export async function getEdits(scratch: Scratch, pieces: RevertedUnit): Promise<readonly TreeEdit[]> {
  const whole = pieces.flatMap(({ file: { change }, parts }) =>
    parts === null ? [{ path: change.path, blob: change.before }] : [],
  )
  const partly = Map.groupBy(
    pieces.filter(({ parts }) => parts !== null),
    ({ file }) => file,
  )
  const made = [...partly].map(async ([{ change, text }, own]) => {
    const without = withoutParts(text, [...new Set(own.flatMap(({ parts }) => parts ?? []))])
    const repaired = await repair(change.path, without, text)
    return { path: change.path, mode: change.after?.mode ?? '', text: repaired ?? without }
  })
  return [...whole, ...(await writeEdits(scratch, await Promise.all(made)))]
}
