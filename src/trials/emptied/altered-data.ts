/** Data of a commit with other values, together with other values of its functions: an expectation that comes from it follows. */
import { posix } from 'node:path'
import type { FileSource } from '../../changes/reached.ts'
import { isRegular, readTexts, writeEdits } from '../../changes/tree-texts.ts'
import type { ChangeSet } from '../../core/compare/change-set.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { Scratch } from '../../git/scratch.ts'
import { alterData } from '../../rewriting/data.ts'
import type { Altering } from '../../rewriting/data-helpers.ts'
import { canEmpty, emptyBodies } from '../../rewriting/index.ts'

interface AlteredDataOptions {
  readonly scratch: Scratch
  /** Code of the commit. */
  readonly sources: readonly FileSource[]
  readonly kept: ReadonlySet<string>
  /** What the drivers name: identifiers, and texts such as paths. Null: all data of the commit. */
  readonly names: ReadonlySet<string> | null
  readonly altering: Altering
}

/** @returns the edits of code and data; none when there is no such data */
export async function alterNamedData(request: AlteredDataOptions, changes: ChangeSet): Promise<readonly TreeEdit[]> {
  const files = [...request.sources, ...(await namedTexts(request, changes))]
  const altered = await Promise.all(files.map((file) => alterFile(request, file)))
  if (!altered.some(({ hasData }) => hasData)) return []
  return writeEdits(request.scratch, altered)
}

async function alterFile({ kept, names, altering }: AlteredDataOptions, source: FileSource) {
  const emptied = await emptyBodies(source, 'altered', kept)
  const code = emptied && emptied.functions.length > 0 ? emptied.text : source.after
  const text = await alterData(source.path, code, source.before ?? '', names, altering)
  return { path: source.path, mode: source.mode, text: text ?? code, hasData: text !== null }
}

/** Finds files that hold data and no code. A text that no driver names would only break what reads it. */
async function namedTexts({ scratch, names }: AlteredDataOptions, changes: ChangeSet): Promise<readonly FileSource[]> {
  const isNamed = (path: string) =>
    names === null ? path.endsWith('.json') : [...names].some((name) => name.includes(posix.basename(path)))
  const blobs = [...changes.values()].flatMap(({ path, after }) =>
    isRegular(after) && !canEmpty(path) && isNamed(path) ? [{ path, ...after }] : [],
  )
  const texts = await readTexts(scratch, blobs)
  return blobs.flatMap(({ path, mode, id }) => {
    const after = texts.get(id) ?? null
    return after === null ? [] : [{ path, mode, before: null, after }]
  })
}
