/** Compares each test with the baseline run. */

import type { Basis, Measured } from '../compare/measured.ts'
import { getMoves, movedId } from '../compare/moves.ts'
import type { RunIndex } from '../compare/tracked-tests.ts'
import { getFolder } from '../text/nearby.ts'
import { order } from '../util/order.ts'
import type { Commit } from './commit.ts'
import type { Comparison } from './evidence.ts'
import { type Failure, isFailing, type Outcome, type TestCase, type TestId, type TestRun } from './test-run.ts'

export function compareRuns(
  run: TestRun,
  before: (test: TestCase) => Outcome | undefined,
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
      if (basis.baseline.get(test.id)?.outcome === 'passed') lists.broken.push(test.id)
    } else if (test.outcome === 'passed') {
      if (wasFailing) lists.fixed.push(test.id)
    } else if (was !== undefined && was !== 'skipped') lists.silenced.push(test.id)
  }
  const isExpected = getExpectation(run, measured, basis, near)
  const isKept = keptBy(run, measured)
  const isReplaced = replacements(run, basis.baseline)
  for (const [id, { outcome, file, isVolatile }] of basis.baseline) {
    if (outcome === 'skipped' || seen.has(id) || !isExpected(file)) continue
    // Searches replacements last: a test that still runs needs none.
    if (isKept(id, file, outcome) || (isVolatile && isReplaced(file))) continue
    lists.vanished.push(id)
  }
  for (const ids of Object.values(lists)) ids.sort(order)
  return lists
}

/** Maps names that change from run to run to each other, one for one, within their file; only passing ones. */
function replacements({ cases }: TestRun, baseline: RunIndex): (file: string | null) => boolean {
  const left = new Map<string | null, number>()
  for (const { id, file, isVolatile, outcome } of cases) {
    if (isVolatile && outcome === 'passed' && !baseline.has(id)) left.set(file, (left.get(file) ?? 0) + 1)
  }
  return (file) => {
    const count = left.get(file) ?? 0
    left.set(file, count - 1)
    return count > 0
  }
}

/** Returns whether a test still runs, with no worse outcome, in the new place of its file. */
function keptBy(
  run: TestRun,
  { changes, commit }: Measured,
): (id: TestId, file: string | null, was: Outcome) => boolean {
  const moves = getMoves(changes ?? commit.changes)
  if (moves.size === 0) return () => false
  const now = new Map(run.cases.map(({ id, outcome }) => [id, outcome]))
  return (id, file, was) => {
    const to = file === null ? undefined : moves.get(file)
    const moved = file === null || to === undefined ? null : movedId(id, file, to)
    const outcome = moved === null ? undefined : now.get(moved)
    return outcome === 'passed' || (outcome !== undefined && isFailing(outcome) && isFailing(was))
  }
}

/** Returns whether tests of a file had to run: the file ran, and loaded. */
function getExpectation(
  { cases, loadErrors }: TestRun,
  { scope, commit }: Measured,
  basis: Basis,
  near: ReadonlySet<string>,
): (file: string | null) => boolean {
  const removed = new Set(commit.changes.flatMap(({ path, after }) => (after === null ? [path] : [])))
  const unloaded = new Set([...loadErrors.map(({ file }) => file), ...endedBy(cases, basis, commit)])
  // Some runners (pytest, compilers) run nothing at all after a load error: then no test's outcome is known.
  if (loadErrors.length > 0 && (cases.length === 0 || (scope === 'files' && unloaded.has(null)))) return () => false
  const isUnloaded = (file: string | null) => file !== null && (unloaded.has(file) || unloaded.has(getFolder(file)))
  const isInScope = (file: string | null) =>
    scope === 'suite' || (file !== null && (near.has(file) || removed.has(file)))
  return (file) => isInScope(file) && !isUnloaded(file)
}

/**
 * Returns files and packages whose other tests a crashing test ended. A test that failed before, or that a merge
 * brought, excuses nothing.
 */
function endedBy(cases: TestRun['cases'], { baseline }: Basis, { merge }: Commit): readonly string[] {
  if (merge !== null) return []
  const isNewDeath = ({ id, file, failure }: TestCase) => {
    const before = baseline.get(id)?.outcome
    return failure !== null && endsOthers(file, failure) && (before === undefined || !isFailing(before))
  }
  return cases.flatMap((test) => (test.file !== null && isNewDeath(test) ? [test.file] : []))
}

/** Go runs a package as one process, and reports tests by their package: a panic ends all of them. */
function endsOthers(file: string | null, { kind, message }: Failure): boolean {
  return kind === 'crash' || (file !== null && !/\.\w+$/.test(file) && message.startsWith('panic: '))
}
