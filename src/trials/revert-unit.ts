/** What is reverted in one run: files, or parts of them, and what does not load without these. */
import { posix } from 'node:path'
import { editsWithout, type FileTexts, type PlacedPart, takeOut, withUsers } from '../changes/changed-parts.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import { getWordsIn, type TextPart, withoutParts } from '../core/text/parts.ts'
import type { Scratch } from '../git/scratch.ts'

/** A file, or parts of it. */
export interface RevertedPiece {
  readonly file: FileTexts
  readonly parts: readonly TextPart[] | null
}

/** What is reverted in one run. */
export type RevertedUnit = readonly RevertedPiece[]

/** @returns nothing where the file cannot be without the part */
export async function toUnit({ file, part }: PlacedPart): Promise<RevertedUnit> {
  const out = await takeOut(file, part)
  return out ? [{ file, parts: out.parts }] : []
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

export async function getEdits(scratch: Scratch, pieces: RevertedUnit): Promise<readonly TreeEdit[]> {
  const whole = pieces.flatMap(({ file, parts }) =>
    parts === null ? [{ path: file.change.path, blob: file.change.before }] : [],
  )
  const some = Map.groupBy(
    pieces.filter(({ parts }) => parts !== null),
    ({ file }) => file,
  )
  const partly = [...some].map(([file, all]) => ({
    file,
    parts: [...new Set(all.flatMap(({ parts }) => parts ?? []))],
  }))
  return [...whole, ...(await editsWithout(scratch, partly))]
}
