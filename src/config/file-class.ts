/** Tells what a path is for, from a project's own globs and the defaults of every common language. */
import { Minimatch, type MinimatchOptions } from 'minimatch'
import type { FileClass } from '../core/model/commit.ts'
import type { PathConfig } from '../core/model/config.ts'
import { CODE, DOCS, FIXTURES, HARNESS, TESTS } from './default-paths.ts'
import { compileTable, type SplitPath, splitPath } from './path-table.ts'

/** Longer than any path a file system takes. No phase may touch the harness, so nothing can hide behind such a name. */
export const MAX_PATH = 4_096

/** What minimatch 11 needs to stay linear on hostile patterns (31,530 random ones: no hang). */
const SAFE: MinimatchOptions = {
  dot: true,
  nocomment: true,
  nonegate: true,
  noext: true,
  matchBase: true,
  braceExpandMax: 64,
}

const fixtures = compileTable(FIXTURES, false)
const harness = compileTable(HARNESS, true)
const tests = compileTable(TESTS, false)
const docs = compileTable(DOCS, true)

/** Which tables name a folder or one around it. */
type FolderFacts = Readonly<Record<'fixtures' | 'harness' | 'tests' | 'docs', boolean>>

const TOP: FolderFacts = { fixtures: false, harness: false, tests: false, docs: false }

/**
 * A function from a tracked path to its class. A project's globs come first (harness, tests, docs: the strictest wins),
 * then fixtures, harness, tests and docs by default; everything else is production. Remembers every answer.
 * @param inUse what is harness although its path does not show it; tests stay tests
 */
export function createClassifier(
  paths: PathConfig,
  inUse: ReadonlySet<string> = new Set(),
): (path: string) => FileClass {
  const ownHarness = compileGlobs(paths.harness, true)
  const ownTests = compileGlobs(paths.tests, false)
  const ownDocs = compileGlobs(paths.docs, false)
  const factsOf = createFolderFacts()
  const classify = (path: string): FileClass => {
    if (path.length > MAX_PATH) return 'harness'
    const folded = foldName(path)
    if (ownHarness(path) || (folded !== path && ownHarness(folded))) return 'harness'
    if (ownTests(path)) return 'test'
    const fileClass = ownDocs(path) ? 'docs' : byDefault(splitPath(path), splitPath(folded.toLowerCase()), factsOf)
    return fileClass !== 'test' && inUse.has(path) ? 'harness' : fileClass
  }
  return remember(classify)
}

function byDefault(path: SplitPath, folded: SplitPath, factsOf: (folder: string) => FolderFacts): FileClass {
  const folder = factsOf(path.folder)
  if (folder.fixtures || fixtures.hasFile(path)) return 'test'
  if (factsOf(folded.folder).harness || harness.hasFile(folded)) return 'harness'
  if (folder.tests || tests.hasFile(path)) return 'test'
  if (folder.docs && isCode(folded.name)) return 'harness'
  return folder.docs || docs.hasFile(folded) ? 'docs' : 'production'
}

/** Code among documents builds them, or hides there: it is measured, and never part of a cycle. */
function isCode(name: string): boolean {
  return CODE.has(name.slice(name.lastIndexOf('.') + 1))
}

function createFolderFacts(): (folder: string) => FolderFacts {
  const factsOf = remember((folder: string): FolderFacts => {
    const around = folder === '' ? TOP : factsOf(splitPath(folder).folder)
    const split = splitPath(folder.toLowerCase())
    return {
      fixtures: around.fixtures || fixtures.hasFolder(split),
      harness: around.harness || harness.hasFolder(split),
      tests: around.tests || tests.hasFolder(split),
      docs: around.docs || docs.hasFolder(split),
    }
  })
  return factsOf
}

function remember<T>(answer: (question: string) => T): (question: string) => T {
  const known = new Map<string, T>()
  return (question) => {
    const seen = known.get(question)
    if (seen !== undefined) return seen
    const fresh = answer(question)
    known.set(question, fresh)
    return fresh
  }
}

/** Whether a path matches one of a project's globs. */
export function compileGlobs(globs: readonly string[], nocase: boolean): (path: string) => boolean {
  const compiled = globs.map((glob) => new Minimatch(normalizeGlob(glob), { ...SAFE, nocase }))
  return (path) => compiled.some((glob) => glob.match(path))
}

/** `./qa/` and `/qa/` mean what people mean by them: everything below the folder. */
function normalizeGlob(glob: string): string {
  const rooted = glob.replace(/^\.?\/+/, '')
  return rooted.endsWith('/') ? `${rooted}**` : rooted
}

/** What NTFS and HFS+ take for the same name: compatibility forms, invisible characters, dots and blanks at the end. */
function foldName(path: string): string {
  if (/^[\x21-\x7e]*[^. ]$/.test(path) && !/[. ]\//.test(path)) return path
  return path
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[. ]+(?=\/|$)/g, '')
}
