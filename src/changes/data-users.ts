/** Finds the class of changed data by who names it: tests alone, or production. */
import { posix } from 'node:path'
import type { Blob, FileClass, Sha } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'
import { getSyntax } from '../syntax/index.ts'
import { grepTree } from './search.ts'

/** More changed files are no data of a few tests; they cost a search each. */
const MAX_FILES = 50
/** Prose, which code mentions without reading it. */
const PROSE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt)$|(?:^|\/)\.?[^./]+$/i

/**
 * Data in folders without code that tests name and no code does is test data. Settings and data of CI that production
 * names are production.
 */
export async function classifyByUsers(
  scratch: Scratch,
  [base, head]: readonly [Sha, Sha],
  classify: Classify,
): Promise<ReadonlyMap<string, FileClass>> {
  const [before, after] = await Promise.all([scratch.listTree(base), scratch.listTree(head)])
  // Data beside code belongs to the code.
  const ofCode = new Set([...after.keys()].filter((path) => isCode(path, classify)).map(getTop))
  const mayBeTest = (path: string) => path.includes('/') && classify(path) === 'production' && !ofCode.has(getTop(path))
  const mayBeCode = (path: string) => classify(path) === 'docs' && !PROSE.test(path)
  const changed = [...after].flatMap(([path, blob]) =>
    isData(path, blob) && before.get(path)?.id !== blob.id && (mayBeTest(path) || mayBeCode(path)) ? [path] : [],
  )
  const found = new Map<string, FileClass>()
  if (changed.length > MAX_FILES) return found
  for (const path of changed) {
    const isTest = mayBeTest(path)
    const users = (await grepTree(scratch, head, isTest ? getNames(path) : [posix.basename(path)])) ?? []
    const classes = new Set(users.filter((user) => getSyntax(user) !== null).map(classify))
    if (isTest && classes.has('test') && !classes.has('production')) found.set(path, 'test')
    if (!isTest && classes.has('production')) found.set(path, 'production')
  }
  return found
}

const isData = (path: string, { mode }: Blob): boolean => mode.startsWith('100') && getSyntax(path) === null

const getTop = (path: string) => path.slice(0, path.indexOf('/') + 1)

const isCode = (path: string, classify: Classify): boolean =>
  getSyntax(path) !== null && classify(path) === 'production'

/** Returns what code that opens a file says: its name, or the folder that it lists. */
function getNames(path: string): readonly string[] {
  const { dir, base } = posix.parse(path)
  return [base, ...[dir, getTop(path).slice(0, -1)].flatMap((folder) => [`${folder}/`, `'${folder}'`, `"${folder}"`])]
}
