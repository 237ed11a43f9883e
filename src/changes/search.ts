/** Finds the files of a tree that hold words, without a checkout. */
import type { Sha } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'

/** @returns paths of files with one of the words; none without words */
export async function search(scratch: Scratch, tree: Sha, words: readonly string[]): Promise<readonly string[]> {
  if (words.length === 0) return []
  const options = ['grep', '--name-only', '-z', '--full-name', '-I', '--word-regexp', '--fixed-strings']
  const { stdout } = await scratch.run([...options, ...words.flatMap((word) => ['-e', word]), tree, '--'])
  const found = stdout.toString().split('\0')
  return found.filter((path) => path !== '').map((path) => path.slice(tree.length + 1))
}
