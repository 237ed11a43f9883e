/** JUnit XML that was made of TAP, by perl's TAP::Formatter::JUnit and by node-tap. */
import { type Place, type RawCase, type RawSuite, suiteNames } from './raw.ts'

const ORDINAL = /^\d{1,9} - /
/** What means something to TAP. */
const ESCAPED = /\\([\\#])/g
/** perl writes bytes beyond ASCII so. */
const BYTES = /(?:\[\\x[0-9a-f]{2}\])+/g

/** The name without its number, which moves with the order, as TAP has it. */
export function perlName(name: string): string {
  const decoded = name.replace(BYTES, (bytes) => {
    const codes = [...bytes.matchAll(/x(..)/g)].map(([, hex]) => Number.parseInt(hex ?? '', 16))
    return new TextDecoder().decode(Uint8Array.from(codes))
  })
  return decoded.replace(ORDINAL, '').replace(ESCAPED, '$1')
}

/**
 * node-tap tells a sub-test twice, as a suite of what is inside and as a case beside it. The tests are the cases with a
 * suite of assertions, and what stands in no such case; groups and assertions are told by them.
 */
export function withoutAssertions(cases: readonly RawCase[]): readonly RawCase[] {
  const result = new Set(cases.map((raw) => toKey(getPath(raw))))
  const suites = new Set(cases.map((raw) => toKey(getNames(raw.suite))))
  const isSubtest = (raw: RawCase) => suites.has(toKey(getPath(raw)))
  const groups = new Set(cases.filter(isSubtest).map((raw) => toKey(getNames(raw.suite))))
  const failing = failingAround(cases.filter(isSubtest))
  return cases.filter((raw) => {
    const own = toKey(getPath(raw))
    if (raw.skipped !== null) return true
    if (!isSubtest(raw)) return !result.has(toKey(getNames(raw.suite)))
    // A group that failed on its own account is a test as well.
    return !groups.has(own) || (raw.problems.length > 0 && !failing.has(own))
  })
}

/** The groups that something inside has failed in. */
function failingAround(subtests: readonly RawCase[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const raw of subtests.filter(({ problems }) => problems.length > 0)) {
    const names = getNames(raw.suite)
    for (const length of names.keys()) keys.add(toKey(names.slice(0, length + 1)))
  }
  return keys
}

/** The first suite is the file. */
export function nodeTapPlace({ suite, file, name }: RawCase): Place {
  const [path, ...names] = getNames(suite)
  return { file: path ?? file, suite: names, name, variant: null }
}

/** node-tap leaves the names of suites as TAP has them, and those of cases not. */
function getNames(suite: RawSuite | null): readonly string[] {
  return suiteNames(suite).map((name) => name.replace(ESCAPED, '$1'))
}

function getPath({ suite, name }: RawCase): readonly string[] {
  return [...getNames(suite), name]
}

function toKey(path: readonly string[]): string {
  return JSON.stringify(path)
}
