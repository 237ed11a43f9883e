/** Finds changed files that only tests name: they are test data, wherever they stand. */
import { posix } from 'node:path'
import type { Blob, Sha } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'
import { getSyntax } from '../syntax/index.ts'
import { grepTree } from './search.ts'

/** More changed files are no test data of a few tests; they cost a search each. */
const MAX_FILES = 50

/** @returns paths that are production by their name, of files that are no code */
export async function findTestData(
  scratch: Scratch,
  [base, head]: readonly [Sha, Sha],
  classify: Classify,
): Promise<readonly string[]> {
  const [before, after] = await Promise.all([scratch.listTree(base), scratch.listTree(head)])
  const isChanged = ([path, blob]: readonly [string, Blob]) => before.get(path)?.id !== blob.id
  const changed = [...after].filter((file) => isChanged(file) && isData(file, classify)).map(([path]) => path)
  if (changed.length > MAX_FILES) return []
  const found: string[] = []
  for (const path of changed) {
    const users = (await grepTree(scratch, head, getNames(path))) ?? []
    const classes = new Set(users.filter((user) => getSyntax(user) !== null).map(classify))
    if (classes.has('test') && !classes.has('production')) found.push(path)
  }
  return found
}

const isData = ([path, { mode }]: readonly [string, Blob], classify: Classify): boolean =>
  mode.startsWith('100') && getSyntax(path) === null && path.includes('/') && classify(path) === 'production'

/** Returns what code that opens a file says: its name, or the folder that it lists. */
function getNames(path: string): readonly string[] {
  const { dir, base } = posix.parse(path)
  const [top = ''] = dir.split('/')
  return [base, ...[dir, top].flatMap((folder) => [`${folder}/`, `'${folder}'`, `"${folder}"`])]
}
