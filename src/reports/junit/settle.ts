/**
 * Converts raw cases into tests, hooks and load errors. Phases and reruns become one test; tests after a failed hook
 * did not run.
 */
import type { HookFailure, LoadError } from '../../core/model/test-run.ts'
import type { ParsedCase } from '../format.ts'
import { mergeReruns, withAttempts } from './attempts.ts'
import { hidesEmptyFiles, type Sorted, sortCase, TEST } from './classify.ts'
import { isReportedLate } from './late.ts'
import { getAttempts, toOutcome } from './outcome.ts'
import { type Place, placer } from './place.ts'
import type { RawCase, RawReport, RawSuite } from './raw.ts'
import { withPanics } from './rust.ts'
import { withoutAssertions } from './tap.ts'

export interface Baseline {
  readonly cases: readonly ParsedCase[]
  readonly loadErrors: readonly LoadError[]
  readonly hookFailures: readonly HookFailure[]
  readonly runErrors: readonly string[]
  readonly emptyFiles: readonly string[]
}

export function settle(report: RawReport): Baseline {
  const cases = merged(report)
  const sort = sorter(report, cases)
  const loadErrors = new Map<string, LoadError>()
  const hooks = new Map<string, HookFailure>()
  const emptyFiles: string[] = []
  const runErrors: string[] = []
  const sorted = cases.map(sort)
  for (const [number, one] of sorted.entries()) {
    if (one.is === 'test') continue
    if (one.is === 'empty-file') emptyFiles.push(one.file)
    else if (one.is === 'run-error') runErrors.push(one.message)
    else if (one.is === 'load-error') {
      if (!isReportedLate(report, cases[number] as RawCase, number)) addLoadError(loadErrors, one.error)
    } else {
      const key = one.is === 'cancelled' ? toKey(one.hook.file, one.hook.suite) : `${hooks.size}`
      if (!hooks.has(key)) hooks.set(key, one.hook)
    }
  }
  const hookFailures = [...hooks.values()]
  const stopped = new Set(hookFailures.map((hook) => toKey(hook.file, hook.suite)))
  const place = placer(report.producer)
  const tests = cases.flatMap((raw, number): readonly ParsedCase[] => {
    const { is } = sorted[number] as Sorted
    if (is !== 'test' && is !== 'cancelled') return []
    const test = parsed(raw, place(raw))
    return [is === 'test' ? notRun(test, stopped) : { ...test, outcome: 'skipped', mark: 'not-run', failure: null }]
  })
  return { cases: tests, loadErrors: [...loadErrors.values()], hookFailures, runErrors, emptyFiles }
}

/** Creates a classifier of cases. */
function sorter({ producer }: RawReport, cases: readonly RawCase[]): (raw: RawCase) => Sorted {
  const place = placer(producer)
  const inside = getInside(cases)
  return (raw) => {
    const isPlain = raw.problems.length === 0 && raw.skipped === null && !hidesEmptyFiles(producer)
    if (isPlain) return TEST
    return sortCase({ raw, place: place(raw), producer, hasInside: (title) => inside(raw, title) })
  }
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

function merged({ producer, cases, claims, suiteClaims }: RawReport): readonly RawCase[] {
  if (producer === 'pytest') return mergePhases(cases)
  if (producer === 'libtest' || producer === 'nextest') return cases.map(withPanics)
  if (producer === 'vitest') return cases.map(withAttempts)
  if (producer === 'node-tap') return withoutAssertions(cases)
  return producer === 'go' ? mergeReruns(cases, claims.failing ?? suiteClaims.failing) : cases
}

/** pytest writes a test whose tear-down failed as two cases of one name; xdist may put other cases between them. */
function mergePhases(cases: readonly RawCase[]): readonly RawCase[] {
  if (!cases.some(isTeardown)) return cases
  const byName = new Map<string, RawCase>()
  for (const raw of cases) {
    const name = `${raw.file}\n${raw.className}\n${raw.name}`
    const before = byName.get(name)
    if (before !== undefined && isTeardown(raw))
      byName.set(name, { ...before, problems: [...before.problems, ...raw.problems], durationMs: sum(before, raw) })
    else byName.set(before === undefined ? name : `${name}\n${byName.size}`, raw)
  }
  return [...byName.values()]
}

function isTeardown({ problems }: Pick<RawCase, 'problems'>): boolean {
  return problems[0]?.message.startsWith('failed on teardown') === true
}

function sum(a: RawCase, b: RawCase): number | null {
  return a.durationMs === null || b.durationMs === null ? null : a.durationMs + b.durationMs
}

/** Finds the titles of a suite that contain other cases, on first use. */
function getInside(cases: readonly RawCase[]): (raw: RawCase, title: string) => boolean {
  let known: Map<RawSuite | null, { titles: Set<string>; count: number }> | null = null
  return (raw, title) => {
    known ??= titlesBySuite(cases)
    const suite = known.get(raw.suite)
    return title === '' ? (suite?.count ?? 0) > 1 : suite?.titles.has(title) === true
  }
}

function titlesBySuite(cases: readonly RawCase[]) {
  const known = new Map<RawSuite | null, { titles: Set<string>; count: number }>()
  for (const raw of cases) {
    const suite = known.get(raw.suite) ?? { titles: new Set<string>(), count: 0 }
    known.set(raw.suite, suite)
    suite.count += 1
    for (let at = raw.name.indexOf(' > '); at >= 0; at = raw.name.indexOf(' > ', at + 1))
      suite.titles.add(raw.name.slice(0, at))
  }
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
