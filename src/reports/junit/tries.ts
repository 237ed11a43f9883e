/** Puts the tries of one test together that its writer tells apart, or as several failures of one. */
import { MAX_ATTEMPTS } from '../../core/test-run.ts'
import type { RawCase, RawProblem } from './raw.ts'

/** Go names every test of a package once, so equal names are runs of one test; gotestsum writes the failed ones first. */
export function mergeReruns(cases: readonly RawCase[]): RawCase[] {
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
  const told = passing ?? before
  // What failed and was told until now was the first of all.
  const attempts =
    told === after
      ? [...before.problems.slice(0, 1), ...before.attempts]
      : [...before.attempts, ...after.problems.slice(0, 1)]
  return { ...told, retries: before.retries + 1, attempts: attempts.slice(0, MAX_ATTEMPTS), isFlaky }
}

/** vitest has one failure for each failed try, and one for each soft assertion that did not hold: those differ. */
export function withTries(raw: RawCase): RawCase {
  const [first, ...others] = raw.problems
  if (first === undefined || others.length === 0 || !others.every((other) => isSame(first, other))) return raw
  return { ...raw, retries: others.length, attempts: others.slice(0, MAX_ATTEMPTS) }
}

function isSame(a: RawProblem, b: RawProblem): boolean {
  return a.message === b.message && a.type === b.type && a.text === b.text && a.element === b.element
}
