/** Runs, at the head, the tests that the branch proved and those of its base, each in its old form. */
import { getUsers, readTestCode, sharedAmong, type TestCode } from '../changes/test-users.ts'
import { indexRun, type RunIndex } from '../core/compare/compare.ts'
import { editedIn, type TouchedTests, touchedAt } from '../core/compare/frozen.ts'
import type { FileChange } from '../core/model/commit.ts'
import type { HeldTests } from '../core/model/evidence.ts'
import type { FrozenDriver, GateState } from '../core/model/state.ts'
import { isFailing, type TestId, type TestRun } from '../core/model/test-run.ts'
import { nearby, type TextFile } from '../core/text/nearby.ts'
import { reachesOldTests } from '../core/text/reach.ts'
import { keepsTests, writesTests } from '../core/text/written-tests.ts'
import { loadGrammars } from '../syntax/index.ts'
import { noteWhole } from './notice.ts'
import { MAX_NAMED, type TrialContext, type UpkeepTrial } from './trial.ts'
import { runOldForm, type TrialRuns } from './trial-runs.ts'

/** Each form costs one more targeted run. */
const MAX_FORMS = 3

interface HeadRequest extends TrialContext {
  readonly runs: TrialRuns
  /** Tests that other tests replace at the head. */
  readonly answered: ReadonlySet<TestId>
}

/** What the branch proved must hold at its head. @param answered tests that other tests replace there */
export const provedTests = (answered: ReadonlySet<TestId>): UpkeepTrial => ({
  code: 'proved-tests',
  about: 'runs tests at the head as they were proved, where they were edited or removed since: they must pass',
  rules: ['proved-tests-hold', 'changed-test-is-shown'],
  isVerdict: true,
  run: async (context, runs) => {
    const { session, state, commit } = context
    const touched = [...touchedAt(state, commit)]
    if (touched.length === 0) return null
    const head = await readTestCode(session.scratch, commit.tree, session.classify)
    const forms: Form[] = []
    for (const [sha, entry] of touched.toReversed()) {
      const tree = session.trees.get(sha) ?? session.origin.tree
      const code = await readTestCode(session.scratch, tree, session.classify)
      await loadGrammars([...code.files, ...entry.changed.values()].map(({ path }) => path))
      const form = toForm(entry, code, head)
      if (form.files.length === 0) continue
      const newer = forms.find((other) => holds(other, form))
      if (newer === undefined) forms.push(form)
      else forms[forms.indexOf(newer)] = join(newer, form)
    }
    const found: HeldTests[] = []
    for (const form of forms.slice(0, MAX_FORMS)) found.push(await tryForm({ ...context, runs, answered }, form))
    const left = forms.slice(MAX_FORMS).flatMap(({ drivers }) => drivers.map(({ id }) => id))
    return { held: toHeld(found, left) }
  },
})

/** Test files as one tree has them, limited to those that must run. */
interface Form {
  readonly code: TestCode
  readonly changes: readonly FileChange[]
  readonly files: readonly string[]
  /** Files that still contain their tests unchanged, though other lines reach them. Code that moved does not load here. */
  readonly kept: ReadonlySet<string>
  readonly drivers: readonly FrozenDriver[]
  readonly isOfBase: boolean
}

/**
 * Skips files that still contain their tests unchanged, where no added line reaches them. Runs only the proved tests of
 * a file where they are known.
 */
function toForm(entry: TouchedTests, code: TestCode, head: TestCode): Form {
  const changes = editedIn(entry)
  const textOf = new Map(code.files.map(({ path, text }) => [path, text]))
  const added = new Set([...entry.changed.values()].flatMap(({ path, before }) => (before === null ? [path] : [])))
  const stateOf = ({ path, edit }: FileChange): 'same' | 'kept' | 'edited' => {
    if (edit === 'rename') return 'same'
    const before = textOf.get(path) ?? ''
    const isPlace = (file: TextFile) => file.path === path || added.has(file.path)
    const now = head.files.find((file) => isPlace(file) && keepsTests(path, before, file.text))
    if (now === undefined) return 'edited'
    return reachesOldTests(path, before, now.text) ? 'kept' : 'same'
  }
  const states = new Map(changes.map((change) => [change.path, stateOf(change)]))
  const edited = new Set([...states].flatMap(([path, state]) => (state === 'same' ? [] : [path])))
  const kept = new Set([...states].flatMap(([path, state]) => (state === 'kept' ? [path] : [])))
  const own = [...edited].filter((path) => writesTests(path, textOf.get(path) ?? ''))
  const all = [...new Set([...own, ...getUsers(code, sharedAmong(code, edited))])].toSorted()
  // A driver without a known file may stand in each.
  const known = entry.drivers?.flatMap(({ file }) => file ?? [])
  const places = known && known.length === entry.drivers?.length ? new Set(known) : null
  const files = places ? all.filter((path) => getNearby(path).some((place) => places.has(place))) : all
  const ran = nearby(files)
  const drivers = (entry.drivers ?? []).filter(({ file }) => file === null || ran.has(file))
  return { code, changes, files, kept, drivers, isOfBase: entry.drivers === null }
}

const getNearby = (path: string) => [...nearby([path])]

/** Returns whether a newer form demands everything that the older one demanded. */
function holds(newer: Form, older: Form): boolean {
  const later = new Map(newer.code.files.map(({ path, text }) => [path, text]))
  const earlier = new Map(older.code.files.map(({ path, text }) => [path, text]))
  const isKept = (path: string) => {
    const [before, after] = [earlier.get(path), later.get(path)]
    return before === after || (before !== undefined && after !== undefined && keepsTests(path, before, after))
  }
  return [...older.files, ...older.changes.map(({ path }) => path)].every(isKept)
}

function join(newer: Form, older: Form): Form {
  return {
    ...newer,
    files: [...new Set([...newer.files, ...older.files])].toSorted(),
    kept: new Set([...newer.kept, ...older.kept]),
    drivers: [...newer.drivers, ...older.drivers],
    isOfBase: newer.isOfBase || older.isOfBase,
  }
}

async function tryForm(request: HeadRequest, form: Form): Promise<HeldTests> {
  const { session, commit, runs } = request
  const execute = (repeat: number) => runOldForm(session.scratch, runs, { tree: commit.tree, ...form, repeat })
  const held = judgeForm(request, form, (await execute(1)).run)
  const test = held.broken[0] ?? held.base[0] ?? null
  noteWhole(runs, 'tests as they were proved', form.drivers.length, test)
  if (held.broken.length === 0) return held
  // Runs it once more: a test that fails by chance is not rejected for it.
  const { broken } = judgeForm(request, form, (await execute(2)).run)
  return { ...held, broken: held.broken.filter((id) => broken.includes(id)) }
}

function judgeForm({ measured, answered, state }: HeadRequest, form: Form, all: TestRun): HeldTests {
  const places = nearby([...form.kept])
  const moved = new Set(all.loadErrors.flatMap(({ file }) => (file !== null && places.has(file) ? [file] : [])))
  const run = { ...all, loadErrors: all.loadErrors.filter(({ file }) => file === null || !moved.has(file)) }
  const [old, head] = [indexRun(run), indexRun(measured.runs[0]!)]
  const isFailingNow = (id: TestId) => isFailing(head.get(id)?.outcome ?? 'passed')
  const loaded = form.drivers.filter(({ file }) => file === null || !getNearby(file).some((place) => moved.has(place)))
  const missing = loaded.filter(
    ({ id, now: name = id }) => old.get(id)?.outcome !== 'passed' && !answered.has(name) && !isFailingNow(name),
  )
  const isBroken = ({ id, isDoubtful }: FrozenDriver) =>
    isDoubtful !== true && isFailing(old.get(id)?.outcome ?? 'skipped')
  const [broken, unstable] = [missing.filter(isBroken), missing.filter((driver) => !isBroken(driver))]
  return {
    broken: broken.map(({ id }) => id),
    doubtful: unstable.map(({ id }) => id),
    base: form.isOfBase ? brokenOfBase(run, head, state) : [],
  }
}

/**
 * Finds broken tests of the base. Skips a test whose old form failed there, or was replaced by a RED. A test that passes
 * now counts as kept.
 */
function brokenOfBase(run: TestRun, head: RunIndex, { demanded, knownFailing }: GateState): readonly string[] {
  const isKept = (id: TestId) => head.get(id)?.outcome === 'passed' && !demanded.has(id) && !knownFailing.has(id)
  const tests = run.cases.filter(({ id, outcome }) => isFailing(outcome) && isKept(id)).map(({ id }) => id)
  const inFile = Map.groupBy(head, ([, { file }]) => file)
  const files = run.loadErrors.flatMap(({ file }) => {
    const own = file === null ? [] : (inFile.get(file) ?? [])
    return file !== null && own.length > 0 && own.every(([id]) => isKept(id)) ? [file] : []
  })
  return [...tests, ...files]
}

function toHeld(found: readonly HeldTests[], left: readonly TestId[]): HeldTests {
  const all = (ids: readonly string[]) => [...new Set(ids)].toSorted().slice(0, MAX_NAMED)
  const broken = found.flatMap((form) => form.broken)
  const shown = [...left, ...found.flatMap(({ doubtful: unstable }) => unstable)]
  return {
    broken: all(broken),
    doubtful: all(shown.filter((id) => !broken.includes(id))),
    base: all(found.flatMap(({ base }) => base)),
  }
}
