/** Finds the tracked file of a reported path, which may come from other folders, containers and systems. */

/** A tracked path; null when none fits; AMBIGUOUS when several fit equally. */
export type Resolved = string | null | typeof AMBIGUOUS
export const AMBIGUOUS = Symbol('ambiguous')

export interface Tree {
  readonly resolveFile: (reported: string) => Resolved
  /** Resolves a tracked path, or the end of one. */
  readonly resolveEnd: (reported: string) => Resolved
  /** Resolves a compiled file to its source. */
  readonly resolveCompiled: (reported: string) => Resolved
  /** Resolves a Go package, or a folder of Go files. */
  readonly resolvePackage: (reported: string) => Resolved
  readonly has: (path: string) => boolean
  readonly hasFolder: (path: string) => boolean
  /** The files below a folder, with paths from there. */
  readonly below: (folder: string) => Tree
  /** Returns whether several tracked paths share the longest end of a path, of two names or more. */
  readonly isAmbiguousEnd: (reported: string) => boolean
}

/** Deeper paths are indexed only by their whole path. */
const MAX_SEGMENTS = 40
const GO_FILE = /\.go$/

/** Builds the tree. The index of path suffixes is built on first use. */
export function getJsonTree(paths: Iterable<string>): Tree {
  const files = new Set(paths)
  const fileEnds = lazily(() => getEnds(files))
  const folders = lazily(() => goFolders(files))
  const folderEnds = lazily(() => getEnds(folders()))
  const allFolders = lazily(() => getFolders(files))
  const belowOf = new Map<string, Tree>()
  return {
    has: (path) => files.has(path),
    hasFolder: (path) => allFolders().has(path),
    below: (folder) => {
      const known = belowOf.get(folder) ?? getJsonTree(getBelow(files, folder))
      belowOf.set(folder, known)
      return known
    },
    isAmbiguousEnd: (reported) => longestEnd(withoutSteps(toSlashes(reported)), fileEnds(), 2) === AMBIGUOUS,
    resolveEnd: (reported) => {
      const clean = withoutSteps(toSlashes(reported))
      return files.has(clean) ? clean : (fileEnds().get(clean) ?? null)
    },
    resolveCompiled: (reported) => getSource(reported, fileEnds),
    resolveFile: (reported) => lookUp(reported, files, fileEnds) ?? getSource(reported, fileEnds),
    resolvePackage: (reported) => {
      if (folders().size === 0) return null
      const exact = lookUp(reported, folders(), folderEnds)
      if (exact !== null) return exact
      const found = longestEnd(reported, folderEnds())
      const isTop = files.has('go.mod') && folders().has('.')
      return isTop && !isInModule(found, files) ? '.' : found
    },
  }
}

/** Returns the longest tracked suffix. A relative path may also be the suffix of a tracked one. */
function lookUp(reported: string, tracked: ReadonlySet<string>, ends: () => ReadonlyMap<string, Resolved>): Resolved {
  const path = toSlashes(reported)
  const isAbsolute = /^(?:[A-Za-z]:)?\//.test(path)
  const clean = withoutSteps(path)
  if (clean === '') return null
  if (tracked.has(clean)) return clean
  const end = isAbsolute ? undefined : ends().get(clean)
  if (end !== undefined) return end
  for (let at = clean.indexOf('/'), n = 0; at >= 0 && n < MAX_SEGMENTS; at = clean.indexOf('/', at + 1), n += 1) {
    const suffix = clean.slice(at + 1)
    if (tracked.has(suffix)) return suffix
  }
  return null
}

const COMPILED = /\.([cm]?)js(x?)$/
/** Installed packages are not in the tree. */
const INSTALLED = /(?:^|\/)node_modules\//

/** Returns the TypeScript source of a compiled file. Compilers keep the folders below their root. */
function getSource(reported: string, ends: () => ReadonlyMap<string, Resolved>): Resolved {
  const path = toSlashes(reported)
  if (!COMPILED.test(path) || INSTALLED.test(path)) return null
  const clean = withoutSteps(path)
  const [same, plain] = [clean.replace(COMPILED, '.$1ts$2'), clean.replace(COMPILED, '.ts')]
  return longestEnd(same, ends()) ?? (same === plain ? null : longestEnd(plain, ends()))
}

/** Resolves `module/name/folder` to the tracked path with the longest common suffix, of so many names or more. */
function longestEnd(clean: string, ends: ReadonlyMap<string, Resolved>, least = 1): Resolved {
  for (let at = clean.indexOf('/'), n = 0; at >= 0 && n < MAX_SEGMENTS; at = clean.indexOf('/', at + 1), n += 1) {
    const end = clean.slice(at + 1)
    const found = ends.get(end)
    if (found !== undefined) return end.split('/').length < least ? null : found
  }
  return null
}

function getEnds(paths: ReadonlySet<string>): ReadonlyMap<string, Resolved> {
  const ends = new Map<string, Resolved>()
  for (const path of paths) {
    let from = path.length
    for (let n = 0; n < MAX_SEGMENTS && from >= 0; n += 1) {
      from = path.lastIndexOf('/', from - 1)
      const end = path.slice(from + 1)
      ends.set(end, ends.has(end) ? AMBIGUOUS : path)
      if (from <= 0) break
    }
  }
  return ends
}

function getBelow(files: ReadonlySet<string>, folder: string): readonly string[] {
  const start = `${folder}/`
  return [...files].filter((path) => path.startsWith(start)).map((path) => path.slice(start.length))
}

function getFolders(files: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of files) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (folders.has(path.slice(0, end))) break
      folders.add(path.slice(0, end))
    }
  }
  return folders
}

function goFolders(files: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of files) {
    if (GO_FILE.test(path)) folders.add(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.')
  }
  return folders
}

/**
 * Returns whether a folder belongs to a nested Go module: other modules have names that their path does not end with.
 */
function isInModule(folder: Resolved, files: ReadonlySet<string>): boolean {
  if (typeof folder !== 'string') return folder !== null && files.values().some((path) => path.endsWith('/go.mod'))
  const parts = folder.split('/')
  return parts.some((_, n) => files.has(`${parts.slice(0, n + 1).join('/')}/go.mod`))
}

export function toSlashes(reported: string): string {
  const path = reported.startsWith('file://') ? decoded(reported.slice('file://'.length)) : reported
  return path.replaceAll('\\', '/')
}

/** Returns an invalid URL unchanged. */
function decoded(path: string): string {
  return /%(?![0-9A-Fa-f]{2})/.test(path)
    ? path
    : path.replace(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) => {
        const codes = bytes
          .slice(1)
          .split('%')
          .map((hex) => Number.parseInt(hex, 16))
        return new TextDecoder().decode(Uint8Array.from(codes))
      })
}

/** Joins paths of the tree; a step beyond its top stays at the top. */
export const joinPath = (folder: string, path: string): string => withoutSteps(`${folder}/${path}`)

function withoutSteps(path: string): string {
  if (!/(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) return path
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
