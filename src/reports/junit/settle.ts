/** Turns raw cases into tests and what is none: phases and reruns become one test, tests behind a failed hook did not run. */
import type { HookFailure, LoadError } from '../../core/test-run.ts'
import type { ParsedCase } from '../format.ts'
import { endingOf } from './outcome.ts'
import { type Place, placer } from './place.ts'
import type { RawCase, RawReport, RawSuite } from './raw.ts'
import { withPanics } from './rust.ts'
import { sortCase } from './sort.ts'
import { withoutAssertions } from './tap.ts'

export interface Settled {
  readonly cases: readonly ParsedCase[]
  readonly loadErrors: readonly LoadError[]
  readonly hookFailures: readonly HookFailure[]
  readonly emptyFiles: readonly string[]
}

export function settle(report: RawReport): Settled {
  const place = placer(report.dialect)
  const inside = insideOf(report.cases)
  const cases: ParsedCase[] = []
  const loadErrors = new Map<string, LoadError>()
  const hooks = new Map<string, HookFailure>()
  const emptyFiles: string[] = []
  for (const raw of merged(report)) {
    const where = place(raw)
    const sorted = sortCase({ raw, place: where, dialect: report.dialect, hasInside: (title) => inside(raw, title) })
    if (sorted.is === 'test') cases.push(parsed(raw, where))
    else if (sorted.is === 'empty-file') emptyFiles.push(sorted.file)
    else if (sorted.is === 'load-error') addLoadError(loadErrors, sorted.error)
    else {
      const key = sorted.is === 'cancelled' ? keyOf(sorted.hook.file, sorted.hook.suite) : `${hooks.size}`
      if (!hooks.has(key)) hooks.set(key, sorted.hook)
      if (sorted.is === 'cancelled')
        cases.push({ ...parsed(raw, where), outcome: 'skipped', mark: 'not-run', failure: null })
    }
  }
  const hookFailures = [...hooks.values()]
  return { cases: notRun(cases, hookFailures), loadErrors: [...loadErrors.values()], hookFailures, emptyFiles }
}

/** Written out: an object that grows field by field takes half as much memory again. */
function parsed(raw: RawCase, { file, suite, name, variant, className }: Place): ParsedCase {
  const { outcome, mark, failure } = endingOf(raw, file)
  const { durationMs, retries } = raw
  return className === undefined
    ? { file, suite, name, variant, outcome, mark, failure, durationMs, retries }
    : { file, suite, name, variant, outcome, mark, failure, durationMs, retries, className }
}

/** jest-junit tells each file twice; the first telling is the readable one. */
function addLoadError(errors: Map<string, LoadError>, error: LoadError): void {
  const key = error.file ?? `${errors.size}`
  if (!errors.has(key)) errors.set(key, error)
}

function merged(report: RawReport): readonly RawCase[] {
  if (report.dialect === 'pytest') return mergePhases(report.cases)
  if (report.dialect === 'libtest' || report.dialect === 'nextest') return report.cases.map(withPanics)
  if (report.dialect === 'node-tap') return withoutAssertions(report.cases)
  return report.dialect === 'go' ? mergeReruns(report.cases) : report.cases
}

/** pytest writes a test whose tear-down failed as two of one name; xdist puts others between them. */
function mergePhases(cases: readonly RawCase[]): readonly RawCase[] {
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

function isTeardown(raw: RawCase): boolean {
  return raw.problems[0]?.message.startsWith('failed on teardown') === true
}

function sum(a: RawCase, b: RawCase): number | null {
  return a.durationMs === null || b.durationMs === null ? null : a.durationMs + b.durationMs
}

/** Go names every test of a package once, so equal names are runs of one test; gotestsum writes the failed ones first. */
function mergeReruns(cases: readonly RawCase[]): RawCase[] {
  const byName = new Map<string, RawCase>()
  for (const raw of cases) {
    const key = `${raw.className}\n${raw.name}`
    const before = byName.get(key)
    byName.set(key, before === undefined ? raw : rerun(before, raw))
  }
  return [...byName.values()]
}

function rerun(before: RawCase, after: RawCase): RawCase {
  const passing = [before, after].find((raw) => raw.problems.length === 0)
  const isFlaky = passing !== undefined && (before.isFlaky || before.problems.length > 0 || after.problems.length > 0)
  return { ...(passing ?? before), retries: before.retries + 1, isFlaky }
}

/** For each suite, the titles that other cases stand inside of, worked out when first asked for. */
function insideOf(cases: readonly RawCase[]): (raw: RawCase, title: string) => boolean {
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

/** A skipped test inside a suite whose hook failed was not skipped by anybody: it did not run. */
function notRun(cases: readonly ParsedCase[], hooks: readonly HookFailure[]): readonly ParsedCase[] {
  if (hooks.length === 0) return cases
  const failed = new Set(hooks.map((hook) => keyOf(hook.file, hook.suite)))
  return cases.map((test) => (isStopped(test, failed) ? { ...test, mark: 'not-run' } : test))
}

function isStopped({ outcome, mark, file, suite }: ParsedCase, failed: ReadonlySet<string>): boolean {
  if (outcome !== 'skipped' || mark !== null) return false
  return [...suite.keys(), suite.length].some((length) => failed.has(keyOf(file, suite.slice(0, length))))
}

function keyOf(file: string | null, suite: readonly string[]): string {
  return JSON.stringify([file, suite])
}
