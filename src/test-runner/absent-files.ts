/** Names files that a commit only refers to, submodules and contents of Git LFS, where a failure speaks of them. */
import { closeSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { type Blob, SUBMODULE } from '../core/model/commit.ts'
import { ifThere, openToRead } from '../disk.ts'
import { runTexts } from './texts.ts'

const LFS = 'version https://git-lfs.github.com'
const POINTER = `${LFS}/spec/v1\n`
/** A failure speaks of few paths. */
const MAX_NAMED = 5
const MAX_TEXT = 65_536

interface AbsentContext {
  readonly files: ReadonlyMap<string, Blob>
  /** Returns whether a tracked path has the pointer of Git LFS instead of its content. */
  readonly isPointer: (path: string) => boolean
}

/**
 * Returns a sentence for each kind of absent files that a failure speaks of.
 * @param texts what failed said
 */
export function describeAbsent(texts: readonly string[], { files, isPointer }: AbsentContext): readonly string[] {
  const text = texts.join('\n').slice(0, MAX_TEXT)
  const words = new Set(text.split(/[^\p{L}\p{N}_.@+-]+/u).map((word) => word.replace(/\.+$/, '')))
  if (text === '') return []
  const isNamed = (path: string) => words.has(path.slice(path.lastIndexOf('/') + 1))
  const submodules: string[] = []
  const pointers: string[] = []
  for (const [path, { mode }] of files) {
    if (!isNamed(path)) continue
    if (mode === SUBMODULE) submodules.push(path)
    else if (pointers.length < MAX_NAMED && isPointer(path)) pointers.push(path)
  }
  return [
    ...(submodules.length === 0 ? [] : [runTexts.noSubmodule(submodules.slice(0, MAX_NAMED).join(', '))]),
    ...(pointers.length > 0 || text.includes(LFS) ? [runTexts.lfsPointer(pointers.join(', '))] : []),
  ]
}

/** Reads the beginning of a file of the checkout; never follows a link. */
export function isLfsPointer(tree: string, path: string): boolean {
  const file = ifThere(() => openToRead(join(tree, path)))
  if (file === undefined) return false
  try {
    const head = Buffer.alloc(POINTER.length)
    return ifThere(() => readSync(file, head)) === head.length && head.toString('latin1') === POINTER
  } finally {
    closeSync(file)
  }
}
