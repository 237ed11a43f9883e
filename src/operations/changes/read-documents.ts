/** Marks documents that code or tests may read: they are more than prose. */
import { posix } from 'node:path'
import type { Commit } from '../../core/model/commit.ts'
import type { Scratch } from '../../git/scratch.ts'
import type { Classify } from '../../git/trees.ts'

/** Names of prose at the top of a repository. */
const PROSE =
  /^[^/]+\.(?:md|markdown|rst|adoc|asciidoc|txt)$|^(?:licen[cs]e|copying|notice|authors|changelog)$|^\.git(?:ignore|keep)$/i
const NONE_FOUND = 1

/** Marks only commits that change nothing but documents: the suite runs for all others anyway. */
export function markRead(scratch: Scratch, commits: readonly Commit[], classify: Classify): Promise<Commit[]> {
  return Promise.all(
    commits.map(async (commit) => {
      const isDocsOnly = commit.changes.length > 0 && commit.changes.every((change) => change.class === 'docs')
      if (!isDocsOnly || !(await mayBeRead(scratch, commit, classify))) return commit
      return { ...commit, changes: commit.changes.map((change) => ({ ...change, isRead: true })) }
    }),
  )
}

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
