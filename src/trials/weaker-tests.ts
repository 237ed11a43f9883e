/** Edited tests run with small changes of the code: what their old form notices, they must notice still. */
import type { FileSource } from '../changes/reached.ts'
import type { FileChange } from '../core/model/commit.ts'
import { MUTANT_KINDS } from '../core/model/config.ts'
import type { SurvivingMutant } from '../core/model/counterfactuals.ts'
import { getWordsIn } from '../core/text/parts.ts'
import { takeTurns } from '../core/util/turns.ts'
import { getLastName } from '../rewriting/bodies.ts'
import { readFileBodies } from '../rewriting/index.ts'
import { getMutants, type Mutant } from '../rewriting/mutants.ts'
import { reachedBy, readEdited } from './edited-tests.ts'
import { firstFailing, note } from './notice.ts'
import { askAboutTexts } from './text-edits.ts'
import type { GreenTrial, TrialContext, UpkeepTrial } from './trial.ts'
import type { TrialRuns } from './trial-runs.ts'

/** Each costs up to two targeted runs. */
const MAX_MUTANTS = 20
/** A test may give up another number as an example, and demand as much. */
const KINDS = MUTANT_KINDS.filter((kind) => kind !== 'numbers')

const WEAKER = {
  code: 'weaker-tests',
  about: 'runs edited tests with small changes of the functions that they name: what their old form notices, they must',
  rules: ['changed-test-is-shown'],
  needsWhole: true,
} as const

export const testsWeakenedAtRed: GreenTrial = {
  ...WEAKER,
  run: (context, runs) => findWeaker(context, runs, [...context.state.otherChanges.values()]),
}

export const weakerTests: UpkeepTrial = {
  ...WEAKER,
  run: (context, runs) => findWeaker(context, runs, context.commit.changes),
}

/** One test that notices a change is enough: which one is no matter. */
async function findWeaker(
  context: TrialContext,
  runs: TrialRuns,
  changes: readonly FileChange[],
): Promise<{ weaker: readonly SurvivingMutant[] } | null> {
  const edited = context.measured.quieted?.length ? null : await readEdited(context, runs, changes)
  if (edited === null || edited.tests.length === 0) return null
  const { files, tests, runOld } = edited
  const { scratch } = context.session
  const sources = await reachedBy(context.session, edited)
  const mutants = await readMutants(sources, edited.texts)
  const question = askAboutTexts<Mutant>(
    scratch,
    sources.map(({ path, mode }) => ({ path, after: { mode, id: '' } })),
    ({ from, to }) => `${to} for ${from}, under edited tests`,
  )
  let fits: boolean | null = null
  const weaker: Mutant[] = []
  for (const mutant of mutants) {
    if (!runs.mayRun(files)) break
    const edits = await question.toEdits([mutant])
    const test = firstFailing(await runs.index(edits, files), tests)
    if (test !== null) note(runs, question, mutant, { asked: tests.length, result: 'noticed', test })
    if (test !== null || !runs.mayRun(files)) continue
    fits ??= firstFailing(await runOld([]), tests) === null
    if (!fits) break
    if (firstFailing(await runOld(edits), tests) === null) continue
    note(runs, question, mutant, { asked: tests.length, result: 'unnoticed', test })
    weaker.push(mutant)
  }
  return { weaker: weaker.map(({ path, line, from, to }) => ({ path, line, from, to })) }
}

/** Small changes of the functions that the tests name, in turns of the files. */
async function readMutants(sources: readonly FileSource[], texts: string): Promise<readonly Mutant[]> {
  const words = getWordsIn([texts])
  const found = await Promise.all(
    sources.map(async ({ path, after }) => {
      const named = await readFileBodies(path, after, ({ bodies }) =>
        bodies.flatMap(({ name, node: { startPosition, endPosition } }) =>
          words.has(getLastName(name)) ? [{ first: startPosition.row + 1, last: endPosition.row + 1 }] : [],
        ),
      )
      return named && named.length > 0 ? getMutants(path, after, named, KINDS) : []
    }),
  )
  return takeTurns(found).slice(0, MAX_MUTANTS)
}
