/** Reads trees and blobs raw: ids, modes and paths, unaffected by attributes. */

import { fileTooLarge } from '../core/errors/files.ts'
import type { Blob, FileChange, FileClass, Sha } from '../core/model/commit.ts'
import { getContents, getInfos, missingObject } from './cat-file.ts'
import { decodePath, splitFields } from './paths.ts'
import type { Objects } from './repository.ts'

export type Classify = (path: string) => FileClass

/** Bytes of the largest file that is read from a commit, unless the caller sets another limit. */
const MAX_BLOB = 33_554_432

const ABSENT = '000000'

/** Reads files of trees; may answer from a cached list. */
export interface TreeReader extends Pick<Objects, 'readObjects'> {
  readonly listTree: (tree: Sha) => Promise<ReadonlyMap<string, Blob>>
}

/**
 * Reads the bytes of a regular file of a tree. Returns null when there is none: no such path, a folder, a symlink, a
 * submodule.
 * @throws GateError `limit-exceeded` beyond `maxBytes`, without reading it; `git-failed` where git has no
 * such object
 */
export async function readBlob(
  { readObjects, listTree: list }: TreeReader,
  tree: Sha,
  path: string,
  maxBytes = MAX_BLOB,
): Promise<Buffer | null> {
  const blob = (await list(tree)).get(path)
  if (!blob?.mode.startsWith('100')) return null
  const [info = null] = await getInfos(readObjects, [blob.id])
  if (info === null) throw missingObject(blob.id)
  if (info.size > maxBytes) {
    throw fileTooLarge(JSON.stringify(path), maxBytes)
  }
  const [content = null] = await getContents(readObjects, [blob.id])
  return content
}

/** Lists every path of a tree in git's order: files, symlinks and submodules; folders only as parts of paths. */
export async function listTree(objects: Objects, tree: Sha): Promise<ReadonlyMap<string, Blob>> {
  const entries = new Map<string, Blob>()
  for (const field of splitFields(
    await objects.git(['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', tree]),
  )) {
    const tab = field.indexOf('\t')
    const [mode = '', , id = ''] = field.toString('latin1', 0, tab).split(' ')
    entries.set(decodePath(field.subarray(tab + 1)), { mode, id })
  }
  return entries
}

/** Lists the differences between two trees (or commits), sorted by path. A rename is a removal and an addition. */
export async function changesBetween(
  objects: Objects,
  treeA: Sha,
  treeB: Sha,
  classify: Classify,
): Promise<readonly FileChange[]> {
  const raw = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev']
  const fields = [...splitFields(await objects.git([...raw, '--end-of-options', treeA, treeB, '--']))]
  const changes: FileChange[] = []
  for (let n = 0; n + 1 < fields.length; n += 2) changes.push(toChange(fields[n]!, fields[n + 1]!, classify))
  return changes.toSorted(byPath)
}

/** Parses one entry of git's raw diff format, `:100644 100644 <id> <id> M`, and the path that follows it. */
export function toChange(entry: Buffer, pathBytes: Buffer, classify: Classify): FileChange {
  const path = decodePath(pathBytes)
  const [before = ABSENT, after = ABSENT, beforeId = '', afterId = ''] = entry.toString('latin1').slice(1).split(' ')
  const side = (mode: string, id: string) => (mode === ABSENT ? null : { mode, id })
  return { path, class: classify(path), before: side(before, beforeId), after: side(after, afterId) }
}

export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
