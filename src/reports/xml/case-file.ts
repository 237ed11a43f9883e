/** Finds the tracked files for paths, classes, modules and packages in a report; each name is resolved once. */
import type { Failure } from '../../core/model/test-run.ts'
import { getFrames } from '../failure/frames.ts'
import type { ParsedCase } from '../format.ts'
import { AMBIGUOUS, type Tree } from '../json/tree.ts'

/** Languages whose class or module names follow folders. */
const CLASS_FILES = ['.py', '.java', '.kt', '.scala', '.groovy']
/** Languages whose folders may contain several parts of a namespace, or none. */
const DOTNET_FILES = ['.cs', '.fs', '.vb']
/** A Go module of one word is its top package. */
const MODULE = /^[a-z][a-z0-9_]*$/
const MAX_DOTS = 30
/** Paths of frames: stacks repeat a few. */
const MAX_REMEMBERED = 100_000
const TEST_PATH = /(?:^|[/._-])(?:__tests__|tests?|specs?)(?:[/._-])|(?:Tests?|Spec|IT)\.\w+$/

export interface Resolver {
  /** Resolves a path, package or class of the report to a tracked path, or null. */
  readonly fileOf: (word: string) => string | null
  /** `folder` is the package of the case, where bare file names are searched first. */
  readonly frameOf: (
    failure: Omit<Failure, 'at'> | null,
    folder: string | null,
  ) => { readonly at: string; readonly line: number } | null
  /** Returns the first frame in a test file. It is never part of an id, because passing tests have no stack. */
  readonly testFrameOf: (parsed: Pick<ParsedCase, 'failure'>) => string | null
  readonly ambiguous: ReadonlySet<string>
}

/** Creates a resolver with a cache: a report repeats the same names for every case. */
export function getResolver(tree: Tree): Resolver {
  const memory = new Map<string, string | null>()
  const ambiguous = new Set<string>()
  const find = (word: string) => {
    const found = resolve(word, tree)
    if (found === AMBIGUOUS) ambiguous.add(word)
    return found === AMBIGUOUS ? null : found
  }
  const getFile = (word: string) => {
    const known = memory.get(word)
    if (known !== undefined) return known
    const found = find(word)
    memory.set(word, found)
    return found
  }
  const frames = new Map<string, string | null>()
  const ofFrame = (path: string) => {
    const known = frames.get(path)
    if (known !== undefined) return known
    const found = tree.resolveFile(path)
    const at = typeof found === 'string' ? found : null
    if (frames.size < MAX_REMEMBERED) frames.set(path, at)
    return at
  }
  const inTree = (failure: Omit<Failure, 'at'> | null, folder: string | null, isMeant = (_at: string) => true) => {
    for (const { path, line } of getFrames(failure?.stack ?? failure?.message ?? '')) {
      const near = `${folder}/${path}`
      const at = tree.has(near) ? near : ofFrame(path)
      if (at !== null && isMeant(at)) return { at, line }
    }
    return null
  }
  return {
    fileOf: getFile,
    ambiguous,
    frameOf: (failure, folder) => (failure === null ? null : inTree(failure, folder)),
    testFrameOf: ({ failure }) =>
      failure === null ? null : (inTree(failure, null, (at) => TEST_PATH.test(at))?.at ?? null),
  }
}

function resolve(word: string, tree: Tree) {
  const file = tree.resolveFile(word)
  if (file !== null) return file
  if (/[/\\]/.test(word) || !/^[\w.$-]+$/.test(word)) return /\s/.test(word) ? null : tree.resolvePackage(word)
  return ofClass(word, tree) ?? (isGoModule(word, tree) ? tree.resolvePackage(word) : null)
}

/** A name of a source file of another language is no Go module. */
function isGoModule(word: string, tree: Tree): boolean {
  return MODULE.test(word) && CLASS_FILES.every((extension) => tree.resolveFile(word + extension) === null)
}

/** Finds the longest prefix of a dotted name that is a file; a single word must look like a test. */
function ofClass(word: string, tree: Tree) {
  const parts = word.replace(/\$.*$/, '').split('.', MAX_DOTS)
  for (let n = parts.length; n > 0; n -= 1) {
    const base = parts.slice(0, n).join('/')
    for (const extension of CLASS_FILES) {
      const found = tree.resolveFile(base + extension)
      if (found === AMBIGUOUS) return found
      if (found !== null && (n > 1 || TEST_PATH.test(found))) return found
    }
  }
  return ofDotnetClass(parts, tree)
}

/** `Shop.Tests.CartTests` -> `CartTests.cs`; where several have that name, the one in the folder `Shop.Tests` or `Tests`. */
function ofDotnetClass(parts: readonly string[], tree: Tree) {
  const name = parts.at(-1) ?? ''
  if (parts.length < 2 || !/^[A-Z]/.test(name)) return null
  for (const extension of DOTNET_FILES) {
    const found = tree.resolveFile(name + extension)
    if (found !== AMBIGUOUS) {
      if (found !== null) return found
      continue
    }
    for (let from = 0; from < parts.length - 1; from += 1)
      for (const mark of ['.', '/']) {
        const near = tree.resolveFile(`${parts.slice(from, -1).join(mark)}/${name}${extension}`)
        if (near !== null) return near
      }
    return found
  }
  return null
}
