/** Marks documents that code or tests may read: they are more than prose. */
import { posix } from 'node:path'
import type { Commit, FileClass } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'
import { getSyntax } from '../syntax/index.ts'
import { grepTree, MAX_PATTERNS, toPathTexts } from './search.ts'

/**
 * Marks documents that may be read, so that the suite runs for them. Of successive commits that change documents alone,
 * the last one answers for all: its tree holds what they changed.
 */
export async function markRead(scratch: Scratch, commits: readonly Commit[], classify: Classify): Promise<Commit[]> {
  const read = await Promise.all(commits.map((commit) => isDocsOnly(commit) && mayBeRead(scratch, commit, classify)))
  let isOpen = false
  return commits.map((commit, n) => {
    isOpen = isDocsOnly(commit) && (isOpen || read[n] === true)
    const next = commits[n + 1]
    if (!isOpen || (next !== undefined && isDocsOnly(next))) return commit
    return { ...commit, changes: commit.changes.map((change) => ({ ...change, isRead: true })) }
  })
}

const isDocsOnly = ({ changes }: Commit) => changes.length > 0 && changes.every((change) => change.class === 'docs')

/** Returns whether a file of code or tests names a document, its folder, or a pattern of its ending. */
async function mayBeRead(scratch: Scratch, { tree, changes }: Commit, classify: Classify): Promise<boolean> {
  const names = new Set(changes.flatMap(({ path }) => getNames(path)))
  if (names.size > MAX_PATTERNS) return true
  const readers = await grepTree(scratch, tree, [...names])
  return readers === null || readers.some((path) => isReader(path, classify(path)))
}

/** A manifest that names a document does not read it. Code among the harness may. */
const isReader = (path: string, as: FileClass): boolean =>
  as === 'production' || as === 'test' || (as === 'harness' && getSyntax(path) !== null)

/** Returns what code that reads a file says: its name, a folder of its path, or its ending, as text or in a pattern. */
function getNames(path: string): readonly string[] {
  const ext = posix.extname(path)
  return [...toPathTexts(path), ...(ext === '' ? [] : [`*${ext}`, `'${ext}`, `"${ext}`, `\\${ext}`])]
}
