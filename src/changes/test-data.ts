/** Finds changed files that only tests name, in folders without code: they are test data, whatever the folder is called. */
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
  // Data beside code belongs to the code.
  const ofCode = new Set([...after.keys()].filter((path) => isCode(path, classify)).map(getTop))
  const changed = [...after]
    .filter((file) => isChanged(file) && isData(file, classify) && !ofCode.has(getTop(file[0])))
    .map(([path]) => path)
  if (changed.length > MAX_FILES) return []
  const found: string[] = []
  for (const path of changed) {
    const users = (await grepTree(scratch, head, getNames(path))) ?? []
    const classes = new Set(users.filter((user) => getSyntax(user) !== null).map(classify))
    if (classes.has('test') && !classes.has('production')) found.push(path)
  }
  return found
}

const getTop = (path: string) => path.slice(0, path.indexOf('/') + 1)

const isCode = (path: string, classify: Classify): boolean =>
  getSyntax(path) !== null && classify(path) === 'production'

const isData = ([path, { mode }]: readonly [string, Blob], classify: Classify): boolean =>
  mode.startsWith('100') && getSyntax(path) === null && path.includes('/') && classify(path) === 'production'

/** Returns what code that opens a file says: its name, or the folder that it lists. */
function getNames(path: string): readonly string[] {
  const { dir, base } = posix.parse(path)
  return [base, ...[dir, getTop(path).slice(0, -1)].flatMap((folder) => [`${folder}/`, `'${folder}'`, `"${folder}"`])]
}
