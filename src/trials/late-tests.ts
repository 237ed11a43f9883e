/** Tests that come after the code: they are asked about its small changes that no test noticed before. */
import { type FileText, readRegular, writeEdits } from '../changes/tree-texts.ts'
import { isSameMutant, type LateNotice, type SurvivingMutant } from '../core/model/counterfactuals.ts'
import { getMutants, type Mutant } from '../rewriting/mutants.ts'
import { passedIn } from './emptied/emptied-runs.ts'
import { commentOut, withComment } from './emptied/unpinned.ts'
import { askAboutTexts, askNear, note, sayChange } from './notice.ts'
import { respell } from './respell.ts'
import { MAX_NAMED, type TrialContext, type UpkeepTrial } from './trial.ts'
import { passingIn, type TrialRuns } from './trial-runs.ts'

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
    const found = open.map((one) =>
      code.flatMap(({ mutants }) => mutants.filter((mutant) => isSameMutant(mutant, one))),
    )
    const question = askAboutTexts<Mutant>(context.session.scratch, code, sayChange)
    const { noticed: all, missed } = await askNear(runs, found.flat(), { files, tests }, question)
    for (const { change, test } of all) note(runs, question, change, { asked: tests.length, result: 'noticed', test })
    for (const change of missed) note(runs, question, change, { asked: tests.length, result: 'unknown', test: null })
    const noticed = open.flatMap((one, n): readonly LateNotice[] => {
      const own = (found[n] ?? []).map((mutant) => all.find(({ change }) => change === mutant)?.tests)
      if (own.length === 0 || own.includes(undefined)) return []
      return [{ ...one, tests: [...new Set(own.flatMap((ids) => ids ?? []))].toSorted() }]
    })
    return { noticedLate: noticed.length === 0 ? [] : await withoutReaders(context, runs, { files, code, noticed }) }
  },
})

interface Noticed {
  readonly files: readonly string[]
  readonly code: readonly CodeNow[]
  readonly noticed: readonly LateNotice[]
}

/** Leaves out tests that fail where the same code is written in another way: they read it, and do not run it. */
async function withoutReaders(
  { session: { scratch } }: TrialContext,
  runs: TrialRuns,
  { files, code, noticed }: Noticed,
): Promise<readonly LateNotice[]> {
  if (!runs.mayRun(files)) return []
  const lines = Map.groupBy(noticed, ({ path, line }) => `${path}:${line}`)
  const texts = code.map(async ({ path, mode, text }) => ({ path, mode, text: await writeAnew(path, text, lines) }))
  const run = await runs.index(await writeEdits(scratch, await Promise.all(texts)), files)
  return noticed.flatMap((one) => {
    const tests = passedIn(run, one.tests).slice(0, MAX_NAMED)
    return tests.length === 0 ? [] : [{ ...one, tests }]
  })
}

/** Other spaces in these lines, the small changes behind them as comments, other literals, a comment more. */
async function writeAnew(
  path: string,
  text: string,
  changed: ReadonlyMap<string, readonly SurvivingMutant[]>,
): Promise<string> {
  const written = text.split('\n').map((line, at) => {
    const changes = changed.get(`${path}:${at + 1}`)
    return changes === undefined ? line : `${widen(line)} ${commentOut(path, changes.map(({ to }) => to).join(' '))}`
  })
  const wide = written.join('\n')
  return withComment(path, (await respell(path, wide)) ?? wide)
}

/** A space inside of a text is part of it. */
const widen = (line: string): string =>
  line
    .split(/('[^']*'|"[^"]*"|`[^`]*`)/)
    .map((part, at) => (at % 2 === 0 ? part.replace(/(?<=\S) (?=\S)/g, '  ') : part))
    .join('')

interface CodeNow extends FileText {
  readonly mutants: readonly Mutant[]
}

/** Reads the files of these changes, with the small changes of the same lines, as this commit has them. */
async function readCode(
  { session: { scratch }, commit }: TrialContext,
  open: readonly SurvivingMutant[],
): Promise<readonly CodeNow[]> {
  const lines = Map.groupBy(open, ({ path }) => path)
  const files = await readRegular(scratch, commit.tree, [...lines.keys()])
  const toParts = (path: string) => (lines.get(path) ?? []).map(({ line }) => ({ first: line, last: line }))
  const read = async (file: FileText) => ({
    ...file,
    mutants: await getMutants(file.path, file.text, toParts(file.path)),
  })
  return Promise.all(files.map(read))
}
