/** Changes of one place in the text of a file, as edits of the commit's tree. */
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { FileChange } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import type { CodeEdit } from '../syntax/index.ts'
import { type Mutant, withMutants } from '../test-runner/empty/mutants.ts'

type TextEdit = Pick<Mutant, 'path' | 'text' | 'edit'>

/** Keeps one change of each place, so that all of them can stand in one text. */
export function disjoint<C extends TextEdit>(all: readonly C[]): readonly C[] {
  return all.filter((one, n) => !all.slice(0, n).some((other) => other.path === one.path && overlaps(other, one)))
}

const overlaps = ({ edit: one }: TextEdit, { edit: other }: TextEdit) => one.start < other.end && other.start < one.end

/** @param files that may change, as they are in the commit's tree */
export function editTexts(scratch: Scratch, files: readonly Pick<FileChange, 'path' | 'after'>[]) {
  const modes = new Map(files.map(({ path, after }) => [path, after?.mode ?? '']))
  return async (changes: readonly TextEdit[]): Promise<readonly TreeEdit[]> => {
    const made = [...Map.groupBy(changes, ({ path }) => path)]
    const ids = await scratch.writeBlobs(made.map(([, own]) => withMutants(own)))
    return made.map(([path], n) => ({ path, blob: { mode: modes.get(path) ?? '', id: ids[n] ?? '' } }))
  }
}

/** Of edits inside each other only the outer one counts. */
export function outermostEdits(edits: readonly CodeEdit[]): readonly CodeEdit[] {
  let end = -1
  return edits
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((edit) => {
      if (edit.start < end) return false
      end = edit.end
      return true
    })
}
