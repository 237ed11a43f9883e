/** Compares a commit's runs with the baseline run and reduces them to Evidence. */

import { compareRuns } from '../model/comparison.ts'
import {
  type Evidence,
  type FailingTest,
  type LoadFailure,
  MAX_ANSWERED,
  type TestReplacement,
} from '../model/evidence.ts'
import {
  EMPTY_RUN,
  getTotals,
  type HookFailure,
  isFailing,
  type LoadError,
  type Outcome,
  type Problem,
  type TestCase,
  type TestId,
  type TestRun,
} from '../model/test-run.ts'
import { nearby } from '../text/nearby.ts'
import { byId, getIds, order } from '../util/order.ts'
import { getChanging, markChanging, markGone } from './changing-names.ts'
import type { Basis, Measured } from './measured.ts'
import { answersFor } from './replacements.ts'
import { collectOutcomes, isDormant, isOpen, provedBy, stillPassing, unstableIds } from './tracked-tests.ts'

export type { Basis, Measured } from './measured.ts'
export { indexRun, type RunIndex } from './tracked-tests.ts'

const MAX_LINE = 9_999_999

/** Computes the evidence of one commit. Pure: the order of reports, files and tests does not matter. */
export function toEvidence(measured: Measured, at: Basis): Evidence {
  const { flaky = [], changing } = measured
  const basis = { ...at, baseline: markGone(at.baseline, changing) }
  const runs = measured.runs.map((run) => markChanging(withoutFlaky(provedBy(run), flaky), changing))
  const first = runs[0] ?? EMPTY_RUN
  const near = nearby(measured.watch)
  const isAsleep = (test: TestCase) => isDormant(test, basis, measured.writtenSkips)
  const before = (test: TestCase): Outcome | undefined =>
    isOpen(test, basis) && !isAsleep(test) ? 'failed' : basis.baseline.get(test.id)?.outcome
  const { vanished, ...lists } = compareRuns(first, before, basis, measured, near)
  const answered = getAnswers(first, vanished, measured, basis)
  const isAnswered = new Set(answered.map(({ id }) => id))
  const comparison = { ...lists, vanished: vanished.filter((id) => !isAnswered.has(id)) }
  const fresh = new Set(comparison.newlyFailing)
  const isStandIn = mayStandIn(first, basis)
  const isData =
    near.size > 0 && basis.openFiles.size === 0 && !first.cases.some(({ file }) => file !== null && near.has(file))
  const isDriver = ({ id, file }: TestCase) => basis.openTests.has(id) || (fresh.has(id) && (isData || file === null))
  const isTracked = (test: TestCase) =>
    isDriver(test) || (test.file === null ? isStandIn(test.id) : near.has(test.file))
  const isDriven = (test: TestCase) => isTracked(test) && !(isOpen(test, basis) && isAsleep(test))
  const trackedCases = first.cases.filter(isDriven)
  const isNew = (test: TestCase) => before(test) === undefined
  const blocking = blockingHooks(first, basis, near)
  return {
    schemaVersion: 1,
    commit: measured.commit.sha,
    tree: measured.commit.tree,
    comparedWith: basis.commit,
    policyDigest: measured.policyDigest,
    scope: measured.scope,
    problems: [...measured.problems, ...silence(first, basis, near)],
    totals: { ...getTotals(measured.runs[0] ?? EMPTY_RUN), loadErrors: first.loadErrors.length },
    comparison,
    ...getFailures(first, blocking, measured),
    newPassing: getIds(trackedCases.filter((test) => isNew(test) && test.outcome === 'passed')),
    newSkipped: getIds(first.cases.filter((test) => isTracked(test) && isNew(test) && test.outcome === 'skipped')),
    watched: collectOutcomes(runs, (test) => isDriven(test) && !isPassingAnew(test, basis)),
    doubtful: unstableIds(trackedCases, runs),
    emptyFiles: first.emptyFiles.filter((file) => near.has(file)).toSorted(order),
    counterfactual: measured.counterfactual && {
      stillPassing: stillPassing(measured.counterfactual.run, measured.counterfactual.drivers, first.cases),
    },
    ...(answered.length === 0 ? {} : { answered: answered.slice(0, MAX_ANSWERED) }),
    ...getTried(measured),
    coverage: measured.coverage,
    durationMs: measured.durationMs,
    ...(measured.isolation ? { isolation: measured.isolation } : {}),
  }
}

/** Lists what failed: tests, files that do not load, and everything that belongs to neither. */
function getFailures(
  run: TestRun,
  blocking: readonly HookFailure[],
  measured: Measured,
): Pick<Evidence, 'failing' | 'loadFailures' | 'runErrors'> {
  const hooks = run.hookFailures.filter((hook) => !blocking.includes(hook))
  return {
    failing: run.cases
      .filter((test) => isFailing(test.outcome))
      .map((test) => toFailing(test, measured))
      .toSorted(byId),
    loadFailures: [...run.loadErrors, ...blocking.map(toLoadError)]
      .map((error) => toLoadFailure(error, measured))
      .toSorted((a, b) => order(a.file ?? '', b.file ?? '')),
    runErrors: [
      ...hooks.map((hook) => `${[hook.file, ...hook.suite].join(' > ')}: ${hook.message}`),
      ...run.runErrors,
    ].toSorted(order),
  }
}

/** Selects the results of further executions with other code or other tests. */
function getTried(measured: Measured): Partial<Evidence> {
  const {
    changing,
    runs: [first = EMPTY_RUN],
  } = measured
  return {
    ...(measured.flaky?.length ? { flaky: measured.flaky.toSorted(order) } : {}),
    ...(changing === undefined ? {} : { changingNames: getChanging(first, changing) }),
    ...(measured.emptied ? { emptied: measured.emptied } : {}),
    ...(measured.unasked ? { unasked: measured.unasked } : {}),
    ...(measured.unaskedLines?.length ? { unaskedLines: measured.unaskedLines } : {}),
    ...(measured.unrun?.length ? { unrun: measured.unrun } : {}),
    ...(measured.dropped?.length ? { dropped: measured.dropped } : {}),
    ...(measured.mutants ? { mutants: measured.mutants } : {}),
    ...(measured.noticedLate?.length ? { noticedLate: measured.noticedLate } : {}),
    ...(measured.notes?.length ? { notes: measured.notes } : {}),
    ...(measured.answers?.length ? { answers: measured.answers } : {}),
    ...(measured.parts?.length ? { parts: measured.parts } : {}),
    ...(measured.tried?.length ? { tried: measured.tried } : {}),
    ...(measured.untried?.length ? { untried: measured.untried } : {}),
    ...(measured.loosened ? { loosened: measured.loosened } : {}),
    ...(measured.readData ? { readData: measured.readData } : {}),
    ...(measured.quieted ? { quieted: measured.quieted } : {}),
    ...(measured.weaker ? { weaker: measured.weaker } : {}),
    ...(measured.varied?.length ? { varied: measured.varied } : {}),
    ...(measured.readsTests?.length ? { readsTests: measured.readsTests } : {}),
    ...(measured.held ? { held: measured.held } : {}),
    ...(measured.suites?.length ? { suites: measured.suites } : {}),
  }
}

/** Returns whether a passing test may change its name in each run. Such a test is not unstable. */
const isPassingAnew = ({ id, isVolatile, outcome }: TestCase, { openTests }: Basis): boolean =>
  isVolatile && !isFailing(outcome) && !openTests.has(id)

/** Removes flaky tests: one tree gave two outcomes, so the worse one does not come from the change. */
function withoutFlaky(run: TestRun, flaky: readonly TestId[]): TestRun {
  if (flaky.length === 0) return run
  const ids = new Set(flaky)
  return {
    ...run,
    cases: run.cases.map((test) => (ids.has(test.id) ? { ...test, outcome: 'passed', failure: null } : test)),
  }
}

function getAnswers(
  run: TestRun,
  vanished: readonly TestId[],
  { texts, withOldTests = null }: Measured,
  { baseline, answered }: Basis,
): readonly TestReplacement[] {
  if (texts === undefined || vanished.length === 0) return []
  return answersFor(vanished, {
    run,
    baseline,
    texts,
    withOldTests,
    ...(answered === undefined ? {} : { earlier: answered }),
  })
}

/**
 * Finds tests that may belong to an open file of drivers: new ones in a report that names no file for passing tests. A
 * failing test is no counter-example, since it may get its file from a stack.
 */
function mayStandIn({ cases }: TestRun, { baseline, openFiles }: Basis): (id: TestId) => boolean {
  if (openFiles.size === 0 || cases.some(({ file, outcome }) => file !== null && outcome === 'passed')) {
    return () => false
  }
  return (id) => !baseline.has(id)
}

/** Reports a tracked file without tests while drivers are absent: a test ended it, and the runner reported success. */
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

function toFailing({ id, file, failure }: TestCase, { isOurs, classify }: Measured): FailingTest {
  const { kind = 'error', message = '', at = null, line = null, missing = null } = failure ?? {}
  const atClass = at === null ? null : classify(at)
  const isMissingOurs = missing !== null && isOurs(missing, file)
  return { id, file, kind, message, at, ...(isLine(line) ? { line } : {}), atClass, missing, isMissingOurs }
}

/** Reports may contain any value. */
function isLine(line: number | null): line is number {
  return Number.isInteger(line) && line !== null && line >= 1 && line <= MAX_LINE
}

/** Hooks that kept every test of a new group, or of a file, from running: the file might as well not have loaded. */
function blockingHooks({ hookFailures, cases }: TestRun, { baseline }: Basis, near: ReadonlySet<string>) {
  const ids = [...baseline.keys(), ...cases.flatMap(({ id, outcome }) => (outcome === 'skipped' ? [] : [id]))]
  const isKnown = (place: string) => ids.some((id) => id.startsWith(`${place} > `))
  return hookFailures.filter(
    ({ file, suite }) => file !== null && near.has(file) && !isKnown([file, ...suite].join(' > ')),
  )
}

function toLoadError({ file, suite, message }: HookFailure): LoadError {
  return { file, message: [...suite, message].join(': '), kind: 'error', missing: null }
}

function toLoadFailure({ file, kind, message, missing }: LoadError, { isOurs }: Measured): LoadFailure {
  return { file, kind, message, missing, isMissingOurs: missing !== null && isOurs(missing, file) }
}
