/** Marks every change with how much of the file it changes, as far as the texts show. */
import type { FileChange } from '../core/model/commit.ts'
import { getComparableText, getEdit, isTypesOnly, TYPED } from '../core/text/edits.ts'
import { importsFollow, type Moves, movesIn } from '../core/text/imports.ts'
import { isContent } from '../core/text/nearby.ts'
import { type Comments, isCodeFile } from '../core/text/read-code.ts'
import { type CodeTexts, isRenaming, readRenaming, readShape } from '../core/text/renaming.ts'
import { writesTests } from '../core/text/written-tests.ts'
import type { Scratch } from '../git/scratch.ts'
import { isRegrouped, type RegroupedFile } from './regrouped.ts'
import { isRegular, readSides, type TextOf } from './tree-texts.ts'

/** Bytes of all changes together; later changes count as ordinary edits. */
const MAX_EDIT_BYTES = 67_108_864

export async function markEdits(
  scratch: Scratch,
  lists: readonly (readonly FileChange[])[],
): Promise<readonly (readonly FileChange[])[]> {
  const getText = await readSides(scratch, lists.flatMap(getWanted), MAX_EDIT_BYTES)
  return lists.map((changes) => {
    const isSameTest = followImports(changes, getText)
    const origins = originsIn(changes, getText, isSameTest)
    const marked = changes.map((change) => mark(change, origins, getText, isSameTest))
    return markRegrouped(markRenaming(marked, getText), getText)
  })
}

const isText = ({ path, before, after }: FileChange) =>
  isCodeFile(path) && [before, after].every((blob) => blob === null || isRegular(blob))
const isCode = (change: FileChange) => change.class === 'production' || change.class === 'test'

/** Returns both sides of edits. Of added and removed files it returns only those that may have come from another file. */
function getWanted(changes: readonly FileChange[]): readonly FileChange[] {
  const code = changes.filter((change) => isCode(change) && isText(change))
  const isMove = code.some(({ before }) => before === null) && code.some(({ before }) => before !== null)
  return code.filter(({ path, before, after }) => isMove || TYPED.test(path) || (before !== null && after !== null))
}

function mark(
  change: FileChange,
  origins: ReadonlyMap<string, string>,
  textOf: TextOf,
  isSameTest: IsSameTest,
): FileChange {
  if (!isCode(change)) return change
  const { path, before, after } = change
  if (change.class === 'production' && isContent(path)) return { ...change, edit: 'content' }
  const from = origins.get(path)
  if (from !== undefined) return { ...change, from }
  const [old, now] = [textOf(before), textOf(after)]
  if (before === null && now !== null && isTypesOnly(path, now)) return { ...change, edit: 'layout' }
  if (old === null || now === null || before?.mode !== after?.mode) return change
  const edit = getEdit(path, old, now, commentsOf(change, old))
  return edit === null || (edit === 'imports' && !isSameTest(change, change)) ? change : { ...change, edit }
}

/** Test code that writes no test may be data that a test reads. */
function commentsOf({ path, class: own }: FileChange, text: string): Comments {
  if (own !== 'test') return 'ignored'
  return writesTests(path, text) ? 'certain' : 'kept'
}

type IsSameTest = (from: FileChange, to: FileChange) => boolean

/**
 * Returns whether a test still imports what it imported, apart from files that the commit moves; true for all other
 * files.
 */
function followImports(changes: readonly FileChange[], textOf: TextOf): IsSameTest {
  let moves: Moves | null = null
  const readMoves = () =>
    movesIn(changes.map((change) => ({ ...change, before: textOf(change.before), after: textOf(change.after) })))
  return (from, to) => {
    const [old, now] = [textOf(from.before), textOf(to.after)]
    if (to.class !== 'test' || old === null || now === null) return true
    moves ??= readMoves()
    return importsFollow({ path: from.path, text: old }, { path: to.path, text: now }, moves)
  }
}

/** Marks code that was edited together, tests and production, and differs only by names and by paths that follow them. */
function markRenaming(changes: readonly FileChange[], textOf: TextOf): readonly FileChange[] {
  const code = changes.filter(isCode)
  const isOpen = (kind: FileChange['class']) => code.some((one) => one.class === kind && one.edit === undefined)
  if (!isOpen('test') || !isOpen('production')) return changes
  const files = toCodeTexts(code, textOf)
  if (files === null || !isRenaming(files)) return changes
  const origins = new Map(files.flatMap(({ path, from }) => (from === undefined ? [] : [[path, from] as const])))
  return changes.map((change) => {
    if (!isCode(change) || change.edit !== undefined || change.from !== undefined) return change
    const from = change.before === null ? origins.get(change.path) : undefined
    return { ...change, edit: 'rename', ...(from !== undefined && { from }) }
  })
}

/** @returns null where a file is added or removed, and no other one has its place */
function toCodeTexts(code: readonly FileChange[], textOf: TextOf): readonly CodeTexts[] | null {
  const moves = pairMoves(code, textOf)
  const files = [...Map.groupBy(code, ({ path }) => path).values()].flatMap((own): readonly (CodeTexts | null)[] => {
    // A file of code and tests has two changes: first its tests, then its code.
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined || [...moves.values()].includes(first)) return []
    const origin = first.before === null ? moves.get(last) : first
    const [before, after] = [textOf(origin?.before ?? null), textOf(last.after)]
    if (origin === undefined || before === null || after === null || origin.before?.mode !== last.after?.mode)
      return [null]
    const isMoved = origin !== first
    return [{ path: last.path, isTest: own.every(isTest), before, after, ...(isMoved && { from: origin.path }) }]
  })
  const found = files.filter((file) => file !== null)
  return found.length < files.length ? null : found
}

const isTest = (change: FileChange): boolean => change.class === 'test'

/** Maps each added file to the removed one whose text has the same shape, where only one has. */
function pairMoves(code: readonly FileChange[], textOf: TextOf): ReadonlyMap<FileChange, FileChange> {
  const isRead = (blob: FileChange['after']) => textOf(blob) !== null
  const added = code.filter(({ before, after }) => before === null && isRead(after))
  const removed = code.filter(({ before, after }) => after === null && isRead(before))
  const shapeOf = (change: FileChange, blob: FileChange['after']) =>
    `${change.class} ${readShape(change.path, textOf(blob) ?? '')}`
  const left = Map.groupBy(removed, (change) => shapeOf(change, change.before))
  return new Map(
    added.flatMap((change) => {
      const [origin, ...more] = left.get(shapeOf(change, change.after)) ?? []
      return origin === undefined || more.length > 0 ? [] : [[change, origin] as const]
    }),
  )
}

/** Marks code and tests that only moved to other files, statement by statement. */
function markRegrouped(changes: readonly FileChange[], textOf: TextOf): readonly FileChange[] {
  const origins = new Set(changes.flatMap(({ from }) => from ?? []))
  const isOpen = ({ edit = 'removal', from }: FileChange) => edit === 'removal' && from === undefined
  const open = changes.filter((one) => isCode(one) && isOpen(one) && !origins.has(one.path))
  if (open.length < 2 || !open.some((one) => one.class === 'production')) return changes
  const files = open.flatMap((change): RegroupedFile[] => {
    const { path, before, after } = change
    const isSame = before === null || after === null || before.mode === after.mode
    const [old, now] = [before && textOf(before), after && textOf(after)]
    const isKnown = (before === null || old !== null) && (after === null || now !== null)
    return isSame && isKnown ? [{ path, isTest: change.class === 'test', before: old, after: now }] : []
  })
  if (files.length < open.length || !isRegrouped(files)) return changes
  return changes.map((change) => (open.includes(change) ? { ...change, edit: 'rename' } : change))
}

/** Reads the new names of changes that were marked as a renaming; null where they are none. */
export async function readNewNames(
  scratch: Scratch,
  changes: readonly FileChange[],
): Promise<ReadonlyMap<string, string> | null> {
  const code = changes.filter(isCode)
  if (!code.some(({ edit }) => edit === 'rename')) return null
  const files = toCodeTexts(code, await readSides(scratch, code, MAX_EDIT_BYTES))
  return files && readRenaming(files)
}

/** Maps each new path to the removed file that it was, apart from imports. One removed file maps to one new file. */
function originsIn(changes: readonly FileChange[], textOf: TextOf, isSameTest: IsSameTest) {
  const code = changes.filter(isCode)
  const comparableText = (change: FileChange, blob: FileChange['after']) => {
    const text = textOf(blob)
    return (text === null ? null : getComparableText(change.path, text, commentsOf(change, text))) || blob?.id
  }
  const toKey = (change: FileChange, blob: FileChange['after']) => `${change.class} ${comparableText(change, blob)}`
  const left = Map.groupBy(
    code.filter(({ after }) => after === null),
    (change) => toKey(change, change.before),
  )
  const origins = new Map<string, string>()
  for (const change of code) {
    if (change.before !== null || left.size === 0) continue
    const group = left.get(toKey(change, change.after)) ?? []
    const from = group.find((origin) => isSameTest(origin, change))
    if (from === undefined) continue
    group.splice(group.indexOf(from), 1)
    origins.set(change.path, from.path)
  }
  return origins
}
