/** Reads the notes by which people accept what no test notices. It runs no test: the rules leave out what they accept. */
import { readSides } from '../changes/tree-texts.ts'
import { hasNotes, readNotes } from '../core/compare/line-notes.ts'
import type { FileChange } from '../core/model/commit.ts'
import { getProduction, type TrialContext, type UpkeepTrial } from './trial.ts'

/** Files of the largest change that is read, and notes in evidence: more than people read. */
const MAX_FILES = 200
const MAX_NOTES = 100

export const acceptedNotes: UpkeepTrial = {
  code: 'accepted-notes',
  about: 'reads the notes by which people accept a line that no test notices, and runs nothing',
  rules: ['production-is-asked-for', 'unrun-lines-are-shown', 'changes-are-pinned'],
  run: findNotes,
}

async function findNotes(context: TrialContext) {
  const { scratch, origin } = context.session
  const changes = getProduction(context)
    .filter(({ after }) => after !== null)
    .slice(0, MAX_FILES)
  const textOf = await readSides(scratch, changes)
  const noted = changes.filter(({ after }) => hasNotes(textOf(after)))
  if (noted.length === 0) return null
  const base = await scratch.listTree(origin.tree)
  const atBase = ({ path }: FileChange) => base.get(path) ?? null
  const originOf = await readSides(
    scratch,
    noted.map((change) => ({ path: change.path, before: atBase(change), after: null })),
  )
  const notes = noted.flatMap((change) =>
    readNotes(change.path, {
      before: textOf(change.before),
      after: textOf(change.after) ?? '',
      origin: originOf(atBase(change)),
    }),
  )
  return { notes: notes.slice(0, MAX_NOTES) }
}
