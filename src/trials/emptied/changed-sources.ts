/** Reads the changed files whose functions can be emptied. */

import type { FileSource } from '../../changes/reached.ts'
import { readTexts } from '../../changes/tree-texts.ts'
import type { ChangeSet } from '../../core/compare/change-set.ts'
import type { Blob, FileChange, Sha } from '../../core/model/commit.ts'
import type { Scratch } from '../../git/scratch.ts'
import { MAX_SOURCE_TEXT } from '../../syntax/index.ts'
import { canEmpty } from '../../test-runner/empty/index.ts'

/** Files of the largest change that is tried. */
const MAX_FILES = 200
const REGULAR = /^100/

/** Skips files without a body to empty: removed, not regular, too large, or of no known language. */
export async function readSources(scratch: Scratch, changes: ChangeSet) {
  const all = [...changes.values()]
  const readable = all.filter(({ path, after }) => isRegular(after) && canEmpty(path)).slice(0, MAX_FILES)
  const blobs = readable.flatMap(({ before, after }) => [before, after].filter(isRegular))
  const texts = await readTexts(scratch, [...new Set(blobs.map(({ id }) => id))])
  const sources = readable.flatMap((change) => toSource(change, texts))
  const known = new Set(sources.map(({ path }) => path))
  return { sources, others: all.flatMap(({ path }) => (known.has(path) ? [] : [path])) }
}

const isRegular = (blob: FileChange['after']): blob is Blob => blob !== null && REGULAR.test(blob.mode)

function toSource({ path, before, after }: FileChange, texts: ReadonlyMap<Sha, string | null>): FileSource[] {
  const text = texts.get(after?.id ?? '') ?? null
  if (after === null || text === null || text.length > MAX_SOURCE_TEXT) return []
  return [{ path, mode: after.mode, before: texts.get(before?.id ?? '') ?? null, after: text }]
}
