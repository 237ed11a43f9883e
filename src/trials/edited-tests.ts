/**
 * Edited tests run with broken code, in their new and their old form: what noticed it before must notice it still. Where
 * a commit only renames, the old form runs with the old code.
 */
import { toEarlierTests } from '../changes/in-file-tests.ts'
import { type FileSource, reachedSources } from '../changes/reached.ts'
import { getTestFiles, readsData, readTestCode } from '../changes/test-users.ts'
import { readSides } from '../changes/tree-texts.ts'
import { indexRun, type RunIndex } from '../core/compare/compare.ts'
import { answersFor } from '../core/compare/replacements.ts'
import { type TreeEdit, toOlder } from '../core/evaluate/measurement-plan.ts'
import type { FileChange, Sha } from '../core/model/commit.ts'
import { isFailing, type TestId } from '../core/model/test-run.ts'
import { reachesOldTests } from '../core/text/reach.ts'
import { keepsTests } from '../core/text/written-tests.ts'
import { usedOnLoading } from '../rewriting/index.ts'
import type { Variant } from '../rewriting/language.ts'
import { emptyAll, passedIn } from './emptied/emptied-runs.ts'
import { noteWhole } from './notice.ts'
import { getTestChanges, MAX_NAMED, MAX_TRIED_FILES, type TrialContext, type UpkeepTrial } from './trial.ts'
import { passingIn, type TrialRuns } from './trial-runs.ts'

/** Functions that return nothing, and functions that return another value of the same type. */
const BROKEN: readonly Variant[] = ['nothing', 'altered']
const BROKEN_CODE = 'broken functions under edited tests'

export const editedTests: UpkeepTrial = {
  code: 'edited-tests',
  about: 'runs edited tests with broken functions, and then as they were before: those that failed must fail still',
  rules: ['tests-keep-noticing'],
  isVerdict: true,
  run: async (context, runs) => {
    const renamed = context.green ? null : await readRenamed(context, runs)
    return quietedOf(context, runs, renamed ?? (await readEdited(context, runs)))
  },
}

/** Edited tests that may demand less. */
export interface EditedTests {
  /** Test files that run, and their tests that pass with the code as it is. */
  readonly files: readonly string[]
  readonly tests: readonly TestId[]
  /** The files under their old names, where the code is the old one, too. */
  readonly renamed?: readonly string[]
  /** The old and the new texts of edited files. */
  readonly texts: string
  /** Trees with the new and with the old tests. */
  readonly trees: readonly [Sha, Sha]
  /** Runs the tests as they were before. */
  readonly runOld: (edits: readonly TreeEdit[]) => Promise<RunIndex>
}

/** @returns null without edited tests that may demand less */
export async function readEdited(context: TrialContext, runs: TrialRuns): Promise<EditedTests | null> {
  const { scratch, classify } = context.session
  const { tree } = context.commit
  const isEdited = ({ class: own, edit, before, after }: FileChange) =>
    own === 'test' && before !== null && after !== null && edit !== 'layout' && edit !== 'rename'
  const candidates = getTestChanges(context).filter(isEdited).slice(0, MAX_TRIED_FILES)
  const getText = await readSides(scratch, candidates)
  // Other edits leave the tests as they were, and add others at most.
  const edited = candidates.filter(({ path, before, after }) => {
    const [old, now] = [getText(before) ?? '', getText(after) ?? '']
    return !keepsTests(path, old, now) || reachesOldTests(path, old, now)
  })
  if (edited.length === 0) return null
  const code = await readTestCode(scratch, tree, classify)
  const files = getTestFiles(code, edited)
  const own = code.files.filter(({ path, text }) => files.includes(path) && readsData(text, edited))
  const sides = edited.flatMap(({ before, after }) => [getText(before) ?? '', getText(after) ?? ''])
  const texts = [...sides, ...own.map(({ text }) => text)].join('\n')
  const earlier = await scratch.composeTree(tree, await toEarlierTests(scratch, tree, edited))
  const runOld = async (edits: readonly TreeEdit[]) => {
    const broken = await scratch.composeTree(tree, edits)
    const old = await scratch.composeTree(broken, await toEarlierTests(scratch, broken, edited))
    return indexRun((await runs.inTree(old, files)).run)
  }
  return { files, tests: passingIn(runs, files), texts, trees: [tree, earlier], runOld }
}

/** Reads the tests of a commit that renames code with its tests: both forms demand as much of the code that they name. */
async function readRenamed(
  { session: { scratch, classify }, commit: { tree, changes } }: TrialContext,
  runs: TrialRuns,
): Promise<EditedTests | null> {
  const names = changes.filter(({ edit }) => edit === 'rename')
  if (names.length === 0) return null
  const code = await readTestCode(scratch, tree, classify)
  const files = getTestFiles(
    code,
    names.filter((change) => change.class === 'test'),
  )
  const origins = new Map(names.flatMap(({ path, from }) => (from === undefined ? [] : [[path, from] as const])))
  const renamed = files.map((path) => origins.get(path) ?? path)
  // A file of code and tests has two changes: the first one has what it was.
  const earlier = await scratch.composeTree(tree, toOlder(names.toReversed()))
  return {
    files,
    tests: passingIn(runs, files),
    renamed,
    texts: '',
    trees: [tree, earlier],
    runOld: async (edits) => indexRun((await runs.inTree(await scratch.composeTree(earlier, edits), renamed)).run),
  }
}

async function quietedOf(context: TrialContext, runs: TrialRuns, edited: EditedTests | null) {
  if (edited === null) return null
  const { files, tests, runOld } = edited
  const quiet = tests.length === 0 ? [] : await findQuiet(runs, await breakCode(context.session, edited), files, tests)
  if (quiet.length === 0) return { quieted: [] }
  // The old form must fit the code: a name or a demand that changed stops it too.
  const whole = await runOld([])
  const toOldId = pairNames(context, whole)
  const quieted = new Set<TestId>()
  for (const { old: edits, passed } of quiet) {
    const old = await runOld(edits)
    const isQuieted = (id: TestId) =>
      whole.get(toOldId(id))?.outcome === 'passed' && isFailing(old.get(toOldId(id))?.outcome ?? 'passed')
    for (const id of passed.filter(isQuieted)) quieted.add(id)
  }
  const all = [...quieted].toSorted()
  noteWhole(runs, BROKEN_CODE, tests.length, all.length > 0 ? null : (tests.toSorted()[0] ?? null))
  return { quieted: all.slice(0, MAX_NAMED) }
}

/** Returns what gives a test the name that it had before. */
function pairNames({ measured: { texts, runs } }: TrialContext, whole: RunIndex): (id: TestId) => TestId {
  const [run] = runs
  if (texts === undefined || run === undefined) return (id) => id
  const known = new Set(run.cases.map(({ id }) => id))
  const gone = [...whole.keys()].filter((id) => !known.has(id))
  const answers = answersFor(gone, { run, baseline: whole, texts, withOldTests: null })
  const old = new Map(answers.flatMap(({ id, to }) => (to === null ? [] : [[to, id] as const])))
  return (id) => old.get(id) ?? id
}

/** The code that the tests may reach in one of the trees. */
export async function reachedBy(
  { scratch, classify }: TrialContext['session'],
  { trees, files }: Pick<EditedTests, 'trees' | 'files'>,
): Promise<readonly FileSource[]> {
  const reached = await Promise.all(trees.map((tree) => reachedSources(scratch, { tree, from: files, classify })))
  return [...new Map(reached.flat().map((source) => [source.path, source])).values()]
}

/** Code, broken in one way. */
interface Broken {
  readonly edits: readonly TreeEdit[]
  /** The same for the code that the old form runs with. */
  readonly old: readonly TreeEdit[]
}

/** The code that the tests may reach, broken in each way that changes it. */
async function breakCode(session: TrialContext['session'], edited: EditedTests): Promise<readonly Broken[]> {
  const { scratch, classify } = session
  const { renamed, files, trees } = edited
  if (renamed === undefined) {
    const broken = await breakSources(scratch, await reachedBy(session, edited))
    return broken.flatMap((edits) => (edits.length > 0 ? { edits, old: edits } : []))
  }
  const [now = [], before = []] = await Promise.all(
    [files, renamed].map(async (from, n) =>
      breakSources(scratch, await reachedSources(scratch, { tree: trees[n] ?? '', from, classify })),
    ),
  )
  return now.flatMap((edits, n) => (edits.length > 0 ? { edits, old: before[n] ?? [] } : []))
}

/** @returns one list for each way; empty where it changes nothing */
export async function breakSources(
  scratch: TrialContext['session']['scratch'],
  sources: readonly FileSource[],
  ways = BROKEN,
): Promise<readonly (readonly TreeEdit[])[]> {
  const kept = await usedOnLoading(sources)
  const work = { trial: { session: { scratch } }, sources, kept }
  return Promise.all(ways.map(async (variant) => (await emptyAll(work, variant)).edits))
}

interface Quiet extends Broken {
  /** Tests that pass with them. */
  readonly passed: readonly TestId[]
}

async function findQuiet(
  runs: TrialRuns,
  broken: readonly Broken[],
  files: readonly string[],
  tests: readonly TestId[],
): Promise<readonly Quiet[]> {
  const found: Quiet[] = []
  for (const each of broken) {
    const passed = passedIn(await runs.index(each.edits, files), tests)
    if (passed.length > 0) found.push({ ...each, passed })
  }
  if (found.length === 0 && broken.length > 0) noteWhole(runs, BROKEN_CODE, tests.length, tests.toSorted()[0] ?? null)
  return found
}
