/** Compiles the patterns of default-paths.ts into sets of plain names and one regular expression for the others. */

/** A path that is split once for all tables. */
export interface SplitPath {
  /** The path without its last segment; empty at the top. */
  readonly folder: string
  readonly name: string
  /** The last two segments; empty at the top. */
  readonly tail: string
}

type SplitMatcher = (path: SplitPath) => boolean

export interface Table {
  /** Matches a folder itself, not its parents. */
  readonly hasFolder: SplitMatcher
  readonly hasFile: SplitMatcher
}

export function splitPath(path: string): SplitPath {
  const slash = path.lastIndexOf('/')
  if (slash === -1) return { folder: '', name: path, tail: '' }
  return {
    folder: path.slice(0, slash),
    name: path.slice(slash + 1),
    tail: path.slice(path.lastIndexOf('/', slash - 1) + 1),
  }
}

/** Compiles patterns. `isCaseless` expects file names in lower case; folder names must always be in lower case. */
export function compileTable(lines: readonly string[], isCaseless: boolean): Table {
  const patterns = lines.flatMap((line) => line.split(' ')).flatMap(expandBraces)
  return {
    hasFolder: compileNames(patterns.filter((p) => p.endsWith('/')).map((p) => p.slice(0, -1).toLowerCase())),
    hasFile: compileNames(patterns.filter((p) => !p.endsWith('/')).map((p) => (isCaseless ? p.toLowerCase() : p))),
  }
}

/** Expands braces: `{a,b}c` -> `ac`, `bc`. Needs no bound, because the table is a constant. */
function expandBraces(pattern: string): string[] {
  const brace = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(pattern)
  if (!brace) return [pattern]
  const [, before = '', choices = '', after = ''] = brace
  return choices.split(',').flatMap((choice) => expandBraces(before + choice + after))
}

/** Matches a plain name with the last segment of a path, and one with a slash with the last two segments. */
function compileNames(names: readonly string[]): SplitMatcher {
  const plain = new Set(names.filter((name) => !name.includes('*')))
  const starred = compileStarred(names.filter((name) => name.includes('*')))
  return ({ name, tail }) => plain.has(name) || (tail !== '' && plain.has(tail)) || starred(name)
}

type NameMatcher = (name: string) => boolean

/**
 * Groups patterns by extension, or by first letter where the extension is open. This is many times faster than a single
 * expression.
 */
function compileStarred(names: readonly string[]): NameMatcher {
  const grouped = Map.groupBy(names, (name) => {
    const extension = getExtension(name)
    return extension === '' || extension.includes('*') ? name.charAt(0) : extension
  })
  const groups = new Map([...grouped].map(([key, group]) => [key, compileGroup(group)]))
  const test = (key: string, name: string): boolean => groups.get(key)?.(name) ?? false
  return (name) => test(getExtension(name), name) || test(name.charAt(0), name) || test('*', name)
}

function compileGroup(names: readonly string[]): NameMatcher {
  const isEnding = (name: string): boolean => name.lastIndexOf('*') === 0
  const suffixes = names.filter(isEnding).map((name) => name.slice(1))
  const others = names.filter((name) => !isEnding(name)).map(toExpression)
  const expression = new RegExp(`^(?:${others.join('|')})$`)
  return (name) => suffixes.some((suffix) => name.endsWith(suffix)) || (others.length > 0 && expression.test(name))
}

function getExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot === -1 ? '' : name.slice(dot)
}

function toExpression(name: string): string {
  return name.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
}
