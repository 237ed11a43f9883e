/** Tests that come after the code: they are asked about its small changes that no test noticed before. */
import { readTexts } from '../changes/tree-texts.ts'
import type { FileChange } from '../core/model/commit.ts'
import type { LateNotice, SurvivingMutant } from '../core/model/counterfactuals.ts'
import { getMutants, type Mutant } from '../rewriting/mutants.ts'
import { askAboutTexts, note } from './notice.ts'
import { MAX_NAMED, type TrialContext, type UpkeepTrial } from './trial.ts'
import { passingIn } from './trial-runs.ts'

/** @param files of the tests of this commit */
export const lateTests = (files: readonly string[]): UpkeepTrial => ({
  code: 'late-tests',
  about:
    'repeats small changes of earlier commits that no test noticed, before tests that pass at once: they may notice them',
  rules: ['changes-are-pinned'],
  needsWhole: true,
  run: async (context, runs) => {
    const open = [...context.state.unnoticed.values()].flatMap(({ survived }) => survived).slice(0, MAX_NAMED)
    const tests = open.length === 0 ? [] : passingIn(runs, files)
    if (tests.length === 0) return null
    const code = await readCode(context, open)
    const question = askAboutTexts<Mutant>(
      context.session.scratch,
      code.map(({ change }) => change),
      ({ from, to }) => `${to} for ${from}`,
    )
    const ask = async (mutant: Mutant): Promise<readonly string[]> => {
      if (!runs.mayRun(files)) return []
      const run = await runs.index(await question.toEdits([mutant]), files)
      const noticing = tests.filter((id) => run.get(id)?.outcome !== 'passed').toSorted()
      const test = noticing[0] ?? null
      note(runs, question, mutant, { asked: tests.length, result: test === null ? 'unknown' : 'noticed', test })
      return noticing
    }
    const noticedLate: LateNotice[] = []
    for (const one of open) {
      const found =
        code.find(({ change }) => change.path === one.path)?.mutants.filter((mutant) => isIt(mutant, one)) ?? []
      const answers = []
      for (const mutant of found) answers.push(await ask(mutant))
      if (answers.length > 0 && answers.every((noticing) => noticing.length > 0))
        noticedLate.push({ ...one, tests: [...new Set(answers.flat())].toSorted().slice(0, MAX_NAMED) })
    }
    return { noticedLate }
  },
})

const isIt = (mutant: Mutant, { line, from, to }: SurvivingMutant) =>
  mutant.line === line && mutant.from === from && mutant.to === to

interface CodeNow {
  readonly change: Pick<FileChange, 'path' | 'after'>
  readonly mutants: readonly Mutant[]
}

/** Reads the files of these changes, with the small changes of the same lines, as this commit has them. */
async function readCode(
  { session: { scratch }, commit }: TrialContext,
  open: readonly SurvivingMutant[],
): Promise<readonly CodeNow[]> {
  const tree = await scratch.listTree(commit.tree)
  const lines = Map.groupBy(open, ({ path }) => path)
  const changes = [...lines.keys()].flatMap((path) => {
    const after = tree.get(path)
    return after === undefined ? [] : [{ path, after }]
  })
  const texts = await readTexts(scratch, [...new Set(changes.map(({ after }) => after.id))])
  return Promise.all(
    changes.map(async (change) => {
      const parts = (lines.get(change.path) ?? []).map(({ line }) => ({ first: line, last: line }))
      return { change, mutants: await getMutants(change.path, texts.get(change.after.id) ?? '', parts) }
    }),
  )
}
