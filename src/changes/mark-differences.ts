/** Marks production of commits that claim to change no behaviour with the places where its code differs. */
import { findChangedCalls } from '../core/difference/changed-calls.ts'
import { findChangedNumber } from '../core/difference/changed-numbers.ts'
import type { Difference } from '../core/difference/difference.ts'
import { findDifferences } from '../core/difference/find-differences.ts'
import { getPromise } from '../core/difference/promise.ts'
import { getPhase } from '../core/evaluate/phase.ts'
import { type Commit, type FileChange, SYMLINK } from '../core/model/commit.ts'
import { addedExports, type Moves, movesIn } from '../core/text/imports.ts'
import type { Scratch } from '../git/scratch.ts'
import { findEarlierEffects } from './changed-order.ts'
import { findGoneSteps } from './gone-steps.ts'
import { findLostPieces } from './lost-pieces.ts'
import { isRegular, MAX_MARKED_BYTES, readSides, readTexts, type TextOf } from './tree-texts.ts'

/** Files that hold no code and no settings. */
const MEDIA = /\.(?:svg|png|jpe?g|gif|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|wav|pdf|zip|gz|map|snap)$/i

export async function markDifferences(scratch: Scratch, commits: readonly Commit[]): Promise<readonly Commit[]> {
  const marked: Commit[] = []
  for (const commit of commits) marked.push(claimsNothing(commit) ? await mark(scratch, commit) : commit)
  return marked
}

/** Returns whether a commit may claim to change no behaviour: the walk may still find another phase. */
function claimsNothing(commit: Commit): boolean {
  if (commit.reverts !== undefined || commit.parents.length > 1) return false
  return ['refactor', 'neutral'].includes(getPhase(commit).phase) || getPromise(commit) !== null
}

/** Names by which code of the project may import a file: its own, and those of its first two folders. */
const getNames = (path: string): readonly string[] => {
  const [name = '', ...folders] = path.split('/').toReversed()
  return [name.replace(/\..*$/, ''), ...folders.toReversed().slice(0, 2)]
}

const isCode = ({ class: own }: Pick<FileChange, 'class'>) => own === 'production'

async function mark(scratch: Scratch, commit: Commit): Promise<Commit> {
  const links = await findOtherTargets(scratch, commit.changes)
  if (!commit.changes.some(isRead) && links.size === 0) return commit
  const code = commit.changes.filter((change) => isRead(change) || change.class === 'test')
  const getText = await readSides(scratch, code, MAX_MARKED_BYTES)
  const sides = code.map((change) => ({ ...change, before: getText(change.before), after: getText(change.after) }))
  const moves = movesIn(sides)
  const changes = commit.changes.map((change) => {
    const link = links.get(change.path)
    const differs = link ?? (isRead(change) ? compare(change, commit.changes, getText, moves) : [])
    return differs.length === 0 ? change : { ...change, differs }
  })
  const folders = new Set([...(await scratch.listTree(commit.tree)).keys()].flatMap(getNames))
  const isOwn = (module: string) => /^[./@~#]+\//.test(module) || module.split('/').some((part) => folders.has(part))
  const ofCode = sides.filter(isCode)
  const calls = [...findChangedCalls(ofCode, isOwn), ...(await findInFunctions(ofCode))]
  const withCalls = calls.length === 0 ? changes : changes.map((change) => addCalls(change, calls))
  const isNamed = withCalls.some(({ differs = [] }) => differs.some(({ was }) => was !== undefined))
  const changed = isNamed ? null : findChangedNumber(ofCode)
  if (changed !== null) {
    const { path, ...difference } = changed
    const place = (change: FileChange) =>
      change.path === path ? { ...change, differs: [difference, ...(change.differs ?? [])] } : change
    return { ...commit, changes: withCalls.map(place) }
  }
  return { ...commit, changes: withCalls }
}

/** Symbolic links of production that lead elsewhere than before. */
async function findOtherTargets(scratch: Scratch, changes: readonly FileChange[]) {
  const isOther = ({ before, after }: FileChange) =>
    before?.mode === SYMLINK && after?.mode === SYMLINK && before.id !== after.id
  const links = changes.filter((change) => isCode(change) && isOther(change))
  const texts = await readTexts(
    scratch,
    links.flatMap(({ before, after }) => [before, after].filter((blob) => blob !== null)),
  )
  const getTarget = (blob: FileChange['after']) => texts.get(blob?.id ?? '') ?? ''
  return new Map(
    links.map(({ path, before, after }) => [path, [{ line: 1, was: getTarget(before), is: getTarget(after) }]]),
  )
}

interface Sides extends Pick<FileChange, 'path'> {
  readonly before: string | null
  readonly after: string | null
}

/** What functions lose, and what they now do before an error. */
async function findInFunctions(files: readonly Sides[]) {
  const sides = ['before', 'after'] as const
  const known = sides.map((side) => files.map((file) => file[side] ?? '').join('\n')) as [string, string]
  const found = files.map(async ({ path, before, after }) => {
    if (before === null || after === null) return []
    const lost = await findLostPieces({ path, before, after, known })
    const steps = [
      ...(await findEarlierEffects(path, before, after)),
      ...(await findGoneSteps(path, [before, after], known)),
    ]
    return [...lost.map(({ line, was, is }) => ({ line, was, is })), ...steps].map((one) => ({ path, ...one }))
  })
  return (await Promise.all(found)).flat()
}

/** A line that is shown already is not shown again. */
function addCalls(change: FileChange, calls: readonly (Difference & Pick<FileChange, 'path'>)[]): FileChange {
  const { differs = [] } = change
  const shown = new Set(differs.flatMap(({ line, was }) => (was === undefined ? [] : line)))
  const own = calls.flatMap(({ path, ...one }) => (path === change.path && !shown.has(one.line) ? one : []))
  return own.length === 0 ? change : { ...change, differs: [...own, ...differs] }
}

const isRead = ({ path, class: own, before, after, edit }: FileChange) =>
  own === 'production' &&
  edit !== 'layout' &&
  !MEDIA.test(path) &&
  before?.id !== after?.id &&
  [before, after].every((blob) => blob === null || isRegular(blob))

function compare(
  { path, from, before, after, edit }: FileChange,
  all: readonly FileChange[],
  textOf: TextOf,
  moves: Moves,
): readonly Difference[] {
  // A renamed export and a file that moved as it was are no difference: their users had to follow.
  if (edit === 'rename' || all.some((change) => change.from === path)) return []
  const origin = from === undefined ? before : (all.find((change) => change.path === from)?.before ?? null)
  const [old, now] = [textOf(origin), textOf(after)]
  // A text that is too large is not read.
  if ((old === null && origin !== null) || (now === null && after !== null)) return []
  return findDifferences({ path: from ?? path, text: old ?? '' }, { path, text: now ?? '' }, moves)
}

/** Languages that tell what a file exports. */
const EXPORTING = /\.(?:[cm]?[jt]sx?|pyi?|go|rs)$/

/** Marks every change of a REFACTOR with the names that the file exports and no changed file exported before. */
export async function markExports(scratch: Scratch, commits: readonly Commit[]): Promise<readonly Commit[]> {
  const marked: Commit[] = []
  for (const commit of commits)
    marked.push(getPhase(commit).phase === 'refactor' ? await markNewExports(scratch, commit) : commit)
  return marked
}

async function markNewExports(scratch: Scratch, commit: Commit): Promise<Commit> {
  const code = commit.changes.filter((change) => isCode(change) && EXPORTING.test(change.path))
  const getText = await readSides(scratch, code, MAX_MARKED_BYTES)
  const files = code.map(({ path, before, after }) => ({ path, before: getText(before), after: getText(after) ?? '' }))
  const added = addedExports(files)
  if (added.size === 0) return commit
  const changes = commit.changes.map((change) => {
    const exports = added.get(change.path)
    return exports === undefined ? change : { ...change, exports }
  })
  return { ...commit, changes }
}
