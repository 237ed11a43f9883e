/** Edited tests run with small changes of the code: what their old form notices, they must notice still. */
import type { FileSource } from '../changes/reached.ts'
import type { RunIndex } from '../core/compare/compare.ts'
import { MUTANT_KINDS } from '../core/model/config.ts'
import type { SurvivingMutant } from '../core/model/counterfactuals.ts'
import { isFailing } from '../core/model/test-run.ts'
import { getWordsIn } from '../core/text/parts.ts'
import { takeTurns } from '../core/util/turns.ts'
import { getLastName } from '../rewriting/bodies.ts'
import { readFileBodies } from '../rewriting/index.ts'
import { getMutants, type Mutant, OF_VALUES } from '../rewriting/mutants.ts'
import { breakSources, type EditedTests, reachedBy, readEdited } from './edited-tests.ts'
import { passedIn } from './emptied/emptied-runs.ts'
import { EXPECTS_ERROR } from './emptied/unpinned.ts'
import { askAboutTexts, firstFailing, note } from './notice.ts'
import type { TrialContext, UpkeepTrial } from './trial.ts'
import type { TrialRuns } from './trial-runs.ts'

/** Each costs up to two targeted runs. */
const MAX_MUTANTS = 20
/** A test may give up another number as an example, and demand as much. */
const KINDS: Parameters<typeof getMutants>[3] = MUTANT_KINDS.filter((kind) => kind !== 'numbers')
/** What a looser assertion accepts, in words for people. */
const LOOSE = [
  ['near', 'nearly the same value'],
  ['retyped', 'its value as another type'],
  ['thrown', 'another error'],
] as const

export const weakerTests: UpkeepTrial = {
  code: 'weaker-tests',
  about:
    'runs edited tests with other errors, values nearly the same, and small changes of the functions that they name: what their old form notices, they must',
  rules: ['changed-test-is-shown'],
  needsWhole: true,
  run: async (context, runs) => {
    const edited = context.measured.quieted?.length ? null : await readEdited(context, runs)
    if (edited === null || edited.tests.length === 0) return null
    const { scratch } = context.session
    const sources = await reachedBy(context.session, edited)
    const named = await readNamed(sources, edited.texts)
    const trial: WeakerTrial = { scratch, runs, edited, sources, named }
    const loose = await findLoose(trial)
    const weaker = await findSmall(trial)
    // A small change says more.
    return { weaker: weaker.length > 0 ? weaker : loose }
  },
}

interface WeakerTrial {
  readonly scratch: TrialContext['session']['scratch']
  readonly runs: TrialRuns
  readonly edited: EditedTests
  readonly sources: readonly FileSource[]
  readonly named: readonly NamedFunction[]
}

/** Tries other values and errors of all functions at once. */
async function findLoose({ scratch, runs, edited, sources, named: [named] }: WeakerTrial) {
  const { files, tests, texts, runOld } = edited
  const found: SurvivingMutant[] = []
  let whole: RunIndex | null = null
  for (const [way, to] of named ? LOOSE : []) {
    if (way === 'thrown' && !EXPECTS_ERROR.test(texts)) continue
    const [edits = []] = await breakSources(scratch, sources, [way])
    if (edits.length === 0 || !runs.mayRun(files)) continue
    const passed = passedIn(await runs.index(edits, files), tests)
    if (passed.length === 0 || !runs.mayRun(files)) continue
    // The old form must fit the code: a name or a demand that changed stops it too.
    whole ??= await runOld([])
    const fitting = passedIn(whole, passed)
    const old = fitting.length > 0 ? await runOld(edits) : whole
    if (named && fitting.some((id) => isFailing(old.get(id)?.outcome ?? 'passed')))
      found.push({ path: named.path, line: named.first, from: `${named.name}()`, to })
  }
  return found
}

/** Tries small changes one by one. One test that notices a change is enough: which one is no matter. */
async function findSmall({ scratch, runs, edited, sources, named }: WeakerTrial): Promise<readonly SurvivingMutant[]> {
  const { files, tests, runOld } = edited
  const mutants = await readMutants(sources, named)
  const question = askAboutTexts<Mutant>(scratch, sources, ({ from, to }) => ({
    change: `${to} for ${from}, under edited tests`,
  }))
  let fits: boolean | null = null
  const weaker: SurvivingMutant[] = []
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
    weaker.push({ path: mutant.path, line: mutant.line, from: mutant.from, to: mutant.to })
  }
  return weaker
}

interface NamedFunction {
  readonly path: string
  readonly name: string
  /** Its lines, from 1. */
  readonly first: number
  readonly last: number
}

/** Finds the functions whose names stand in the texts. */
async function readNamed(sources: readonly FileSource[], texts: string): Promise<readonly NamedFunction[]> {
  const words = getWordsIn([texts])
  const found = await Promise.all(
    sources.map(({ path, after }) =>
      readFileBodies(path, after, ({ bodies }) =>
        bodies.map(({ name, node: { startPosition, endPosition } }) => ({
          path,
          name: getLastName(name),
          first: startPosition.row + 1,
          last: endPosition.row + 1,
        })),
      ),
    ),
  )
  return found.flatMap((own) => own ?? []).filter(({ name }) => words.has(name))
}

/** Small changes of these functions, in turns of the files. */
async function readMutants(sources: readonly FileSource[], functions: readonly NamedFunction[]) {
  const named = Map.groupBy(functions, ({ path }) => path)
  const readKinds = (kinds: typeof KINDS) =>
    Promise.all(sources.map(({ path, after }) => getMutants(path, after, named.get(path) ?? [], kinds)))
  return [...takeTurns(await readKinds(KINDS)), ...takeTurns(await readKinds(OF_VALUES))].slice(0, MAX_MUTANTS)
}
