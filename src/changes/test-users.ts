/** Finds the test files of a tree that use given files, directly or through other test code. */
import { posix } from 'node:path'
import type { FileChange, FileClass, Sha } from '../core/model/commit.ts'
import type { TextFile } from '../core/text/nearby.ts'
import { isCodeFile } from '../core/text/read-code.ts'
import { usesFile } from '../core/text/uses-file.ts'
import { writesTests } from '../core/text/written-tests.ts'
import { order } from '../core/util/order.ts'
import type { Scratch } from '../git/scratch.ts'
import { readSourceTexts } from './tree-texts.ts'

/** Above this number of test files, their imports are not read. */
const MAX_READ = 5_000

export interface TestCode {
  readonly files: readonly TextFile[]
}

export async function readTestCode(
  scratch: Scratch,
  tree: Sha,
  classify: (path: string) => FileClass,
): Promise<TestCode> {
  const listed = [...(await scratch.listTree(tree))].filter(
    ([path, { mode }]) => mode.startsWith('100') && classify(path) === 'test',
  )
  const wanted = listed.slice(0, MAX_READ)
  const texts = await readSourceTexts(
    scratch,
    wanted.map(([path, { id }]) => ({ path, id })),
  )
  return { files: [...texts].map(([path, text]) => ({ path, text: text ?? '' })) }
}

/** Returns files with tests that use one of `paths`; sorted. */
export function getUsers(code: TestCode, paths: readonly string[]): readonly string[] {
  return allUsers(code, paths).flatMap(({ path, text }) => (writesTests(path, text) ? [path] : []))
}

/** Returns files that use one of `paths` and that no other test code uses: the files that runners start; sorted. */
export function entriesUsing(code: TestCode, paths: readonly string[]): readonly string[] {
  const users = allUsers(code, paths).filter(({ path }) => !paths.includes(path))
  return users.flatMap(({ path }) => (users.some((other) => usesFile(other, path)) ? [] : [path]))
}

/** Returns the direct and indirect users, by their paths. */
function allUsers({ files }: TestCode, paths: readonly string[]): readonly TextFile[] {
  const users = new Set<TextFile>()
  for (let next = paths; next.length > 0; ) {
    const found = files.filter((file) => !users.has(file) && next.some((path) => usesFile(file, path)))
    for (const file of found) users.add(file)
    next = found.map(({ path }) => path)
  }
  return [...users].toSorted((one, other) => order(one.path, other.path))
}

/**
 * Returns edited files that others may use. Files of one Go package use each other: of these, only files without tests
 * are shared.
 */
export function sharedAmong({ files }: TestCode, edited: ReadonlySet<string>): readonly string[] {
  return files.flatMap(({ path, text }) =>
    edited.has(path) && !(path.endsWith('.go') && writesTests(path, text)) ? [path] : [],
  )
}

/** Tests read data by its name. */
export function readsData(text: string, edited: readonly Pick<FileChange, 'path'>[]): boolean {
  const isData = (path: string) => !isCodeFile(path) || path.endsWith('.json')
  return edited.some(({ path }) => isData(path) && text.includes(posix.basename(path)))
}

/** Returns the test files of which an edit may change what they demand; sorted. */
export function getTestFiles(code: TestCode, edited: readonly FileChange[]): readonly string[] {
  const paths = new Set(edited.map(({ path }) => path))
  const isOwn = ({ path, text }: TestCode['files'][number]) =>
    writesTests(path, text) && (paths.has(path) || readsData(text, edited))
  const own = code.files.filter(isOwn).map(({ path }) => path)
  return [...new Set([...own, ...getUsers(code, sharedAmong(code, paths))])].toSorted()
}
