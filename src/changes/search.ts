/** Finds who names a file: by the words that files of a tree hold, without a checkout. */
import { posix } from 'node:path'
import type { Commit, FileClass, Sha } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'
import { getSyntax } from '../syntax/index.ts'
import { isRegular, readTexts } from './tree-texts.ts'

const NONE_FOUND = 1
/** More do not fit on the command line of git everywhere. */
const MAX_PATTERNS = 1_000

/** Returns what code says of a folder whose files it reads. */
const toFolderTexts = (folder: string): readonly string[] => [`${folder}/`, `'${folder}'`, `"${folder}"`]

/** Returns what code says that reads a file: its name, or a folder of its path. */
export function toPathTexts(path: string): readonly string[] {
  const { dir, base } = posix.parse(path)
  const folders = dir.split('/').filter((folder) => folder !== '')
  return [base, ...folders.flatMap(toFolderTexts)]
}

/** @returns paths of files with one of the words; none without words */
export async function search(scratch: Scratch, tree: Sha, words: readonly string[]): Promise<readonly string[]> {
  return words.length === 0 ? [] : ((await grepTree(scratch, tree, words, ['-I', '--word-regexp'])) ?? [])
}

/**
 * Searches once for the texts of all files.
 * @param wanted by file: texts that name it
 * @returns by file: paths of other files with one of its texts, or too large to tell; null where git could not search
 */
export async function findUsers(
  scratch: Scratch,
  tree: Sha,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly string[]> | null> {
  const names = [...new Set([...wanted.values()].flat())]
  if (names.length === 0) return new Map()
  const found = names.length > MAX_PATTERNS ? null : await grepTree(scratch, tree, names)
  if (found === null) return null
  const blobs = await scratch.listTree(tree)
  const users = found.flatMap((path) => blobs.get(path) ?? []).map(({ id }) => id)
  const texts = await readTexts(scratch, users)
  const holds = (user: string, own: readonly string[]) => {
    const text = texts.get(blobs.get(user)?.id ?? '') ?? null
    return text === null || own.some((name) => text.includes(name))
  }
  return new Map([...wanted].map(([path, own]) => [path, found.filter((user) => user !== path && holds(user, own))]))
}

/** @returns paths of files that hold one of the texts; null where git could not search */
async function grepTree(
  scratch: Scratch,
  tree: Sha,
  texts: readonly string[],
  options: readonly string[] = ['--text'],
): Promise<readonly string[] | null> {
  const words = ['grep', '--name-only', '-z', '--full-name', '--fixed-strings', ...options]
  const { code, stdout } = await scratch.run([...words, ...texts.flatMap((text) => ['-e', text]), tree, '--'])
  if (code !== 0) return code === NONE_FOUND ? [] : null
  const found = stdout.toString().split('\0')
  return found.filter((path) => path !== '').map((path) => path.slice(tree.length + 1))
}

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
    isRegular(blob) && getSyntax(path) === null && before.get(path)?.id !== blob.id ? [path] : [],
  )
  const unplaced = data.filter((path) => path.includes('/') && classify(path) === 'production')
  // Data beside code belongs to the code.
  const isCode = (path: string) => getSyntax(path) !== null && classify(path) === 'production'
  const ofCode = new Set(unplaced.length === 0 ? [] : [...after.keys()].filter(isCode).map(getTop))
  const mayBeTest = new Set(unplaced.filter((path) => !ofCode.has(getTop(path))))
  const mayBeCode = data.filter((path) => classify(path) === 'docs' && !PROSE.test(path))
  const found = new Map<string, FileClass>()
  if (mayBeTest.size + mayBeCode.length > MAX_FILES) return found
  const names = [...mayBeTest, ...mayBeCode].map(
    (path) => [path, mayBeTest.has(path) ? toOpenedTexts(path) : [posix.basename(path)]] as const,
  )
  for (const [path, users] of (await findUsers(scratch, head, new Map(names))) ?? []) {
    const isTest = mayBeTest.has(path)
    const classes = new Set(users.filter((user) => getSyntax(user) !== null).map(classify))
    if (isTest && classes.has('test') && !classes.has('production')) found.set(path, 'test')
    if (!isTest && classes.has('production')) found.set(path, 'production')
  }
  return found
}

const getTop = (path: string) => path.slice(0, Math.max(0, path.indexOf('/')))

/** Returns what code that opens a file says: its name, or the folder that it lists. */
function toOpenedTexts(path: string): readonly string[] {
  const { dir, base } = posix.parse(path)
  return [base, ...[dir, getTop(path)].flatMap(toFolderTexts)]
}

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
  const names = new Set(changes.flatMap(({ path }) => toReadTexts(path)))
  if (names.size > MAX_PATTERNS) return true
  const readers = await grepTree(scratch, tree, [...names])
  // A manifest that names a document does not read it. Code among the harness may.
  const isReader = (path: string) =>
    ['production', 'test'].includes(classify(path)) || (classify(path) === 'harness' && getSyntax(path) !== null)
  return readers === null || readers.some(isReader)
}

/** Returns what code that reads a file says: its name, a folder of its path, or its ending, as text or in a pattern. */
function toReadTexts(path: string): readonly string[] {
  const ext = posix.extname(path)
  return [...toPathTexts(path), ...(ext === '' ? [] : [`*${ext}`, `'${ext}`, `"${ext}`, `\\${ext}`])]
}
