/** Finds the texts and bodies of tests by their ids. */
import type { TestReplacement } from '../model/evidence.ts'
import { isFailing, type TestCase, type TestId, type TestRun } from '../model/test-run.ts'
import { getFolder, type TextFile } from '../text/nearby.ts'
import { readTestBodies } from '../text/test-bodies.ts'
import type { RunIndex } from './tracked-tests.ts'

export interface Answering {
  readonly run: TestRun
  readonly baseline: RunIndex
  /** Changed test files, by path. */
  readonly texts: {
    readonly before: ReadonlyMap<string, string>
    readonly after: ReadonlyMap<string, string>
    /** Old names of production -> new ones, where the commit renames and does nothing else; absent: none. */
    readonly names?: ReadonlyMap<string, string>
  }
  /** The run of the old test files over the new tree; null when it was not tried. */
  readonly withOldTests: TestRun | null
  /** Replacements found by earlier commits since the baseline, by the removed test. */
  readonly earlier?: ReadonlyMap<TestId, TestReplacement>
}

/** Minitest puts the class in front: `CartTest#test_adds`. */
export const withoutClass = (name: string) => name.replace(/^[\w:]+#(?=\w+$)/, '')

export const nameIn = (id: TestId) => id.slice(id.lastIndexOf(' > ') + 1).replace(/^> /, '')

export const groupsIn = (id: TestId) => id.split(' > ').slice(1, -1)

/** Go names a subtest by its path, pytest a row by the part in brackets. */
export const plainName = (name: string) =>
  withoutClass(name)
    .split('/')
    .at(-1)
    ?.replace(/\[[^\]]*\]$/, '') ?? name

export function isNoWorse({ outcome }: TestCase, was: TestCase['outcome']): boolean {
  return outcome === 'passed' || (isFailing(outcome) && isFailing(was))
}

/** Returns the file, or the package's files when reports name only the package. */
export function getTestTexts(texts: ReadonlyMap<string, string>, file: string | null): readonly TextFile[] {
  return [...texts].flatMap(([path, text]) => (path === file || getFolder(path) === file ? [{ path, text }] : []))
}

/** Returns what finds the bodies of tests, or null where a text is not read; reads each file once. */
export function bodiesIn(texts: ReadonlyMap<string, string>) {
  const read = rememberAnswers((file: string) =>
    getTestTexts(texts, file).map(({ path, text }) => readTestBodies(path, text)),
  )
  return (file: string, name: string, groups?: readonly string[]): readonly string[] | null => {
    const found = read(file).map((find) => find?.(name, groups) ?? null)
    return found.includes(null) ? null : found.flatMap((bodies) => bodies ?? [])
  }
}

export function rememberAnswers<T>(answer: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const value = known.has(key) ? (known.get(key) as T) : answer(key)
    known.set(key, value)
    return value
  }
}
