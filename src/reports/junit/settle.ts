/**
 * Converts raw cases into tests, hooks and load errors. Phases and reruns become one test; tests after a failed hook
 * did not run.
 */
import type { HookFailure, LoadError } from '../../core/model/test-run.ts'
import type { ParsedCase } from '../format.ts'
import { mergeReruns, withAttempts } from './attempts.ts'
import { toCaseSource, toRawCases } from './cases.ts'
import { hidesEmptyFiles, type Sorted, sortCase, TEST } from './classify.ts'
import { isReportedLate } from './late.ts'
import { getAttempts, toOutcome } from './outcome.ts'
import { type Place, placer } from './place.ts'
import type { CaseSource, Cases, RawCase, RawReport, RawSuite } from './raw.ts'
import { withPanics } from './rust.ts'
import { withoutAssertions } from './tap.ts'

export interface Baseline {
  /** Iterates over the tests once. Each test is created on demand and freed after its visit. */
  readonly drain: (take: (test: ParsedCase) => void) => void
  readonly loadErrors: readonly LoadError[]
  readonly hookFailures: readonly HookFailure[]
  readonly runErrors: readonly string[]
  readonly emptyFiles: readonly string[]
}

export function settle(report: RawReport): Baseline {
  const cases = merged(report)
  const sort = sorter(report)
  const loadErrors = new Map<string, LoadError>()
  const hooks = new Map<string, HookFailure>()
  const emptyFiles: string[] = []
  const runErrors: string[] = []
  /** Entries that are not tests, by the number of their case. */
  const others = new Map<number, Sorted>()
  const note = (raw: RawCase, number: number) => {
    const sorted = sort(raw)
    if (sorted.is === 'test') return
    others.set(number, sorted)
    if (sorted.is === 'empty-file') emptyFiles.push(sorted.file)
    else if (sorted.is === 'run-error') runErrors.push(sorted.message)
    else if (sorted.is === 'load-error') {
      if (!isReportedLate(report, raw, number)) addLoadError(loadErrors, sorted.error)
    } else {
      const key = sorted.is === 'cancelled' ? toKey(sorted.hook.file, sorted.hook.suite) : `${hooks.size}`
      if (!hooks.has(key)) hooks.set(key, sorted.hook)
    }
  }
  if (hidesEmptyFiles(report.producer)) cases.each(note)
  else cases.eachDetailed(note)
  const hookFailures = [...hooks.values()]
  const stopped = new Set(hookFailures.map((hook) => toKey(hook.file, hook.suite)))
  const place = placer(report.producer)
  return {
    drain: (take) =>
      cases.drain((raw, number) => giveTest(parsed(raw, place(raw)), others.get(number) ?? TEST, stopped, take)),
    loadErrors: [...loadErrors.values()],
    hookFailures,
    runErrors,
    emptyFiles,
  }
}

/** Creates a classifier of cases. */
function sorter({ producer, cases }: RawReport): (raw: RawCase) => Sorted {
  const place = placer(producer)
  const inside = getInside(cases)
  return (raw) => {
    const isPlain = raw.problems.length === 0 && raw.skipped === null && !hidesEmptyFiles(producer)
    if (isPlain) return TEST
    return sortCase({ raw, place: place(raw), producer, hasInside: (title) => inside(raw, title) })
  }
}

function giveTest(
  test: ParsedCase,
  sorted: Sorted,
  stopped: ReadonlySet<string>,
  take: (test: ParsedCase) => void,
): void {
  if (sorted.is === 'test') take(notRun(test, stopped))
  else if (sorted.is === 'cancelled') take({ ...test, outcome: 'skipped', mark: 'not-run', failure: null })
}

/** An object literal: adding fields one by one would take half as much memory again. */
function parsed(raw: RawCase, { file, suite, name, variant, className }: Place): ParsedCase {
  const { outcome, mark, failure } = toOutcome(raw, file)
  const { durationMs, retries } = raw
  const attempts = getAttempts(raw, file)
  return className === undefined
    ? { file, suite, name, variant, outcome, mark, failure, durationMs, retries, attempts }
    : { file, suite, name, variant, outcome, mark, failure, durationMs, retries, attempts, className }
}

/** jest-junit reports each file twice; the first message is the readable one. */
function addLoadError(errors: Map<string, LoadError>, error: LoadError): void {
  const key = error.file ?? `${errors.size}`
  if (!errors.has(key)) errors.set(key, error)
}

function merged({ producer, cases, claims, suiteClaims }: RawReport): CaseSource {
  if (producer === 'pytest') return mergePhases(cases)
  if (producer === 'libtest' || producer === 'nextest') return changed(cases, withPanics)
  if (producer === 'vitest') return changed(cases, withAttempts)
  if (producer === 'node-tap') return toCaseSource(withoutAssertions(toRawCases(cases)))
  return producer === 'go' ? toCaseSource(mergeReruns(toRawCases(cases), claims.failing ?? suiteClaims.failing)) : cases
}

function changed(cases: CaseSource, change: (raw: RawCase) => RawCase): CaseSource {
  return {
    each: (take) => cases.each((raw, number) => take(change(raw), number)),
    eachDetailed: (take) => cases.eachDetailed((raw, number) => take(change(raw), number)),
    drain: (take) => cases.drain((raw, number) => take(change(raw), number)),
  }
}

/** pytest writes a test whose tear-down failed as two cases of one name; xdist may put other cases between them. */
function mergePhases(cases: Cases): CaseSource {
  if (!Iterator.from(cases.details()).some(isTeardown)) return cases
  const byName = new Map<string, RawCase>()
  for (const raw of toRawCases(cases)) {
    const name = `${raw.file}\n${raw.className}\n${raw.name}`
    const before = byName.get(name)
    if (before !== undefined && isTeardown(raw))
      byName.set(name, { ...before, problems: [...before.problems, ...raw.problems], durationMs: sum(before, raw) })
    else byName.set(before === undefined ? name : `${name}\n${byName.size}`, raw)
  }
  return toCaseSource([...byName.values()])
}

function isTeardown({ problems }: Pick<RawCase, 'problems'>): boolean {
  return problems[0]?.message.startsWith('failed on teardown') === true
}

function sum(a: RawCase, b: RawCase): number | null {
  return a.durationMs === null || b.durationMs === null ? null : a.durationMs + b.durationMs
}

/** Finds the titles of a suite that contain other cases, on first use. */
function getInside(cases: CaseSource): (raw: RawCase, title: string) => boolean {
  let known: Map<RawSuite | null, { titles: Set<string>; count: number }> | null = null
  return (raw, title) => {
    known ??= titlesBySuite(cases)
    const suite = known.get(raw.suite)
    return title === '' ? (suite?.count ?? 0) > 1 : suite?.titles.has(title) === true
  }
}

function titlesBySuite(cases: CaseSource) {
  const known = new Map<RawSuite | null, { titles: Set<string>; count: number }>()
  cases.each((raw) => {
    const suite = known.get(raw.suite) ?? { titles: new Set<string>(), count: 0 }
    known.set(raw.suite, suite)
    suite.count += 1
    for (let at = raw.name.indexOf(' > '); at >= 0; at = raw.name.indexOf(' > ', at + 1))
      suite.titles.add(raw.name.slice(0, at))
  })
  return known
}

/** A skipped test in a suite whose hook failed did not run. */
function notRun(test: ParsedCase, failed: ReadonlySet<string>): ParsedCase {
  return failed.size > 0 && isStopped(test, failed) ? { ...test, mark: 'not-run' } : test
}

function isStopped({ outcome, mark, file, suite }: ParsedCase, failed: ReadonlySet<string>): boolean {
  if (outcome !== 'skipped' || mark !== null) return false
  return [...suite.keys(), suite.length].some((length) => failed.has(toKey(file, suite.slice(0, length))))
}

function toKey(file: string | null, suite: readonly string[]): string {
  return JSON.stringify([file, suite])
}
