/** Reads JUnit XML that perl's TAP::Formatter::JUnit and node-tap made from TAP. */
import { type RawCase, type RawPlace, type RawSuite, suiteNames } from './raw.ts'

const ORDINAL = /^\d{1,9} - /
/** Escaped characters of TAP. */
const ESCAPED = /\\([\\#])/g
/** perl writes bytes beyond ASCII in this form. */
const BYTES = /(?:\[\\x[0-9a-f]{2}\])+/g

/** Returns the name without its number, which changes with the order, as TAP has it. */
export function perlName(name: string): string {
  const decoded = name.replace(BYTES, (bytes) => {
    const codes = [...bytes.matchAll(/x(..)/g)].map(([, hex]) => Number.parseInt(hex ?? '', 16))
    return new TextDecoder().decode(Uint8Array.from(codes))
  })
  return decoded.replace(ORDINAL, '').replace(ESCAPED, '$1')
}

/**
 * Removes assertions. node-tap writes a sub-test twice: as a suite of its contents, and as a case. Tests are cases with
 * a suite of assertions, and cases outside of those.
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
    // A group that failed on its own is a test too.
    return !groups.has(own) || (raw.problems.length > 0 && !failing.has(own))
  })
}

/** Returns the groups that contain a failure. */
function failingAround(subtests: readonly RawCase[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const raw of subtests.filter(({ problems }) => problems.length > 0)) {
    const names = getNames(raw.suite)
    for (const length of names.keys()) keys.add(toKey(names.slice(0, length + 1)))
  }
  return keys
}

/** The first suite is the file. */
export function nodeTapPlace({ suite, file, name }: RawCase): RawPlace {
  const [path, ...names] = getNames(suite)
  return { file: path ?? file, suite: names, name, variant: null }
}

/** node-tap unescapes the names of cases, but not those of suites. */
function getNames(suite: RawSuite | null): readonly string[] {
  return suiteNames(suite).map((name) => name.replace(ESCAPED, '$1'))
}

function getPath({ suite, name }: RawCase): readonly string[] {
  return [...getNames(suite), name]
}

function toKey(path: readonly string[]): string {
  return JSON.stringify(path)
}
