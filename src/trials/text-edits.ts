/** Changes of one place in the text of a file, as edits of the commit's tree. */
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { FileChange } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import { type Mutant, withMutants } from '../rewriting/mutants.ts'
import type { CodeEdit } from '../syntax/index.ts'
import type { ChangeQuestion } from './notice.ts'

type TextEdit = Pick<Mutant, 'path' | 'line' | 'text' | 'edit'>

const clash = (one: TextEdit, other: TextEdit) =>
  one.path === other.path && one.edit.start < other.edit.end && other.edit.start < one.edit.end

/**
 * @param files that may change, as they are in the commit's tree
 * @param say what a change puts there, for people
 */
export function askAboutTexts<C extends TextEdit>(
  scratch: Scratch,
  files: readonly Pick<FileChange, 'path' | 'after'>[],
  say: (change: C) => string,
): ChangeQuestion<C> {
  const modes = new Map(files.map(({ path, after }) => [path, after?.mode ?? '']))
  const toEdits = async (changes: readonly C[]): Promise<readonly TreeEdit[]> => {
    const made = [...Map.groupBy(changes, ({ path }) => path)]
    const ids = await scratch.writeBlobs(made.map(([, own]) => withMutants(own)))
    return made.map(([path], n) => ({ path, blob: { mode: modes.get(path) ?? '', id: ids[n] ?? '' } }))
  }
  const describe = (change: C) => {
    const { path, line } = change
    return [{ lines: { path, first: line, last: line }, change: say(change) }]
  }
  return { toEdits, clash, describe }
}

/** Writes the texts of files. */
export async function writeEdits(
  scratch: Scratch,
  files: readonly { readonly path: string; readonly mode: string; readonly text: string }[],
): Promise<readonly TreeEdit[]> {
  const ids = await scratch.writeBlobs(files.map(({ text }) => text))
  return files.map(({ path, mode }, n) => ({ path, blob: { mode, id: ids[n] ?? '' } }))
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
