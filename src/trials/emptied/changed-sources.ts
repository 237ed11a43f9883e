/** Reads the changed files whose functions can be emptied. */

import type { FileSource } from '../../changes/reached.ts'
import { isRegular, readSides, type TextOf } from '../../changes/tree-texts.ts'
import type { ChangeSet } from '../../core/compare/change-set.ts'
import type { FileChange } from '../../core/model/commit.ts'
import type { Scratch } from '../../git/scratch.ts'
import { canEmpty } from '../../rewriting/index.ts'
import { MAX_SOURCE_TEXT } from '../../syntax/index.ts'

/** Files of the largest change that is tried. */
const MAX_FILES = 200

/** Skips files without a body to empty: removed, not regular, too large, or of no known language. */
export async function readSources(scratch: Scratch, changes: ChangeSet) {
  const all = [...changes.values()]
  const readable = all.filter(({ path, after }) => isRegular(after) && canEmpty(path)).slice(0, MAX_FILES)
  const getText = await readSides(scratch, readable)
  const sources = readable.flatMap((change) => toSource(change, getText))
  const known = new Set(sources.map(({ path }) => path))
  return { sources, others: all.flatMap(({ path }) => (known.has(path) ? [] : [path])) }
}

function toSource({ path, before, after }: FileChange, textOf: TextOf): FileSource[] {
  const text = textOf(after)
  if (after === null || text === null || text.length > MAX_SOURCE_TEXT) return []
  return [{ path, mode: after.mode, before: textOf(before), after: text }]
}
