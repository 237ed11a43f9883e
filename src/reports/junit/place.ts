/** Determines file, suite path and name of a case by the conventions of its writer. */

import { eunitPlace } from './eunit.ts'
import { bustedPlace, karmaPlace, minitestName, phpFile } from './names.ts'
import {
  isFileName,
  isJavaClass,
  type Producer,
  type RawCase,
  type RawPlace,
  type RawSuite,
  suiteNames,
} from './raw.ts'
import { libtestPlace, nextestPlace } from './rust.ts'
import { nodeTapPlace, perlName } from './tap.ts'

export type { RawPlace as Place } from './raw.ts'

/** Suites that represent the whole run and do not describe a test. */
const WHOLE_RUN = new Set([
  'Mocha Tests',
  'Root Suite',
  'jest tests',
  'pytest',
  'rspec',
  'undefined',
  '(empty)',
  'AllTests',
  'TestResults',
])
/** Names that can be resolved in the tree: dotted classes and modules, package paths. */
const RESOLVABLE = /^[\w$][\w$./\\-]*$/

/** The values that neighbours share, computed once for consecutive cases of the same suite, class and file. */
interface RuntimeContext {
  readonly raw: RawCase
  readonly file: string | null
  /** All suites, and those that describe a test. */
  readonly all: readonly string[]
  readonly names: readonly string[]
  /** Set for writers with one suite per file and joined titles: vitest and playwright. */
  readonly script: { readonly file: string; readonly separator: string; readonly variant: string | null } | null
  /** The file that suites or class are named after, where no attribute contains it. */
  readonly found: string | null
  readonly isClassFile: boolean
  /** The suites, and the class where it contains more. */
  readonly path: readonly string[]
  readonly resolvable: { readonly className?: string }
}

/** Creates a function from raw cases, in document order, to places. */
export function placer(producer: Producer): (raw: RawCase) => RawPlace {
  let last: RuntimeContext | null = null
  return (raw) => {
    const isSame =
      last !== null &&
      last.raw.suite === raw.suite &&
      last.raw.className === raw.className &&
      last.raw.file === raw.file
    last = isSame && last !== null ? last : getSurroundings(raw, producer)
    return place(raw, producer, last)
  }
}

function getSurroundings(raw: RawCase, producer: Producer): RuntimeContext {
  const { className } = raw
  const file = raw.file === null ? suiteFile(raw.suite) : phpFile(raw.file)
  const all = suiteNames(raw.suite)
  const names = all.filter((suite) => !WHOLE_RUN.has(suite) && !isFileName(suite))
  const last = names.at(-1) ?? ''
  const found = file ?? [className, ...all].find(isFileName) ?? null
  const isWhole =
    isJavaClass(className) ||
    className.startsWith(last) ||
    last.endsWith(className) ||
    className.endsWith(`.${last}`) ||
    found?.endsWith('.php') === true
  return {
    raw,
    file,
    all,
    names,
    script: getScript(raw, producer),
    found,
    isClassFile: className === '' || isFileName(className) || isFileInDots(className, found),
    path: isWhole ? [className] : [...names, className],
    resolvable: found === null && RESOLVABLE.test(className) ? { className } : {},
  }
}

function getScript({ suite, className }: RawCase, producer: Producer): RuntimeContext['script'] {
  if (suite === null || !isFileName(suite.name) || !className.startsWith(suite.name)) return null
  const isPlaywright = producer === 'playwright'
  return { file: suite.name, separator: isPlaywright ? ' › ' : ' > ', variant: isPlaywright ? suite.hostname : null }
}

function place(raw: RawCase, producer: Producer, around: RuntimeContext): RawPlace {
  const { className, name } = raw
  const { file, found, all, isClassFile, resolvable } = around
  switch (producer) {
    case 'node':
      return { file, suite: all, name: name.replaceAll('&quot;', '"'), variant: null }
    case 'bun':
      return { file, suite: all.filter((suite) => suite !== file && !isFileName(suite)), name, variant: null }
    case 'pytest':
      return { file: pytestFile(file, className), suite: testClasses(className), name, variant: null, ...resolvable }
    case 'jest':
      return { file: found, suite: isClassFile || className === name ? [] : [className], name, variant: null }
    case 'libtest':
      return libtestPlace(raw)
    case 'nextest':
      return nextestPlace(raw)
    case 'perl':
      return { file, suite: all, name: perlName(name), variant: null }
    case 'node-tap':
      return nodeTapPlace(raw)
    case 'karma':
      return karmaPlace(raw)
    case 'busted':
      return bustedPlace(raw)
    case 'minitest':
      return { ...genericPlace(raw, around), name: minitestName(name) }
    case 'go':
    case 'java':
      return { file, suite: className === '' ? all : [className], name, variant: null, ...resolvable }
    default:
      if (around.script !== null) return scriptPlace(name, around.script)
      return eunitPlace(raw) ?? genericPlace(raw, around)
  }
}

function scriptPlace(title: string, { file, separator, variant }: NonNullable<RuntimeContext['script']>): RawPlace {
  const path = title.split(separator)
  return { file, suite: path.slice(0, -1), name: path.at(-1) ?? '', variant }
}

function genericPlace(raw: RawCase, { found: file, names, isClassFile, path, resolvable }: RuntimeContext): RawPlace {
  const { className, name } = raw
  const last = names.at(-1) ?? ''
  if (isClassFile) return { file, suite: names, name, variant: null }
  if (className === name) return { file, suite: name.startsWith(last) ? [] : names, name, variant: null }
  const full = fullTitle(raw, last)
  if (full !== null) return { file, ...full, variant: null }
  return { file, suite: path, name, variant: null, ...resolvable }
}

/** mocha-junit-reporter writes the full title and the title as name and class. Their order is an option. */
function fullTitle({ name, className }: RawCase, last: string): { suite: string[]; name: string } | null {
  if (last === '') return null
  return titleIn(name, className, last) ?? titleIn(className, name, last)
}

/** Nearly all cases fail the first check, which creates no string. */
function titleIn(full: string, own: string, last: string): { suite: string[]; name: string } | null {
  if (!full.endsWith(own) || !full.endsWith(`${last} ${own}`)) return null
  return { suite: [full.slice(0, -own.length - 1)], name: own }
}

/** rspec writes `spec.cases_spec` for `./spec/cases_spec.rb`. */
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

/** `file` contains the function. The class may inherit it from another module than the executed one, `className`. */
function pytestFile(file: string | null, className: string): string | null {
  if (file === null || !file.endsWith('.py')) return file
  const dotted = file.slice(0, -'.py'.length).replaceAll(/[/\\]/g, '.')
  const isSame = className === dotted || className.startsWith(`${dotted}.`)
  const classes = testClasses(className).length
  const parts = className.split('.')
  return isSame || classes === 0 || classes === parts.length ? file : `${parts.slice(0, -classes).join('/')}.py`
}

/** Returns the classes at the end of `tests.test_a.TestB.TestC`. Modules start with a lower-case character. */
function testClasses(className: string): string[] {
  const parts = className.split('.')
  return parts.slice(parts.findLastIndex((part) => !/^_*[A-Z]/.test(part)) + 1)
}
