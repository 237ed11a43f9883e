/** Finds the class of changed data by who names it: tests alone, or production. */
import { posix } from 'node:path'
import type { Blob, FileClass, Sha } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'
import { getSyntax } from '../syntax/index.ts'
import { findUsers, toFolderTexts } from './search.ts'

/** More changed files are no data of a few tests. */
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
  const data = [...after].flatMap(([path, blob]) =>
    isData(path, blob) && before.get(path)?.id !== blob.id ? [path] : [],
  )
  const unplaced = data.filter((path) => path.includes('/') && classify(path) === 'production')
  // Data beside code belongs to the code.
  const ofCode = unplaced.length === 0 ? new Set() : new Set(getCode(after, classify).map(getTop))
  const mayBeTest = new Set(unplaced.filter((path) => !ofCode.has(getTop(path))))
  const mayBeCode = data.filter((path) => classify(path) === 'docs' && !PROSE.test(path))
  const found = new Map<string, FileClass>()
  if (mayBeTest.size + mayBeCode.length > MAX_FILES) return found
  const names = [...mayBeTest, ...mayBeCode].map(
    (path) => [path, mayBeTest.has(path) ? getNames(path) : [posix.basename(path)]] as const,
  )
  for (const [path, users] of (await findUsers(scratch, head, new Map(names))) ?? []) {
    const isTest = mayBeTest.has(path)
    const classes = new Set(users.filter((user) => getSyntax(user) !== null).map(classify))
    if (isTest && classes.has('test') && !classes.has('production')) found.set(path, 'test')
    if (!isTest && classes.has('production')) found.set(path, 'production')
  }
  return found
}

const isData = (path: string, { mode }: Blob): boolean => mode.startsWith('100') && getSyntax(path) === null

const getTop = (path: string) => path.slice(0, Math.max(0, path.indexOf('/')))

const getCode = (files: ReadonlyMap<string, Blob>, classify: Classify): readonly string[] =>
  [...files.keys()].filter((path) => getSyntax(path) !== null && classify(path) === 'production')

/** Returns what code that opens a file says: its name, or the folder that it lists. */
function getNames(path: string): readonly string[] {
  const { dir, base } = posix.parse(path)
  return [base, ...[dir, getTop(path)].flatMap(toFolderTexts)]
}
