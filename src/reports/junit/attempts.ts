/** Joins the attempts of one test that its writer reports as separate cases, or as several failures of one. */
import { MAX_ATTEMPTS } from '../../core/model/test-run.ts'
import type { RawCase, RawProblem } from './raw.ts'

/**
 * Merges reruns of Go tests. Names are unique within a package, so equal names are runs of one test; gotestsum writes
 * failed ones first. Reruns are attempts of one test. Tests repeated by `-count` are separate tests, whose failures
 * stay. @param claimed failures that the header counts
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

/**
 * Finds reruns: only failed tests run again, whereas `-count` repeats all tests of a package. Names of subtests may
 * differ between runs.
 */
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
  // The failure so far was the first of all attempts.
  const attempts =
    result === after
      ? [...before.problems.slice(0, 1), ...before.attempts]
      : [...before.attempts, ...after.problems.slice(0, 1)]
  return { ...result, retries: before.retries + 1, attempts: attempts.slice(0, MAX_ATTEMPTS), isFlaky }
}

/** vitest has one failure for each failed attempt, and different ones for soft assertions. */
export function withAttempts(raw: RawCase): RawCase {
  const [first, ...others] = raw.problems
  if (first === undefined || others.length === 0 || !others.every((other) => isSame(first, other))) return raw
  return { ...raw, retries: others.length, attempts: others.slice(0, MAX_ATTEMPTS) }
}

function isSame(a: RawProblem, b: RawProblem): boolean {
  return a.message === b.message && a.type === b.type && a.text === b.text && a.element === b.element
}
