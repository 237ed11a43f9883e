/** Says where a case belongs: its file, suite path and name, by the conventions of the writer. */
import { type Dialect, isFileName, type RawCase, type RawSuite, suiteNames } from './raw.ts'

export interface Place {
  readonly file: string | null
  readonly suite: readonly string[]
  readonly name: string
  readonly variant: string | null
  readonly className?: string
}

/** Suites that stand for the whole run and say nothing about a test. */
const WHOLE_RUN = new Set([
  'Mocha Tests',
  'Root Suite',
  'jest tests',
  'pytest',
  'rspec',
  'undefined',
  '(empty)',
  'AllTests',
])
const JAVA_CLASS = /^(?:[a-z_]\w*\.)+[A-Z][\w$]*$/
/** What a resolver can look for in the tree: dotted classes and modules, package paths. */
const RESOLVABLE = /^[\w$]+(?:[./\\-][\w$.-]+)*$/

/** A function from raw cases to places; suite paths are worked out once for each suite. */
export function placer(dialect: Dialect): (raw: RawCase) => Place {
  const known = new Map<RawSuite | null, readonly string[]>()
  const namesOf = (suite: RawSuite | null) => {
    const names = known.get(suite) ?? suiteNames(suite)
    known.set(suite, names)
    return names
  }
  return (raw) => place(raw, dialect, namesOf(raw.suite))
}

function place(raw: RawCase, dialect: Dialect, names: readonly string[]): Place {
  const file = raw.file ?? suiteFile(raw.suite)
  const base = { file, name: raw.name, variant: null }
  switch (dialect) {
    case 'node':
      return { ...base, suite: names, name: raw.name.replaceAll('&quot;', '"') }
    case 'bun':
      return { ...base, suite: names.filter((name) => name !== file && !isFileName(name)) }
    case 'pytest':
      return { ...base, suite: testClasses(raw.className), ...resolvable(raw, file) }
    case 'jest':
      return { ...base, suite: raw.className === '' || raw.className === raw.name ? [] : [raw.className] }
    case 'go':
    case 'java':
      return { ...base, suite: raw.className === '' ? names : [raw.className], ...resolvable(raw, file) }
    default:
      return scriptPlace(raw, dialect) ?? { ...base, ...titles(raw, file, names) }
  }
}

/** vitest and playwright: one suite for each file, the titles joined in the name. */
function scriptPlace(raw: RawCase, dialect: Dialect): Place | null {
  const { suite } = raw
  if (suite === null || !isFileName(suite.name) || !raw.className.startsWith(suite.name)) return null
  const path = raw.name.split(dialect === 'playwright' ? ' › ' : ' > ')
  const variant = dialect === 'playwright' ? suite.hostname : null
  return { file: suite.name, suite: path.slice(0, -1), name: path.at(-1) ?? '', variant }
}

function titles(
  raw: RawCase,
  file: string | null,
  all: readonly string[],
): Pick<Place, 'file' | 'suite' | 'name' | 'className'> {
  const { className, name } = raw
  const names = all.filter((suite) => !WHOLE_RUN.has(suite) && !isFileName(suite))
  const last = names.at(-1) ?? ''
  const found = file ?? [className, ...all].find(isFileName) ?? null
  if (className === '' || isFileName(className) || isFileInDots(className, found))
    return { file: found, suite: names, name }
  if (className === name) return { file: found, suite: name.startsWith(last) ? [] : names, name }
  const full = fullTitle(raw, last)
  if (full !== null) return { file: found, ...full }
  const isWhole =
    JAVA_CLASS.test(className) || className.startsWith(last) || last.endsWith(className) || found?.endsWith('.php')
  return { file: found, suite: isWhole ? [className] : [...names, className], name, ...resolvable(raw, found) }
}

/** mocha-junit-reporter puts the full title into one attribute and the title into the other; which one is an option. */
function fullTitle({ name, className }: RawCase, last: string): { suite: string[]; name: string } | null {
  if (last === '') return null
  for (const [full, own] of [
    [name, className],
    [className, name],
  ] as const)
    if (full.endsWith(`${last} ${own}`)) return { suite: [full.slice(0, -own.length - 1)], name: own }
  return null
}

/** rspec: `spec.cases_spec` for `./spec/cases_spec.rb`. */
function isFileInDots(className: string, file: string | null): boolean {
  return (
    file !== null &&
    className.includes('.') &&
    file
      .replace(/\.\w+$/, '')
      .replaceAll('/', '.')
      .endsWith(className)
  )
}

function suiteFile(suite: RawSuite | null): string | null {
  for (let at = suite; at !== null; at = at.parent) if (at.file !== null) return at.file
  return null
}

/** The classes at the end of `tests.test_a.TestB.TestC`; modules are written small. */
function testClasses(className: string): string[] {
  const parts = className.split('.')
  return parts.slice(parts.findLastIndex((part) => !/^_*[A-Z]/.test(part)) + 1)
}

function resolvable({ className }: RawCase, file: string | null): { className?: string } {
  return file === null && RESOLVABLE.test(className) ? { className } : {}
}
