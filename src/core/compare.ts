/** Compares a commit's runs with the last settled run and reduces them to Evidence. */
import type { Commit, FileChange, FileClass, Sha } from './commit.ts'
import type {
  Comparison,
  CoverageSummary,
  Evidence,
  FailingTest,
  LoadFailure,
  Problem,
  Scope,
  WatchedTest,
} from './evidence.ts'
import { movedId, movesOf } from './moves.ts'
import { folderOf, nearby } from './nearby.ts'
import { byId, idsOf, order } from './order.ts'
import {
  EMPTY_RUN,
  isFailing,
  type LoadError,
  type Missing,
  type Outcome,
  type TestCase,
  type TestId,
  type TestRun,
  totalsOf,
} from './test-run.ts'
import { doubtfulIds, provedBy, type RunIndex, stillPassing, watchOver } from './watch.ts'

export { indexRun, type RunIndex } from './watch.ts'

const MAX_LINE = 9_999_999

/** What a commit is compared with. */
export interface Basis {
  /** The last settled commit; for the base itself: the base. */
  readonly commit: Sha
  /** The whole suite at the last settled commit. */
  readonly settled: RunIndex
  /** Drivers of open cycles: failing before, whatever the settled run knows. */
  readonly openTests: ReadonlySet<TestId>
  readonly openFiles: ReadonlySet<string>
}

export interface Measured {
  readonly commit: Commit
  /** What the commit answers for, where that is more than its own changes. */
  readonly changes?: Iterable<FileChange>
  readonly policyDigest: string
  readonly scope: Exclude<Scope, 'none'>
  /** In order; the first decides, the others must agree. */
  readonly runs: readonly TestRun[]
  readonly problems: readonly Problem[]
  /** Test files this commit changed or that open cycles watch. */
  readonly watch: readonly string[]
  /** The drivers' run without the production change; null: it was free or not reached. */
  readonly counterfactual: { readonly run: TestRun; readonly drivers: (test: WatchedTest) => boolean } | null
  readonly coverage: CoverageSummary | null
  readonly durationMs: number
  readonly isOurs: (missing: Missing, from: string | null) => boolean
  readonly classify: (path: string) => FileClass
}

/** Evidence for one commit. Pure: the same runs in any order of reports, files and tests give the same evidence. */
export function toEvidence(measured: Measured, basis: Basis): Evidence {
  const runs = measured.runs.map(provedBy)
  const first = runs[0] ?? EMPTY_RUN
  const near = nearby(measured.watch)
  const before = (test: Pick<TestCase, 'id' | 'file'>): Outcome | undefined =>
    basis.openTests.has(test.id) || (test.file !== null && basis.openFiles.has(test.file))
      ? 'failed'
      : basis.settled.get(test.id)?.outcome
  const comparison = compareRuns(first, before, basis, measured, near)
  const fresh = new Set(comparison.newlyFailing)
  const isStandIn = mayStandIn(first, basis)
  const isWatched = (test: TestCase) =>
    test.file === null ? fresh.has(test.id) || basis.openTests.has(test.id) || isStandIn(test.id) : near.has(test.file)
  const watchedCases = first.cases.filter(isWatched)
  const isNew = (test: TestCase) => before(test) === undefined
  return {
    schemaVersion: 1,
    commit: measured.commit.sha,
    tree: measured.commit.tree,
    comparedWith: basis.commit,
    policyDigest: measured.policyDigest,
    scope: measured.scope,
    problems: [...measured.problems, ...silence(first, basis, near)],
    totals: { ...totalsOf(measured.runs[0] ?? EMPTY_RUN), loadErrors: first.loadErrors.length },
    comparison,
    failing: first.cases
      .filter((test) => isFailing(test.outcome))
      .map((test) => toFailing(test, measured))
      .toSorted(byId),
    loadFailures: first.loadErrors
      .map((error) => toLoadFailure(error, measured))
      .toSorted((a, b) => order(a.file ?? '', b.file ?? '')),
    runErrors: [
      ...first.hookFailures.map((hook) => `${[hook.file, ...hook.suite].join(' > ')}: ${hook.message}`),
      ...first.runErrors,
    ].toSorted(order),
    newPassing: idsOf(watchedCases.filter((test) => isNew(test) && test.outcome === 'passed')),
    newSkipped: idsOf(watchedCases.filter((test) => isNew(test) && test.outcome === 'skipped')),
    watched: watchOver(runs, isWatched),
    doubtful: doubtfulIds(watchedCases),
    emptyFiles: first.emptyFiles.filter((file) => near.has(file)).toSorted(order),
    counterfactual: measured.counterfactual && {
      stillPassing: stillPassing(measured.counterfactual.run, measured.counterfactual.drivers, first.cases),
    },
    coverage: measured.coverage,
    durationMs: measured.durationMs,
  }
}

/**
 * Tests that may belong to an open file of drivers: new, in a report that gives no file to what passes. A failing test
 * is no counter-example, since it may owe its file to a stack.
 */
function mayStandIn({ cases }: TestRun, { settled, openFiles }: Basis): (id: TestId) => boolean {
  if (openFiles.size === 0 || cases.some(({ file, outcome }) => file !== null && outcome === 'passed')) {
    return () => false
  }
  return (id) => !settled.has(id)
}

/** A watched file without tests while drivers are absent: something ended it, and the runner took that for success. */
function silence(
  { cases, emptyFiles }: TestRun,
  { openTests, openFiles }: Basis,
  near: ReadonlySet<string>,
): Problem[] {
  const empty = emptyFiles.filter((file) => near.has(file))
  if (empty.length === 0) return []
  const seen = new Set(cases.map(({ id }) => id))
  const isTestAbsent = [...openTests].some((id) => !seen.has(id))
  const silent = empty.filter((file) => openFiles.has(file) || isTestAbsent).toSorted(order)
  return silent.map((file) => ({ code: 'no-tests', message: `${file} ended before any of its tests could run` }))
}

function compareRuns(
  run: TestRun,
  before: (test: Pick<TestCase, 'id' | 'file'>) => Outcome | undefined,
  basis: Basis,
  measured: Measured,
  near: ReadonlySet<string>,
): Comparison {
  const lists: Record<keyof Comparison, TestId[]> = {
    newlyFailing: [],
    fixed: [],
    broken: [],
    vanished: [],
    silenced: [],
  }
  const seen = new Set<TestId>()
  for (const test of run.cases) {
    seen.add(test.id)
    const was = before(test)
    const wasFailing = was !== undefined && isFailing(was)
    if (isFailing(test.outcome)) {
      if (!wasFailing) lists.newlyFailing.push(test.id)
      if (basis.settled.get(test.id)?.outcome === 'passed') lists.broken.push(test.id)
    } else if (test.outcome === 'passed') {
      if (wasFailing) lists.fixed.push(test.id)
    } else if (was !== undefined && was !== 'skipped') lists.silenced.push(test.id)
  }
  const isExpected = expectationOf(run, measured, near)
  const isKept = keptBy(run, measured)
  const isReplaced = replacements(run, basis.settled)
  for (const [id, { outcome, file, isVolatile }] of basis.settled) {
    if (outcome === 'skipped' || seen.has(id) || !isExpected(file)) continue
    // A test that runs on needs nobody in its stead: who stands in is asked last.
    if (isKept(id, file, outcome) || (isVolatile && isReplaced(file))) continue
    lists.vanished.push(id)
  }
  for (const ids of Object.values(lists)) ids.sort(order)
  return lists
}

/** Names that change from run to run stand in for each other, one for one, within their file; only passing ones do. */
function replacements({ cases }: TestRun, settled: RunIndex): (file: string | null) => boolean {
  const left = new Map<string | null, number>()
  for (const { id, file, isVolatile, outcome } of cases) {
    if (isVolatile && outcome === 'passed' && !settled.has(id)) left.set(file, (left.get(file) ?? 0) + 1)
  }
  return (file) => {
    const count = left.get(file) ?? 0
    left.set(file, count - 1)
    return count > 0
  }
}

/** Whether a test runs on, and does no worse, where its file has moved to as it is. */
function keptBy(
  run: TestRun,
  { changes, commit }: Measured,
): (id: TestId, file: string | null, was: Outcome) => boolean {
  const moves = movesOf(changes ?? commit.changes)
  if (moves.size === 0) return () => false
  const now = new Map(run.cases.map(({ id, outcome }) => [id, outcome]))
  return (id, file, was) => {
    const to = file === null ? undefined : moves.get(file)
    const moved = file === null || to === undefined ? null : movedId(id, file, to)
    const outcome = moved === null ? undefined : now.get(moved)
    return outcome === 'passed' || (outcome !== undefined && isFailing(outcome) && isFailing(was))
  }
}

/** Whether tests of a file had to show up: it ran, and nothing kept it from loading. */
function expectationOf(
  { cases, loadErrors }: TestRun,
  { scope, commit }: Measured,
  near: ReadonlySet<string>,
): (file: string | null) => boolean {
  const removed = new Set(commit.changes.flatMap(({ path, after }) => (after === null ? [path] : [])))
  const unloaded = new Set(loadErrors.map(({ file }) => file))
  // Some runners (pytest, compilers) run nothing at all after a load error: then nothing is known of any test.
  if (loadErrors.length > 0 && (cases.length === 0 || (scope === 'files' && unloaded.has(null)))) return () => false
  const isUnloaded = (file: string | null) => file !== null && (unloaded.has(file) || unloaded.has(folderOf(file)))
  const isInScope = (file: string | null) =>
    scope === 'suite' || (file !== null && (near.has(file) || removed.has(file)))
  return (file) => isInScope(file) && !isUnloaded(file)
}

function toFailing({ id, file, failure }: TestCase, { isOurs, classify }: Measured): FailingTest {
  const { kind = 'error', message = '', at = null, line = null, missing = null } = failure ?? {}
  const atClass = at === null ? null : classify(at)
  const isMissingOurs = missing !== null && isOurs(missing, file)
  return { id, file, kind, message, at, ...(isLine(line) ? { line } : {}), atClass, missing, isMissingOurs }
}

/** Reports may say anything. */
function isLine(line: number | null): line is number {
  return Number.isInteger(line) && line !== null && line >= 1 && line <= MAX_LINE
}

function toLoadFailure({ file, kind, message, missing }: LoadError, { isOurs }: Measured): LoadFailure {
  return { file, kind, message, missing, isMissingOurs: missing !== null && isOurs(missing, file) }
}
