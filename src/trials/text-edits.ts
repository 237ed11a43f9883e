/** Changes of one place in the text of a file, as edits of the commit's tree. */
import { writeEdits } from '../changes/tree-texts.ts'
import type { FileChange } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import { type Mutant, withMutants } from '../rewriting/mutants.ts'
import { type CodeEdit, outermost } from '../syntax/index.ts'
import type { ChangeQuestion } from './notice.ts'

type TextEdit = Pick<Mutant, 'path' | 'line' | 'text' | 'edit'>

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
  return {
    toEdits: (changes) => {
      const made = [...Map.groupBy(changes, ({ path }) => path)]
      const toFile = ([path, own]: (typeof made)[number]) => ({
        path,
        mode: modes.get(path) ?? '',
        text: withMutants(own),
      })
      return writeEdits(scratch, made.map(toFile))
    },
    clash: (one, other) =>
      one.path === other.path && one.edit.start < other.edit.end && other.edit.start < one.edit.end,
    describe: (change) => [
      { lines: { path: change.path, first: change.line, last: change.line }, change: say(change) },
    ],
  }
}

/** Of edits inside each other only the outer one counts. */
export const outermostEdits = (edits: readonly CodeEdit[]): readonly CodeEdit[] =>
  outermost(edits, ({ start, end }) => [start, end])
