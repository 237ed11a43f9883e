/** Classifies paths by a project's globs and the defaults of common languages. */
import { Minimatch, type MinimatchOptions } from 'minimatch'
import type { FileClass } from '../core/model/commit.ts'
import type { PathConfig } from '../core/model/config.ts'
import { CODE, DOCS, FIXTURES, HARNESS, TESTS } from './default-paths.ts'
import { compileTable, type SplitPath, splitPath } from './path-table.ts'

/** Longer than the paths of any file system. A longer path counts as harness, which no phase may change. */
export const MAX_PATH = 4_096

/** Options that keep minimatch 11 linear on hostile patterns (tested with 31,530 random patterns). */
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

/** The tables that match a folder or one of its parents. */
type FolderFacts = Readonly<Record<'fixtures' | 'harness' | 'tests' | 'docs', boolean>>

const TOP: FolderFacts = { fixtures: false, harness: false, tests: false, docs: false }

/**
 * Creates a function from a tracked path to its class, with a cache. The project's globs come first (harness, tests,
 * docs: the strictest wins), then the default fixtures, harness, tests and docs. Every other path is production.
 * @param inUse harness, test data and production that their path does not reveal; tests remain tests
 */
export function createClassifier(
  paths: PathConfig,
  inUse: ReadonlyMap<string, FileClass> = new Map(),
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
    const used = inUse.get(path)
    if (used === 'harness') return fileClass === 'test' ? 'test' : used
    if (used === 'production') return fileClass === 'docs' ? used : fileClass
    return fileClass === 'production' ? (used ?? fileClass) : fileClass
  }
  return remember(classify)
}

function byDefault(path: SplitPath, folded: SplitPath, factsOf: (folder: string) => FolderFacts): FileClass {
  const folder = factsOf(path.folder)
  if (folder.fixtures || fixtures.hasFile(path)) return 'test'
  if (factsOf(folded.folder).harness || harness.hasFile(folded)) return 'harness'
  if (folder.tests || tests.hasFile(path)) return 'test'
  if (!folder.docs && !docs.hasFile(folded)) return 'production'
  return isCode(folded.name) ? 'harness' : 'docs'
}

/** Recognises code. Code among documents and settings may run. */
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

/** Returns a predicate: whether a path matches one of a project's globs. */
export function compileGlobs(globs: readonly string[], nocase: boolean): (path: string) => boolean {
  const compiled = globs.map((glob) => new Minimatch(normalizeGlob(glob), { ...SAFE, nocase }))
  return (path) => compiled.some((glob) => glob.match(path))
}

/** Normalizes a glob: `./qa/` and `/qa/` match everything below the folder. */
function normalizeGlob(glob: string): string {
  const rooted = glob.replace(/^\.?\/+/, '')
  return rooted.endsWith('/') ? `${rooted}**` : rooted
}

/**
 * Folds names that NTFS and HFS+ treat as equal: compatibility forms, invisible characters, trailing dots and spaces.
 */
function foldName(path: string): string {
  if (/^[\x21-\x7e]*[^. ]$/.test(path) && !/[. ]\//.test(path)) return path
  return path
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[. ]+(?=\/|$)/g, '')
}
