/** Converts paths to the forms of reports: most runners name files, some (Go) only the folder of a package. */

export interface TextFile {
  readonly path: string
  readonly text: string
}

/** A file that a change leaves there. */
export interface Changed {
  readonly path: string
  /** Null where the file is new. */
  readonly before: string | null
  readonly after: string
}

/** Returns the files themselves and their folders; the top folder is `.`. */
export function nearby(files: Iterable<string>): ReadonlySet<string> {
  return new Set([...files].flatMap((file) => [file, getFolder(file)]))
}

export function getFolder(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.'
}

/** Joins paths as a file system does, without leaving the top. */
export function resolvePath(folder: string, relative: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${relative}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

const MAX_NAMED = 20
/** A path inside the tree: no address, no place outside, and no version. A backslash ends no word of prose. */
const PATH = /(?<![\w/\\.:@~-])(?:\.\/)?((?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*\.[A-Za-z]\w{0,9})(?![\w/\\])/g

/**
 * Finds the files that prose names, as the text of a plan does. Returns the paths in order, each once. A name without a folder counts only where the tree has it: `Node.js` is no file.
 * @param known the paths of the tree
 */
export function findNamedPaths(prose: string, known: readonly string[]): readonly string[] {
  const found = [...prose.matchAll(PATH)].map(([, path = '']) => path)
  const there = new Set(known)
  return [...new Set(found.filter((path) => path.includes('/') || there.has(path)))].slice(0, MAX_NAMED)
}

const CONTENT = [
  /\.(?:css|scss|sass|less|styl|sql|po|pot|mo|xlf|xliff|arb|ftl|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp[34]|pdf)$/i,
  /(?:^|\/)(?:locales?|i18n|lang|langs|translations?|l10n)\/(?:[^/]+\/)*[^/]+\.(?:json|ya?ml|toml|properties|resx|strings|xml|php|rb)$/i,
  /(?:^|\/)[Mm]essages_[a-z]{2}(?:_[A-Z]{2})?\.properties$/,
  /\.[a-z]{2}\.(?:json|ya?ml|resx)$/,
]

/** Prose in other languages, styles, pictures and queries: most tests do not check them. */
export const isContent = (path: string): boolean => CONTENT.some((pattern) => pattern.test(path))
