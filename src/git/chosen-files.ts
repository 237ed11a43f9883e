/** Takes changed files by the names that a caller gave. Git never reads these names: only paths that git listed go back to it. */
import { realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { nothingChangedAt } from '../core/errors/usage.ts'
import type { Sha } from '../core/model/commit.ts'
import { decodePath, encodePath, splitFields } from './paths.ts'
import type { Objects, Repository } from './repository.ts'

/** Files and folders that a caller named. */
export interface Choice {
  readonly names: readonly string[]
  /** The folder from which the names are read. */
  readonly from: string
}

/** Returns the changed paths at these names. A list with commas is read as names where it is no name itself. */
function choosePaths({ names, from }: Choice, changed: readonly string[], top: string): readonly string[] {
  const folder = realpathSync(from)
  const isAt = (name: string) => {
    const place = relative(top, resolve(folder, name)).replaceAll(sep, '/')
    return (path: string) => place === '' || path === place || path.startsWith(`${place}/`)
  }
  const all = names.flatMap((name) => (changed.some(isAt(name)) ? [name] : name.split(',')))
  const unchanged = all.filter((name) => name === '' || !changed.some(isAt(name)))
  if (unchanged.length > 0) throw nothingChangedAt(unchanged)
  const tests = all.map(isAt)
  return changed.filter((path) => tests.some((test) => test(path)))
}

/** A tree with the changes of some paths, and what git needs to make the same of the working tree. */
interface ChosenTree {
  readonly tree: Sha
  readonly paths: readonly string[]
}

/**
 * Writes the tree that has the changes of a choice alone.
 * @param trees HEAD; what the commit stands on; the whole working tree
 * @param index a file for an index of its own
 * @throws GateError `bad-usage` for a name at which nothing changed
 */
export async function writeChosen(
  repository: Repository,
  choice: Choice,
  [head, before, all]: readonly [Sha, Sha, Sha],
  index: string,
): Promise<ChosenTree> {
  const [sinceHead, since] = [await readChanges(repository, head, all), await readChanges(repository, before, all)]
  const chosen = new Set(choosePaths(choice, [...sinceHead.keys(), ...since.keys()], repository.top ?? ''))
  const taken = [...since].filter(([path]) => chosen.has(path))
  const env = { GIT_INDEX_FILE: index }
  await repository.git(['read-tree', before], { env })
  const input = Buffer.concat(taken.flatMap(([path, entry]) => [Buffer.from(`${entry}\t`), encodePath(path), NUL]))
  await repository.git(['update-index', '-z', '--replace', '--index-info'], { env, input })
  const tree = (await repository.git(['write-tree'], { env })).toString().trim()
  return { tree, paths: taken.map(([path]) => path) }
}

const NUL = Buffer.from([0])

/** Returns the mode and the object that each changed path has now. */
async function readChanges({ git }: Objects, from: Sha, to: Sha): Promise<ReadonlyMap<string, string>> {
  const fields = [...splitFields(await git(['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to]))]
  const changes = new Map<string, string>()
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [, mode, , sha] = (fields[i] ?? '').toString().split(' ')
    changes.set(decodePath(fields[i + 1] ?? NUL), `${mode} ${sha}`)
  }
  return changes
}

/** Formats paths as `update-index -z --stdin` reads them. */
export function toPathList(paths: readonly string[]): Buffer {
  return Buffer.concat(paths.flatMap((path) => [encodePath(path), NUL]))
}
