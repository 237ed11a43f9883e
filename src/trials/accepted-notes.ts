/** Reads the notes by which people accept what no test notices. It runs no test: the rules leave out what they accept. */
import { readSides } from '../changes/tree-texts.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import { hasNotes, readNotes } from '../core/compare/line-notes.ts'
import type { FileChange } from '../core/model/commit.ts'
import type { GreenTrial, TrialContext, UpkeepTrial } from './trial.ts'

/** Files of the largest change that is read, and notes in evidence: more than people read. */
const MAX_FILES = 200
const MAX_NOTES = 100

const ABOUT = {
  code: 'accepted-notes',
  about: 'reads the notes by which people accept a line that no test notices, and runs nothing',
  rules: ['production-is-asked-for', 'unrun-lines-are-shown', 'changes-are-pinned'],
} as const

export const acceptedNotes: GreenTrial = {
  ...ABOUT,
  run: (context) => findNotes(context, [...productionSince(context.state, context.commit).values()]),
}

export const notesInRewrites: UpkeepTrial = {
  ...ABOUT,
  run: (context) =>
    findNotes(
      context,
      context.commit.changes.filter((change) => change.class === 'production'),
    ),
}

async function findNotes({ session: { scratch, origin } }: TrialContext, all: readonly FileChange[]) {
  const changes = all.filter(({ after }) => after !== null).slice(0, MAX_FILES)
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
