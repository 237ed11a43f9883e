/** Refuses a working tree with changes that a command would carry along. */
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { uncommittedChanges } from '../core/errors/git.ts'
import { GO_ON, list } from '../core/rules/text.ts'
import { isEditing } from '../git/pending.ts'
import { type Repository, uncommittedPaths } from '../git/repository.ts'

const MAX_NAMED = 5

/** Paths of the working tree that differ from HEAD. */
type Paths = readonly string[]

/**
 * Checks the working tree.
 * @param allowed a file that may be new: the task document @param known the changed paths, where git was asked
 * @throws GateError `uncommitted-changes`
 */
export async function refuseUncommitted(repository: Repository, allowed?: string, known?: Paths): Promise<void> {
  const others = await findUncommitted(repository, allowed, known)
  if (others.length > 0) throw uncommittedChanges(list(others, MAX_NAMED))
}

/** Returns the paths with changes, except for the allowed file. */
export async function findUncommitted(repository: Repository, allowed?: string, known?: Paths): Promise<Paths> {
  const top = repository.top === null ? '' : realpathSync(repository.top)
  const paths = known ?? (await uncommittedPaths(repository))
  return paths.filter((path) => allowed === undefined || join(top, path) !== toReal(allowed))
}

/** Returns the path of a document that lies in the working tree and that no commit holds; null for any other. */
export async function findLoose(repository: Repository, document: string, known: Paths): Promise<string | null> {
  const others = await findUncommitted(repository, document, known)
  const path = known.find((one) => !others.includes(one))
  if (path === undefined) return null
  const { stdout } = await repository.run(['ls-files', '--', `:(top,literal)${path}`])
  return stdout.length === 0 ? path : null
}

/** Describes the working tree to readers of a judgement. */
export function toTreeNotes(repository: Repository, uncommitted: Paths): readonly string[] {
  return [
    ...(isEditing(repository) ? [`A rebase stopped here. When its changes are committed: ${GO_ON}`] : []),
    ...(uncommitted.length > 0 ? [`Not judged, because not committed: ${list(uncommitted, MAX_NAMED)}`] : []),
  ]
}

function toReal(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
