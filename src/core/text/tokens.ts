/** Splits texts into tokens: words, signs, strings, and comments that count. */
import { getSyntax, MAX_SOURCE_TEXT, type Reading, type Region, readRegions } from '../../syntax/index.ts'

/** How a language without a grammar writes its comments. */
interface Plain {
  readonly line: RegExp | null
  readonly block: boolean
  /** Whether line ends and indentation have a meaning. */
  readonly isIndented: boolean
}

const C_LIKE: Plain = { line: /\/\//y, block: true, isIndented: false }
const HASH: Plain = { line: /#/y, block: false, isIndented: true }
const PLAIN: readonly (readonly [RegExp, Plain])[] = [
  [/\.(?:kts?|swift|scala|dart|groovy|proto|m|mm|zig|vue|svelte)$/, C_LIKE],
  [/\.(?:css|scss|sass|less)$/, { ...C_LIKE, line: null }],
  [/\.(?:ya?ml|toml|pl|r|exs?|jl|nix|tf|cr)$/, HASH],
  [/\.(?:sql|lua|hs|elm)$/, { line: /--/y, block: true, isIndented: false }],
]
/** Languages with a grammar in which line ends have a meaning. */
const INDENTED = /\.(?:pyi?|rb|sh|bash)$/

const getPlain = (path: string): Plain | null => PLAIN.find(([pattern]) => pattern.test(path))?.[1] ?? null

/** Returns whether the language of a file is known. */
export const isCodeFile = (path: string): boolean => getSyntax(path) !== null || getPlain(path) !== null

const WORD = /[\p{L}\p{N}_$@]+/uy
const BLANK_LINES = /\n[ \t]*(?:\n[ \t]*)*/y
const TRIPLE = /"""|'''/y
const OPENING = '([{'
const CLOSING = ')]}'

/** Tokens, and the offset in the text at which each begins. */
export interface PlacedTokens {
  readonly tokens: readonly string[]
  readonly places: readonly number[]
}

/**
 * Returns null for an unknown language, or when the text is too long.
 * @param keeps whether a comment is a token
 */
export function getTokens(path: string, text: string, keeps?: Reading['keeps']): readonly string[] | null {
  return placeTokens(path, text, keeps)?.tokens ?? null
}

/** Returns what `getTokens` returns, with places. */
export function placeTokens(path: string, text: string, keeps: Reading['keeps'] = () => false): PlacedTokens | null {
  const plain = getPlain(path)
  if (text.length > MAX_SOURCE_TEXT) return null
  const regions = plain === null ? readRegions(path, text) : findRegions(text, plain)
  return regions && scan(text, regions, plain?.isIndented ?? INDENTED.test(path), keeps)
}

/** Returns the tokens of each line, joined by single blanks; a string of several lines belongs to its first. */
export function getTokenLines(path: string, text: string): readonly string[] {
  const { tokens, places } = placeTokens(path, text) ?? { tokens: [], places: [] }
  let next = 0
  let end = 0
  return text.split('\n').map((line) => {
    end += line.length + 1
    const from = next
    while ((places[next] ?? end) < end) next += 1
    return tokens
      .slice(from, next)
      .filter((token) => !token.startsWith('\n'))
      .join(' ')
  })
}

/** Marks where blocks begin and end, with any indentation. */
export function asBlocks(tokens: readonly string[]): readonly string[] {
  const open = ['']
  return tokens.map((token) => {
    if (!token.startsWith('\n')) return token
    const indent = token.slice(1)
    const depth = open.indexOf(indent)
    if (depth !== -1) return `\n${'<'.repeat(open.splice(depth + 1).length)}`
    if (!indent.startsWith(open.at(-1) ?? '')) return token
    open.push(indent)
    return '\n>'
  })
}

/** @param regions in order */
function scan(text: string, regions: readonly Region[], isIndented: boolean, keeps: Reading['keeps']): PlacedTokens {
  const found: { readonly token: string; readonly at: number }[] = []
  const dropLine = () => void (found.at(-1)?.token.startsWith('\n') === true && found.pop())
  let [depth, at, next] = [0, 0, 0]
  while (at < text.length) {
    const [region, char] = [regions[next], text[at] ?? '']
    if (region?.start === at) {
      const own = text.slice(at, region.end)
      if (!region.isComment) found.push({ token: asString(own), at })
      else if (keeps(own.trimEnd(), isAlone(text, at))) found.push({ token: own.trimEnd(), at })
      at = region.end
      next += 1
    } else if (char === '\n' && isIndented && depth === 0) {
      const blank = matchAt(BLANK_LINES, text, at) ?? '\n'
      at += blank.length
      dropLine()
      // A line end belongs to the line that it begins.
      if (found.length > 0) found.push({ token: `\n${blank.slice(blank.lastIndexOf('\n') + 1)}`, at })
    } else if (/\s/.test(char)) {
      at += 1
    } else {
      const token = matchAt(WORD, text, at) ?? char
      if (OPENING.includes(token)) depth += 1
      if (CLOSING.includes(token)) depth = Math.max(0, depth - 1)
      found.push({ token, at })
      at += token.length
    }
  }
  dropLine()
  return { tokens: found.map(({ token }) => token), places: found.map(({ at: place }) => place) }
}

/** Returns whether nothing stands before a place in its line. */
const isAlone = (text: string, at: number) => text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === ''

/** @param pattern sticky */
export function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** Finds the strings and comments of a text that no grammar reads. */
function findRegions(text: string, plain: Plain): readonly Region[] {
  const regions: Region[] = []
  for (let at = 0; at < text.length; ) {
    const comment = endOfComment(text, at, plain)
    const end = comment ?? endOfString(text, at, plain)
    if (end !== null) regions.push({ start: at, end, isComment: comment !== null })
    at = end ?? at + 1
  }
  return regions
}

/** Returns where the comment that begins at this place ends; null where none begins. */
function endOfComment(text: string, at: number, { line, block }: Plain): number | null {
  if (block && text.startsWith('/*', at)) return endOf(text, '*/', at + 2, 2)
  return line !== null && matchAt(line, text, at) !== null ? endOf(text, '\n', at, 0) : null
}

/** Returns where `mark` ends, or the text. */
function endOf(text: string, mark: string, from: number, length: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found + length
}

function endOfString(text: string, from: number, { isIndented }: Plain): number | null {
  const [quote = '', triple] = [text[from], isIndented ? matchAt(TRIPLE, text, from) : null]
  if (triple !== null) return endOf(text, triple, from + 3, 3)
  if (!/["'`]/.test(quote)) return null
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === quote) return at + 1
    // An apostrophe in the text of markup starts no string.
    else if (text[at] === '\n' && quote !== '`') return from + 1
  }
  return text.length
}

/** Normalises the quotes, between which formatters choose. */
function asString(string: string): string {
  const inner = string.slice(1, -1)
  return !/^["'].*["']$/s.test(string) || /["'\\]/.test(inner) || string.length < 2 ? string : `"${inner}"`
}
