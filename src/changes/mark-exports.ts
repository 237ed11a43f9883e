/** Marks every change of a REFACTOR with the names that the file exports and no changed file exported before. */

import { getPhase } from '../core/evaluate/phase.ts'
import type { Commit, FileChange } from '../core/model/commit.ts'
import { addedExports } from '../core/text/imports.ts'
import type { Scratch } from '../git/scratch.ts'
import { MAX_MARKED_BYTES, readSides } from './tree-texts.ts'

const isCode = ({ path, class: kind }: FileChange) =>
  kind === 'production' && /\.(?:[cm]?[jt]sx?|pyi?|go|rs)$/.test(path)

export async function markExports(scratch: Scratch, commits: readonly Commit[]): Promise<readonly Commit[]> {
  const marked: Commit[] = []
  for (const commit of commits)
    marked.push(getPhase(commit).phase === 'refactor' ? await mark(scratch, commit) : commit)
  return marked
}

async function mark(scratch: Scratch, commit: Commit): Promise<Commit> {
  const code = commit.changes.filter(isCode)
  const getText = await readSides(scratch, code, MAX_MARKED_BYTES)
  const files = code.map(({ path, before, after }) => ({ path, before: getText(before), after: getText(after) ?? '' }))
  const added = addedExports(files)
  if (added.size === 0) return commit
  const changes = commit.changes.map((change) => {
    const exports = added.get(change.path)
    return exports === undefined ? change : { ...change, exports }
  })
  return { ...commit, changes }
}
