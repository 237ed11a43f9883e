/** Refuses a working tree with changes that a command would carry along. */
import { existsSync, realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { listPaths, uncommittedChanges } from '../core/errors/git.ts'
import type { Sha } from '../core/model/commit.ts'
import { excludeFile } from '../git/exclude.ts'
import { findKeptRed, withoutKeptRed } from '../git/local-refs/kept-red.ts'
import { decodePath, splitFields } from '../git/paths.ts'
import { type Repository, uncommittedPaths } from '../git/repository.ts'
import { keptOut } from '../render/start-text.ts'

/** Paths of the working tree that differ from HEAD. */
type Paths = readonly string[]

/**
 * Checks the working tree.
 * @param allowed a file that may be new: the task document @param known the changed paths, where git was asked
 * @throws GateError `uncommitted-changes`
 */
export async function refuseUncommitted(repository: Repository, allowed?: string, known?: Paths): Promise<void> {
  const others = await findUncommitted(repository, allowed, known)
  if (others.length > 0) throw uncommittedChanges(others)
}

/** Returns the paths with changes, except for those of the allowed document or folder. */
export async function findUncommitted(repository: Repository, allowed?: string, known?: Paths): Promise<Paths> {
  const paths = known ?? (await uncommittedPaths(repository))
  if (allowed === undefined || repository.top === null) return paths
  const document = toInside(repository.top, allowed)
  const listed = await Promise.all(paths.map((path) => openFolder(repository, path, document)))
  return listed.flat().filter((path) => path !== document && !path.startsWith(`${document}/`))
}

/** Git names a new folder, not its files. */
async function openFolder(repository: Repository, path: string, document: string): Promise<Paths> {
  if (!path.endsWith('/') || path === `${document}/` || !document.startsWith(path)) return [path]
  const args = ['ls-files', '-z', '--full-name', '--others', '--exclude-standard', '--', `:(top,literal)${path}`]
  return [...splitFields(await repository.git(args))].map((field) => decodePath(field))
}

/**
 * Keeps a task document that no commit holds out of the commits of this repository, on this machine only.
 * @param task as the user named it @returns a note; null where there is nothing to keep out
 */
export async function keepTaskOut(
  repository: Repository,
  task: string | undefined,
  known?: Paths,
): Promise<string | null> {
  if (task === undefined || repository.top === null || !existsSync(toFile(task))) return null
  const paths = known ?? (await uncommittedPaths(repository))
  const document = toInside(repository.top, task)
  if (!paths.some((path) => `${document}/`.startsWith(path))) return null
  const { stdout } = await repository.run(['ls-files', '--', `:(top,literal)${document}`])
  return stdout.length === 0 && excludeFile(repository, document) ? keptOut(document) : null
}

interface Tree {
  readonly uncommitted: Paths
  /** Describe the working tree to readers of a judgement. */
  readonly notes: readonly string[]
}

/** @param task as the user named it; stays out of the commits @param head what is judged; the commit of HEAD, or a kept RED */
export async function readTree(
  repository: Repository,
  task: string | undefined,
  known?: Paths,
  head?: Sha,
): Promise<Tree> {
  const paths = known ?? (await uncommittedPaths(repository))
  const keptOut = await keepTaskOut(repository, task, paths)
  const uncommitted = keptOut === null ? paths : await findUncommitted(repository, task, paths)
  const red = head === undefined ? null : await findKeptRed(repository)
  const open = red === null || red.sha !== head ? uncommitted : await withoutKeptRed(repository, red, uncommitted)
  return { uncommitted, notes: [...(keptOut === null ? [] : [keptOut]), ...toNotes(open)] }
}

function toNotes(uncommitted: Paths): readonly string[] {
  return uncommitted.length > 0 ? [`Not judged, because not committed: ${listPaths(uncommitted)}`] : []
}

/** A task is named by its document, or as `<document>#<id>`. */
const toFile = (task: string) => task.split('#')[0] ?? task

/** The path of a document from the top, without a slash at its end. */
function toInside(top: string, task: string): string {
  return relative(realpathSync(top), toReal(toFile(task))).replaceAll(sep, '/')
}

function toReal(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
