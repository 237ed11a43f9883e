/** Finds exported names, for languages that mark them at the declaration; without types. */

/** Names in evidence; more are beyond review. */
const MAX_EXPORTS = 20
const LIST = /^\s*(?:[\w$]+\s+as\s+)?([\w$]+)/

const JS_DECLARED =
  /^export\s+(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|const|let|var|enum|namespace)\s*([\w$]+)/gm
const JS_ASSIGNED = /^(?:module\.)?exports\.([\w$]+)\s*=/gm
const JS_LISTS = /^(?:export\s*|module\.exports\s*=\s*)\{([^}]*)\}/gm
const DECLARED: readonly (readonly [RegExp, RegExp])[] = [
  [/\.pyi?$/, /^(?:async\s+)?(?:def|class)\s+([^\W_]\w*)/gm],
  [/\.go$/, /^(?:func\s+(?:\([^)\n]*\)\s*)?|(?:type|var|const)\s+)([A-Z]\w*)/gm],
  [
    /\.rs$/,
    /^pub(?:\([^)\n]*\))?\s+(?:async\s+|unsafe\s+|const\s+)?(?:fn|struct|enum|trait|const|static|mod)\s+(\w+)/gm,
  ],
]

interface ChangedText {
  readonly path: string
  /** Null where the file is new. */
  readonly before: string | null
  readonly after: string
}

/** Returns, by path and sorted, exported names that no changed file had before in any place. */
export function addedExports(files: readonly ChangedText[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.flatMap(({ before }) => before?.match(/[\p{L}\p{N}_$]+/gu) ?? []))
  const added = new Map<string, readonly string[]>()
  for (const { path, after } of files) {
    const names = new Set(exportedNames(path, after).filter((name) => !known.has(name)))
    if (names.size > 0) added.set(path, [...names].toSorted().slice(0, MAX_EXPORTS))
  }
  return added
}

/** Returns all exported names, old ones included. */
export function exportedNames(path: string, text: string): readonly string[] {
  const firsts = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')
  if (/\.[cm]?[jt]sx?$/.test(path)) {
    const listed = firsts(JS_LISTS).flatMap((names) => names.split(',').flatMap((one) => LIST.exec(one)?.[1] ?? []))
    return [...firsts(JS_DECLARED), ...firsts(JS_ASSIGNED), ...listed]
  }
  const pattern = DECLARED.find(([known]) => known.test(path))?.[1]
  return pattern === undefined ? [] : firsts(pattern)
}
