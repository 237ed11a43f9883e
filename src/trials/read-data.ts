/** Data without its content: a test that fails then, and does not name it, shows code that reads it. */
import { findUsers, toPathTexts } from '../changes/search.ts'
import { isRegular } from '../changes/tree-texts.ts'
import { getPromise } from '../core/difference/promise.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { FileChange } from '../core/model/commit.ts'
import { trackedFiles } from '../core/model/state.ts'
import type { TestId } from '../core/model/test-run.ts'
import { nearby } from '../core/text/nearby.ts'
import { isCodeFile } from '../core/text/read-code.ts'
import { getSyntax } from '../syntax/index.ts'
import { allFailing } from './notice.ts'
import { type GreenTrial, MAX_NAMED, type TrialContext, type UpkeepTrial } from './trial.ts'
import type { TrialRuns } from './trial-runs.ts'

/** Files of data that are emptied; further ones keep their content. */
const MAX_FILES = 50

const KIND = {
  code: 'read-data',
  about: 'empties changed data that no test names: no test may fail then',
  rules: ['read-data-is-shown'],
} as const

/** Runners keep these beside a test file, and read them. */
const SNAPSHOT = /snap|\.ambr$/i

/** Formats of data that a reader of code knows as well. */
const FORMAT = /\.(?:json[c5]?|ya?ml|toml|sql|html?)$/i

const isData = ({ path, before, after }: FileChange) =>
  (!isCodeFile(path) || FORMAT.test(path)) && !SNAPSHOT.test(path) && isRegular(after) && before?.id !== after.id

/** Data of tests that came with the drivers of a GREEN. */
export const dataOfDrivers: GreenTrial = {
  ...KIND,
  run: (context, runs) => {
    const { cycles, drivers } = context.green
    const changes = [
      ...context.state.otherChanges.values(),
      ...cycles.flatMap(({ otherChanges }) => [...otherChanges.values()]),
    ]
    const data = changes.filter((change) => change.class === 'test' && isData(change))
    return findReaders(context, runs, { data, files: trackedFiles(cycles), tests: [...drivers] })
  },
}

/** Data that changes in a commit that says nothing of behaviour. */
export const changedData: UpkeepTrial = {
  ...KIND,
  needsWhole: true,
  run: (context, runs) => {
    const { commit } = context
    const isQuiet = ({ class: own, isRead }: FileChange) =>
      own === 'docs' ? isRead === true : own === 'test' || (own === 'production' && getPromise(commit) !== null)
    const data = commit.changes.filter((change) => change.before !== null && isQuiet(change) && isData(change))
    return findReaders(context, runs, { data, files: null, tests: runs.passing.map(([id]) => id) })
  },
}

interface Asked {
  readonly data: readonly FileChange[]
  /** Test files that run; null: the suite. */
  readonly files: readonly string[] | null
  readonly tests: readonly TestId[]
}

async function findReaders(context: TrialContext, runs: TrialRuns, { data, files, tests }: Asked) {
  const { scratch } = context.session
  // A language without a grammar writes tests, too.
  const own = nearby(runs.passing.flatMap(([, { file }]) => file ?? []))
  const all = [...new Map(data.map((one) => [one.path, one])).values()].filter(({ path }) => !own.has(path))
  const unnamed = await withoutNamed(context, all.slice(0, MAX_FILES))
  if (unnamed.length === 0 || tests.length === 0 || !runs.mayRun(files)) return null
  const [id = ''] = await scratch.writeBlobs([''])
  const edits = unnamed.map(({ path, after }): TreeEdit => ({ path, blob: { mode: after?.mode ?? '', id } }))
  const run = await runs.index(edits, files)
  const failing = allFailing(run, tests)
  const result = failing.length > 0 ? 'noticed' : 'unnoticed'
  const row = { change: 'no content', asked: tests.length, result, test: failing[0] ?? null } as const
  runs.note(unnamed.map(({ path }) => ({ lines: { path, first: 1, last: 1 }, ...row })))
  return {
    readData: { paths: unnamed.map(({ path }) => path).slice(0, MAX_NAMED), tests: failing.slice(0, MAX_NAMED) },
  }
}

/** Leaves out what test code names, itself or a folder of it; everything where git could not search. */
async function withoutNamed({ session: { scratch, classify }, commit }: TrialContext, data: readonly FileChange[]) {
  const names = new Map(data.map(({ path }) => [path, toPathTexts(path)]))
  const users = await findUsers(scratch, commit.tree, names)
  const isTest = (user: string) => getSyntax(user) !== null && ['test', 'harness'].includes(classify(user))
  return users === null ? [] : data.filter(({ path }) => !users.get(path)?.some(isTest))
}
