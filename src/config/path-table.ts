/** Compiles the small pattern language of default-paths.ts: sets for plain names, one expression for the rest. */

/** A path taken apart once, for every table that is asked about it. */
export interface SplitPath {
  /** Without the last segment; empty at the top. */
  readonly folder: string
  readonly name: string
  /** The last two segments; empty at the top. */
  readonly tail: string
}

type SplitMatcher = (path: SplitPath) => boolean

export interface Table {
  /** For one folder, not those around it. */
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

/** `isCaseless` expects names of files in lower case; those of folders are expected so always. */
export function compileTable(lines: readonly string[], isCaseless: boolean): Table {
  const patterns = lines.flatMap((line) => line.split(' ')).flatMap(expandBraces)
  return {
    hasFolder: compileNames(patterns.filter((p) => p.endsWith('/')).map((p) => p.slice(0, -1).toLowerCase())),
    hasFile: compileNames(patterns.filter((p) => !p.endsWith('/')).map((p) => (isCaseless ? p.toLowerCase() : p))),
  }
}

/** `{a,b}c` -> `ac`, `bc`; the table is ours, so it needs no bound. */
export function expandBraces(pattern: string): string[] {
  const brace = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(pattern)
  if (!brace) return [pattern]
  const [, before = '', choices = '', after = ''] = brace
  return choices.split(',').flatMap((choice) => expandBraces(before + choice + after))
}

/** A plain name is compared with the last segment of a path, one with a slash with the last two. */
function compileNames(names: readonly string[]): SplitMatcher {
  const plain = new Set(names.filter((name) => !name.includes('*')))
  const starred = compileStarred(names.filter((name) => name.includes('*')))
  return ({ name, tail }) => plain.has(name) || (tail !== '' && plain.has(tail)) || starred(name)
}

type NameMatcher = (name: string) => boolean

/** Grouped by extension, or by first letter where the extension is open: many times faster than one expression for all. */
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
  const endings = names.filter(isEnding).map((name) => name.slice(1))
  const others = names.filter((name) => !isEnding(name)).map(toExpression)
  const expression = new RegExp(`^(?:${others.join('|')})$`)
  return (name) => endings.some((ending) => name.endsWith(ending)) || (others.length > 0 && expression.test(name))
}

function getExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot === -1 ? '' : name.slice(dot)
}

function toExpression(name: string): string {
  return name.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
}
