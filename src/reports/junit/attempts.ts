/** Puts the tries of one test together that its writer tells apart, or as several failures of one. */
import { MAX_ATTEMPTS } from '../../core/model/test-run.ts'
import type { RawCase, RawProblem } from './raw.ts'

/**
 * Go names every test of a package once, so equal names are runs of one test; gotestsum writes the failed ones first. They
 * are tries where it ran them again; what `-count` runs more than once are tests of their own, whose failures stay.
 * @param claimed failures that the header counts
 */
export function mergeReruns(cases: readonly RawCase[], claimed: number | null): RawCase[] {
  const packages = runAgain(cases)
  const isDenied = claimed !== null && claimed < cases.filter(hasFailed).length
  const byName = new Map<string, RawCase>()
  for (const raw of cases) {
    const key = `${raw.className}\n${raw.name}`
    const before = byName.get(key)
    const isTry = isDenied || packages.has(raw.className)
    if (before === undefined) byName.set(key, raw)
    else if (isTry) byName.set(key, rerun(before, raw))
    else byName.set(`${key}\n${byName.size}`, raw)
  }
  return [...byName.values()]
}

const hasFailed = ({ problems }: RawCase) => problems.length > 0

/** Only what failed is run again, `-count` runs all of a package equally often. Names of parts may change from run to run. */
function runAgain(cases: readonly RawCase[]): ReadonlySet<string> {
  const whole = cases.filter(({ name }) => !name.includes('/'))
  const runs = new Map<string, number>()
  for (const { className, name } of whole) {
    const key = `${className}\n${name}`
    runs.set(key, (runs.get(key) ?? 0) + 1)
  }
  const once = whole.filter((raw) => !hasFailed(raw) && runs.get(`${raw.className}\n${raw.name}`) === 1)
  return new Set(once.map(({ className }) => className))
}

function rerun(before: RawCase, after: RawCase): RawCase {
  const passing = [before, after].find((raw) => raw.problems.length === 0)
  const isFlaky = passing !== undefined && (before.isFlaky || before.problems.length > 0 || after.problems.length > 0)
  const result = passing ?? before
  // What failed and was told until now was the first of all.
  const attempts =
    result === after
      ? [...before.problems.slice(0, 1), ...before.attempts]
      : [...before.attempts, ...after.problems.slice(0, 1)]
  return { ...result, retries: before.retries + 1, attempts: attempts.slice(0, MAX_ATTEMPTS), isFlaky }
}

/** vitest has one failure for each failed try, and one for each soft assertion that did not hold: those differ. */
export function withAttempts(raw: RawCase): RawCase {
  const [first, ...others] = raw.problems
  if (first === undefined || others.length === 0 || !others.every((other) => isSame(first, other))) return raw
  return { ...raw, retries: others.length, attempts: others.slice(0, MAX_ATTEMPTS) }
}

function isSame(a: RawProblem, b: RawProblem): boolean {
  return a.message === b.message && a.type === b.type && a.text === b.text && a.element === b.element
}
