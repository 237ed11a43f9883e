/** Finds out which tests notice changes of code: the drivers first, then the suite for what these do not notice. */
import { type FileText, writeEdits } from '../changes/tree-texts.ts'
import type { RunIndex } from '../core/compare/compare.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { TriedChange } from '../core/model/counterfactuals.ts'
import type { TestId } from '../core/model/test-run.ts'
import type { Scratch } from '../git/scratch.ts'
import { type CodeBranch, failBranches } from '../rewriting/branches.ts'
import { type Mutant, withMutants } from '../rewriting/mutants.ts'
import type { TrialRuns } from './trial-runs.ts'

type Runs = Pick<TrialRuns, 'index' | 'announce' | 'mayRun' | 'note' | 'passing' | 'isDivided'>

/** What is asked about changes. */
export interface ChangeQuestion<C> {
  /** Builds the edits of several changes, which can stand in one tree. */
  readonly toEdits: (changes: readonly C[]) => Promise<readonly TreeEdit[]>
  /** Returns whether two changes cannot stand in one tree; absent: all can. */
  readonly clash?: (one: C, other: C) => boolean
  /** The places of a change, and what stands there instead. */
  readonly describe: (change: C) => readonly Pick<TriedChange, 'lines' | 'change' | 'from' | 'to'>[]
}

/** Files that run at once, and tests of them that must notice. */
interface Near {
  readonly files: readonly string[]
  readonly tests: readonly TestId[]
}

/** A change, and the first of the tests that failed with it. */
interface NoticedChange<C> {
  readonly change: C
  readonly test: TestId
  readonly tests: readonly TestId[]
}

interface NearAnswer<C> {
  readonly missed: readonly C[]
  readonly noticed: readonly NoticedChange<C>[]
  /** The budget ended before. */
  readonly untried: readonly C[]
}

/** Of other changes it is unknown whether a test notices them. */
interface SuiteAnswer<C> {
  readonly unnoticed: readonly C[]
  readonly noticed: readonly NoticedChange<C>[]
}

/** Returns the tests that no longer pass, in order. */
export const allFailing = (run: RunIndex, tests: Iterable<TestId>): readonly TestId[] =>
  [...tests].filter((id) => run.get(id)?.outcome !== 'passed').toSorted()

/** Returns the first of the tests that no longer passes; null where all do. */
export const firstFailing = (run: RunIndex, tests: Iterable<TestId>): TestId | null => allFailing(run, tests)[0] ?? null

/** Asks the near tests about each change, and the suite about those that they miss. */
export async function ask<C>(
  runs: Runs,
  changes: readonly C[],
  near: Near,
  question: ChangeQuestion<C>,
): Promise<SuiteAnswer<C> & Pick<NearAnswer<C>, 'untried'>> {
  const { missed, noticed, untried } = await askNear(runs, changes, near, question)
  for (const { change, test } of noticed)
    note(runs, question, change, { asked: near.tests.length, result: 'noticed', test })
  for (const change of untried) note(runs, question, change, { asked: 0, result: 'untried', test: null })
  const answer = await askSuite(runs, missed, question, near.tests.length)
  return { unnoticed: answer.unnoticed, noticed: [...noticed, ...answer.noticed], untried }
}

/** Notes a change of all code or tests at once. @param test the first that noticed; null where none did */
export const noteWhole = (runs: Pick<Runs, 'note'>, change: string, asked: number, test: TestId | null): void =>
  runs.note([{ lines: null, change, asked, result: test === null ? 'unnoticed' : 'noticed', test }])

export function note<C>(
  runs: Pick<Runs, 'note'>,
  { describe }: Pick<ChangeQuestion<C>, 'describe'>,
  change: C,
  row: Pick<TriedChange, 'asked' | 'result' | 'test'>,
): void {
  runs.note(describe(change).map((place) => ({ ...place, ...row })))
}

/** Runs the near test files with each change. */
export async function askNear<C>(
  runs: Runs,
  changes: readonly C[],
  { files, tests }: Near,
  { toEdits }: Pick<ChangeQuestion<C>, 'toEdits'>,
): Promise<NearAnswer<C>> {
  if (tests.length === 0) return { missed: changes, noticed: [], untried: [] }
  await runs.announce(
    changes.map((change) => () => toEdits([change])),
    files,
  )
  const missed: C[] = []
  const noticed: NoticedChange<C>[] = []
  for (const [n, change] of changes.entries()) {
    if (!runs.mayRun(files)) return { missed, noticed, untried: changes.slice(n) }
    const failing = allFailing(await runs.index(await toEdits([change]), files), tests)
    const [test] = failing
    if (test === undefined) missed.push(change)
    else noticed.push({ change, test, tests: failing })
  }
  return { missed, noticed, untried: [] }
}

/**
 * Runs the suite with all changes at once that can stand in one tree, and its files that fail once more for each change.
 * @param asked the number of tests that missed them
 */
export async function askSuite<C>(
  runs: Runs,
  changes: readonly C[],
  question: ChangeQuestion<C>,
  asked: number,
): Promise<SuiteAnswer<C>> {
  const unnoticed: C[] = []
  const noticed: NoticedChange<C>[] = []
  for (const group of toGroups(changes, question.clash)) {
    const answer = runs.mayRun(null) ? await askTogether(runs, group, question) : { unnoticed: [], noticed: [] }
    unnoticed.push(...answer.unnoticed)
    noticed.push(...answer.noticed)
  }
  const all = runs.passing.length
  for (const change of changes) {
    const test = noticed.find((one) => one.change === change)?.test ?? null
    if (test !== null) note(runs, question, change, { asked: all, result: 'noticed', test })
    else if (unnoticed.includes(change)) note(runs, question, change, { asked: all, result: 'unnoticed', test })
    else note(runs, question, change, { asked, result: 'unknown', test })
  }
  return { unnoticed, noticed }
}

/** Puts each change into the first group whose changes can stand beside it. */
function toGroups<C>(changes: readonly C[], clash: ChangeQuestion<C>['clash']): readonly (readonly C[])[] {
  const groups: C[][] = []
  for (const change of changes) {
    const group = groups.find((own) => !own.some((other) => clash?.(other, change)))
    if (group) group.push(change)
    else groups.push([change])
  }
  return groups
}

async function askTogether<C>(runs: Runs, changes: readonly C[], question: Pick<ChangeQuestion<C>, 'toEdits'>) {
  const together = await runs.index(await question.toEdits(changes), null)
  const noticing = runs.passing.filter(([id]) => together.get(id)?.outcome !== 'passed')
  const tests = noticing.map(([id]) => id)
  const [change, test] = [changes[0], tests[0]]
  if (change === undefined || test === undefined) return { unnoticed: changes, noticed: [] }
  if (changes.length === 1) return { unnoticed: [], noticed: [{ change, test, tests }] }
  const files = new Set(noticing.map(([, { file }]) => file))
  if (runs.isDivided || files.has(null)) return { unnoticed: [], noticed: [] }
  const watch = [...files].filter((file) => file !== null).toSorted()
  const { missed, noticed } = await askNear(runs, changes, { files: watch, tests }, question)
  return { unnoticed: missed, noticed }
}

/**
 * Asks about changes of one place in the text of a file.
 * @param files that may change, as they are in the commit's tree
 * @param say what a change puts there
 */
export function askAboutTexts<C extends Pick<Mutant, 'path' | 'line' | 'text' | 'edit'>>(
  scratch: Scratch,
  files: readonly Pick<FileText, 'path' | 'mode'>[],
  say: (change: C) => Pick<TriedChange, 'change' | 'from' | 'to'>,
): ChangeQuestion<C> {
  const modes = new Map(files.map(({ path, mode }) => [path, mode]))
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
    describe: (change) => [{ lines: { path: change.path, first: change.line, last: change.line }, ...say(change) }],
  }
}

export const sayChange = ({ from, to }: Pick<Mutant, 'from' | 'to'>) => ({ change: `${to} for ${from}`, from, to })

/** Lets branches of files fail as soon as they run, each with a number. */
export async function failMarked(
  scratch: Scratch,
  marked: readonly (readonly [file: FileText, branch: Pick<CodeBranch, 'fail'>, mark: number])[],
): Promise<readonly TreeEdit[]> {
  const made = [...Map.groupBy(marked, ([file]) => file)].map(async ([file, own]) => {
    const branches = own.map(([, branch, mark]) => [branch, mark] as const)
    return { ...file, text: (await failBranches(file.path, file.text, branches)) ?? file.text }
  })
  return writeEdits(scratch, await Promise.all(made))
}
