/** Finds names that files begin to export. */
import { getSyntax, readExports, readOptional, readWords } from '../../syntax/index.ts'

/** Names in evidence; more are beyond review. */
const MAX_EXPORTS = 20

interface ChangedText {
  readonly path: string
  /** Null where the file is new. */
  readonly before: string | null
  readonly after: string
}

/** Returns, by path and sorted, exported names that no changed file had before in any place. */
export function addedExports(files: readonly ChangedText[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.flatMap(({ path, before }) => (before === null ? [] : [...wordsOf(path, before)])))
  const added = new Map<string, readonly string[]>()
  for (const { path, before, after } of files) {
    const own = exportedNames(path, after).filter((name) => !known.has(name))
    const names = new Set([...own, ...addedOptional(path, before ?? '', after)])
    if (names.size > 0) added.set(path, [...names].toSorted().slice(0, MAX_EXPORTS))
  }
  return added
}

/** Of functions that had fewer before; another name for one is none. */
function addedOptional(path: string, before: string, after: string): readonly string[] {
  if (getSyntax(path) === null) return []
  const [old, now] = [readOptional(path, before), readOptional(path, after)]
  return [...(now ?? [])].flatMap(([name, own]) =>
    own.slice(old?.get(name)?.length ?? own.length).map((one) => `${name}(${one})`),
  )
}

const wordsOf = (path: string, text: string) => readWords(path, text) ?? text.match(/[\p{L}\p{N}_$]+/gu) ?? []

/** Returns all exported names, old ones included: each word of a text that does not parse, none of an unknown language. */
export function exportedNames(path: string, text: string): readonly string[] {
  return getSyntax(path) === null ? [] : (readExports(path, text) ?? [...new Set(wordsOf(path, text))])
}
