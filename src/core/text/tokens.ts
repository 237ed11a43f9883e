/** Splits texts of most languages into tokens: without comments, layout, and formatters' choices. */

/** Bytes; longer texts are not read. */
export const MAX_TOKENS_TEXT = 512 * 1_024

/** Follows a text, and knows what of it may be no comment. Places are offsets. */
export interface Doubt {
  readonly readString: (at: number, end: number) => void
  readonly ofComment: (at: number, end: number) => boolean
  readonly ofDocstring: (at: number, end: number) => boolean
}
const NO_DOUBT: Doubt = { readString: () => undefined, ofComment: () => false, ofDocstring: () => false }

interface Grammar {
  readonly line: RegExp | null
  readonly block: boolean
  /** Whether line ends and indentation have a meaning. */
  readonly isIndented: boolean
  readonly quotes: string
}

const C_LIKE: Grammar = { line: /\/\//y, block: true, isIndented: false, quotes: '"\'`' }
const HASH: Grammar = { line: /#/y, block: false, isIndented: true, quotes: '"\'`' }
const GRAMMARS: readonly (readonly [RegExp, Grammar])[] = [
  [
    /\.(?:[cm]?[jt]sx?|java|kts?|go|rs|c|h|cc|cpp|hpp|cxx|cs|swift|scala|dart|groovy|proto|m|mm|zig|vue|svelte)$/,
    C_LIKE,
  ],
  [/\.(?:php)$/, { ...C_LIKE, line: /\/\/|#(?!\[)/y }],
  [/\.(?:css|scss|sass|less)$/, { ...C_LIKE, line: null }],
  [/\.(?:py|pyi|rb|sh|bash|ya?ml|toml|pl|r|exs?|jl|nix|tf|cr)$/, HASH],
  [/\.(?:sql|lua|hs|elm)$/, { line: /--/y, block: true, isIndented: false, quotes: '"\'`' }],
]

/** Returns null for an unknown language. */
export function getGrammar(path: string): Grammar | null {
  return GRAMMARS.find(([pattern]) => pattern.test(path))?.[1] ?? null
}

const WORD = /[\p{L}\p{N}_$@]+/uy
const BLANK_LINES = /\n[ \t]*(?:\n[ \t]*)*/y
const TRIPLE = /(?:"""|''')/y
/** A line end after these ends the statement, like a semicolon. */
const ENDS_AT_LINE = new Set(['return', 'throw', 'break', 'continue', 'yield'])
/** A line that begins like this continues the statement before, unless a semicolon ended it. */
const GOES_ON = /^[`([+*/<,.-]/
const CONDITIONS = new Set(['if', 'while', 'for', 'with', 'switch'])
const OPENING = '([{'
const CLOSING = ')]}'

/**
 * Returns null for an unknown language, or when the text is too long.
 * @param doubt says of each comment whether it may be code or data; it is a token then
 */
export function getTokens(path: string, text: string, doubt: Doubt = NO_DOUBT): readonly string[] | null {
  return placeTokens(path, text, doubt)?.tokens ?? null
}

/** Tokens, and the offset in the text at which each begins. */
export interface PlacedTokens {
  readonly tokens: readonly string[]
  readonly places: readonly number[]
}

/** Returns what `getTokens` returns, with places. */
export function placeTokens(path: string, text: string, doubt: Doubt = NO_DOUBT): PlacedTokens | null {
  const grammar = getGrammar(path)
  if (grammar === null || text.length > MAX_TOKENS_TEXT) return null
  return withoutTaste(scan(text, grammar, doubt), grammar)
}

/** Marks where blocks begin and end, with any indentation: Python's blanks have no other meaning. */
export function asBlocks(path: string, tokens: readonly string[]): readonly string[] {
  if (!/\.pyi?$/.test(path)) return tokens
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

function scan(text: string, grammar: Grammar, doubt: Doubt): PlacedTokens {
  const tokens: string[] = []
  const places: number[] = []
  let depth = 0
  let at = 0
  let isNewLine = false
  const match = (pattern: RegExp) => matchAt(pattern, text, at)
  while (at < text.length) {
    const char = text[at] ?? ''
    const from = at
    const comment = endOfComment(text, at, grammar)
    if (char === '\n' && grammar.isIndented && depth === 0) {
      const blank = match(BLANK_LINES) ?? '\n'
      at += blank.length
      tokens.push(`\n${blank.slice(blank.lastIndexOf('\n') + 1)}`)
    } else if (/\s/.test(char)) {
      isNewLine ||= char === '\n'
      at += 1
    } else if (comment !== null) {
      if (doubt.ofComment(at, comment)) tokens.push(text.slice(at, comment).trimEnd())
      at = comment
    } else if (grammar.isIndented && match(TRIPLE) !== null) {
      const end = endOf(text, text.slice(at, at + 3), at + 3, 3)
      // A string on its own documents the surrounding code.
      if (!isAtStart(tokens) || doubt.ofDocstring(at, end)) tokens.push(text.slice(at, end))
      at = end
    } else if (isNewLine && !grammar.isIndented && ENDS_AT_LINE.has(tokens.at(-1) ?? '')) {
      tokens.push(';')
      isNewLine = false
    } else if (grammar.quotes.includes(char)) {
      const end = endOfString(text, at, char)
      doubt.readString(at, end)
      tokens.push(asString(text.slice(at, end), char))
      at = end
    } else {
      const word = match(WORD) ?? char
      if (OPENING.includes(word)) depth += 1
      if (CLOSING.includes(word)) depth = Math.max(0, depth - 1)
      tokens.push(word)
      at += word.length
      isNewLine = false
    }
    // A line end belongs to the line that it begins.
    if (tokens.length > places.length) places.push(char === '\n' ? at : from)
  }
  return { tokens, places }
}

/** @param pattern sticky */
export function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** Returns where the comment that begins at this place ends; null where none begins. */
function endOfComment(text: string, at: number, { line, block }: Grammar): number | null {
  if (block && text.startsWith('/*', at)) return endOf(text, '*/', at + 2, 2)
  if (line === null) return null
  line.lastIndex = at
  return line.test(text) ? endOf(text, '\n', at, 0) : null
}

/** Returns where `mark` ends, or the text. */
function endOf(text: string, mark: string, from: number, length: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found + length
}

function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === quote) return at + 1
    // An apostrophe in the text of markup starts no string.
    else if (text[at] === '\n' && quote !== '`') return from + 1
  }
  return text.length
}

/** Normalises the quotes, between which formatters choose. */
function asString(string: string, quote: string): string {
  const inner = string.slice(1, -1)
  return quote === '`' || /["'\\]/.test(inner) || string.length < 2 ? string : `"${inner}"`
}

function isAtStart(tokens: readonly string[]): boolean {
  const last = tokens.at(-1)
  return last === undefined || last.startsWith('\n')
}

/** Returns whether a semicolon has a meaning: most only end a line. */
function isStatementEnd(tokens: readonly string[], at: number): boolean {
  const [before = '', after = ''] = [tokens[at - 1], tokens[at + 1]]
  if (ENDS_AT_LINE.has(before)) return after !== '}'
  if (GOES_ON.test(after) || before === 'else' || before === 'do') return true
  const opening = before === ')' ? getOpening(tokens, at - 1) : -1
  return CONDITIONS.has(tokens[opening - 1] ?? '') || isInHead(tokens, at)
}

/** Returns where the matching bracket was opened; -1 without one. */
function getOpening(tokens: readonly string[], closing: number): number {
  let depth = 0
  for (let at = closing; at >= 0; at -= 1) {
    if (tokens[at] === ')') depth += 1
    if (tokens[at] === '(') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

/** Returns whether the place is between the parentheses of a `for`. */
function isInHead(tokens: readonly string[], at: number): boolean {
  let depth = 0
  for (let n = at - 1; n >= 0 && at - n < MAX_HEAD; n -= 1) {
    if (tokens[n] === ')') depth += 1
    if (tokens[n] === '{' || tokens[n] === '}') return false
    if (tokens[n] === '(' && depth === 0) return true
    if (tokens[n] === '(') depth -= 1
  }
  return false
}

/** Tokens of a loop's head. */
const MAX_HEAD = 200

/**
 * Removes what formatters add and remove: empty lines, semicolons, trailing commas, brackets around a single parameter.
 */
function withoutTaste(scanned: PlacedTokens, { isIndented }: Grammar): PlacedTokens {
  const { tokens } = scanned
  const kept = pick(scanned, (token, n) => {
    const next = tokens[n + 1]
    if (isIndented && token.startsWith('\n')) return next !== undefined && !next.startsWith('\n') && n > 0
    if (token === ';') return isStatementEnd(tokens, n)
    return !(token === ',' && next !== undefined && CLOSING.includes(next))
  })
  const left = kept.tokens
  return pick(kept, (token, n) => {
    const isArrow = (at: number) => left[at] === '=' && left[at + 1] === '>'
    const isOpen = token === '(' && left[n + 2] === ')' && isArrow(n + 3)
    const isClose = token === ')' && left[n - 2] === '(' && isArrow(n + 1)
    return !isOpen && !isClose
  })
}

function pick({ tokens, places }: PlacedTokens, isKept: (token: string, n: number) => boolean): PlacedTokens {
  const kept = { tokens: [] as string[], places: [] as number[] }
  for (const [n, token] of tokens.entries()) {
    if (!isKept(token, n)) continue
    kept.tokens.push(token)
    kept.places.push(places[n] ?? 0)
  }
  return kept
}
