/** Tests that come after the code: they are asked about its small changes that no test noticed before. */
import { readTexts, writeEdits } from '../changes/tree-texts.ts'
import type { FileChange } from '../core/model/commit.ts'
import { type LateNotice, type SurvivingMutant, sayChange } from '../core/model/counterfactuals.ts'
import { getMutants, type Mutant } from '../rewriting/mutants.ts'
import { commentOut, withComment } from './emptied/unpinned.ts'
import { askAboutTexts, note } from './notice.ts'
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
    const question = askAboutTexts<Mutant>(
      context.session.scratch,
      code.map(({ change }) => change),
      sayChange,
    )
    const ask = async (mutant: Mutant): Promise<readonly string[]> => {
      if (!runs.mayRun(files)) return []
      const run = await runs.index(await question.toEdits([mutant]), files)
      const noticing = tests.filter((id) => run.get(id)?.outcome !== 'passed').toSorted()
      const test = noticing[0] ?? null
      note(runs, question, mutant, { asked: tests.length, result: test === null ? 'unknown' : 'noticed', test })
      return noticing
    }
    const noticed: LateNotice[] = []
    for (const one of open) {
      const found =
        code.find(({ change }) => change.path === one.path)?.mutants.filter((mutant) => isIt(mutant, one)) ?? []
      const answers = []
      for (const mutant of found) answers.push(await ask(mutant))
      if (answers.length > 0 && answers.every((noticing) => noticing.length > 0))
        noticed.push({ ...one, tests: [...new Set(answers.flat())].toSorted() })
    }
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
  const texts = code.map(async ({ change: { path, after }, text }) => ({
    path,
    mode: after?.mode ?? '',
    text: await writeAnew(
      path,
      text,
      Map.groupBy(
        noticed.filter((one) => one.path === path),
        ({ line }) => line,
      ),
    ),
  }))
  const run = await runs.index(await writeEdits(scratch, await Promise.all(texts)), files)
  return noticed.flatMap((one) => {
    const tests = one.tests.filter((id) => run.get(id)?.outcome === 'passed').slice(0, MAX_NAMED)
    return tests.length === 0 ? [] : [{ ...one, tests }]
  })
}

/** Other spaces in these lines, the small changes behind them as comments, other literals, a comment more. */
async function writeAnew(
  path: string,
  text: string,
  changed: ReadonlyMap<number, readonly SurvivingMutant[]>,
): Promise<string> {
  const written = text.split('\n').map((line, at) => {
    const changes = changed.get(at + 1)
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

const isIt = (mutant: Mutant, { line, from, to }: SurvivingMutant) =>
  mutant.line === line && mutant.from === from && mutant.to === to

interface CodeNow {
  readonly change: Pick<FileChange, 'path' | 'after'>
  readonly text: string
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
      const text = texts.get(change.after.id) ?? ''
      return { change, text, mutants: await getMutants(change.path, text, parts) }
    }),
  )
}
