/** Finds the files of a tree that hold words, without a checkout. */
import { posix } from 'node:path'
import type { Sha } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import { readTexts } from './tree-texts.ts'

const NONE_FOUND = 1
/** More do not fit on the command line of git everywhere. */
export const MAX_PATTERNS = 1_000

/** Returns what code says of a folder whose files it reads. */
export const toFolderTexts = (folder: string): readonly string[] => [`${folder}/`, `'${folder}'`, `"${folder}"`]

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
export async function grepTree(
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
