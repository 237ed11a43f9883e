/** Marks documents that code or tests may read: they are more than prose. */
import { posix } from 'node:path'
import type { Commit } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'

/** Names of prose at the top of a repository. */
const PROSE =
  /^[^/]+\.(?:md|markdown|rst|adoc|asciidoc|txt)$|^(?:licen[cs]e|copying|notice|authors|changelog)$|^\.git(?:ignore|keep)$/i
const NONE_FOUND = 1

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

/** Returns whether a file of code or tests names a document. */
async function mayBeRead(scratch: Scratch, { tree, changes }: Commit, classify: Classify): Promise<boolean> {
  if (changes.some(({ path }) => !PROSE.test(path))) return true
  const names = [...new Set(changes.map(({ path }) => posix.basename(path)))]
  const search = ['grep', '--name-only', '-z', '--full-name', '--text', '--fixed-strings']
  const { code, stdout } = await scratch.run([...search, ...names.flatMap((name) => ['-e', name]), tree, '--'])
  if (code === NONE_FOUND) return false
  const paths = stdout
    .toString()
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.slice(tree.length + 1))
  return code !== 0 || paths.some((path) => ['production', 'test'].includes(classify(path)))
}
