/** Splits texts that no grammar reads into words, numbers, operators, strings, and comments that count. */
import { getSyntax, type Leaf, MAX_SOURCE_TEXT, type Reading } from '../../syntax/index.ts'

/** How a language without a grammar is written. */
interface Plain {
  readonly lexemes: RegExp
  /** Whether line ends and indentation have a meaning. */
  readonly isIndented: boolean
}

const BLOCK = String.raw`\/\*[^]*?(?:\*\/|$)`
const TRIPLE = `"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)`
/** A quote without another one in its line is a sign: an apostrophe in markup. Behind it each quote is escaped. */
const STRING = String.raw`(?<quote>["'])(?:\\[^]|(?!\k<quote>)[^\n\\])*\k<quote>|${'`'}(?:\\[^]|[^${'`'}\\])*(?:${'`'}|$)`
const REST = String.raw`\n[ \t]*(?:\n[ \t]*)*|\\[\\"'${'`'}]|\d[\p{L}\d_]*(?:\.\d[\p{L}\d_]*)?|[\p{L}\p{N}_$@]+|[<>=!]==?|&&|\|\||\?\?|[-+*/%&|^]=|=>|->|<<|>>|\*\*|\+\+|--|\S`

const create = (comment: string, isIndented: boolean): Plain => ({
  lexemes: new RegExp(`(?<comment>${comment})|(?<string>${isIndented ? `${TRIPLE}|` : ''}${STRING})|${REST}`, 'gu'),
  isIndented,
})

const C_LIKE = create(String.raw`\/\/[^\n]*|${BLOCK}`, false)
const UNKNOWN = create('(?!)', false)
const PLAIN: readonly (readonly [RegExp, Plain])[] = [
  [/\.(?:kts?|swift|scala|dart|groovy|proto|m|mm|zig|vue|svelte)$/, C_LIKE],
  [/\.(?:css|scss|sass|less)$/, create(BLOCK, false)],
  [/\.(?:ya?ml|toml|p[lm]|r|exs?|jl|nix|tf|cr)$/, create('#[^\\n]*', true)],
  [/\.(?:sql|lua|hs|elm)$/, create(`--[^\\n]*|${BLOCK}`, false)],
]

const getPlain = (path: string): Plain | null => PLAIN.find(([pattern]) => pattern.test(path))?.[1] ?? null

/** Returns whether the language of a file is known. */
export const isCodeFile = (path: string): boolean => getSyntax(path) !== null || getPlain(path) !== null

/**
 * Returns null for an unknown language, or when the text is too long. A line end is a token where it has a meaning.
 * @param keeps whether a comment is a token
 */
export function readPlain(path: string, text: string, keeps: Reading['keeps']): readonly Leaf[] | null {
  const plain = getPlain(path)
  return plain === null || text.length > MAX_SOURCE_TEXT ? null : scan(text, plain, keeps)
}

/** Reads a text of which nothing is known: all of it counts, except blanks. */
export const readWhole = (text: string): readonly Leaf[] => scan(text, UNKNOWN, () => true)

const OPERAND = /[\p{L}\p{N}_$"'`)\]}]$/u
const BEFORE_VALUE = /^(?:return|case|and|or|not|in|yield)$/

function scan(text: string, { lexemes, isIndented }: Plain, keeps: Reading['keeps']): readonly Leaf[] {
  const found: Leaf[] = []
  const push = (own: string, at: number) => found.push({ kind: 'token', text: own, at, isImport: false })
  const dropLine = () => void (found.at(-1)?.text.startsWith('\n') === true && found.pop())
  let depth = 0
  for (const { 0: own, index: at, groups = {} } of text.matchAll(lexemes)) {
    const isLine = own.startsWith('\n')
    if (isLine && isIndented && depth === 0) {
      dropLine()
      // A line end belongs to the line that it begins.
      if (found.length > 0) push(`\n${own.slice(own.lastIndexOf('\n') + 1)}`, at + own.length)
    } else if (groups['comment'] !== undefined) {
      if (keeps(own.trimEnd(), isAlone(text, at))) push(own.trimEnd(), at)
    } else if (!isLine) {
      depth = Math.max(0, depth + Number(/^[([{]$/.test(own)) - Number(/^[)\]}]$/.test(own)))
      const isSigned = /^\d/.test(own) && found.at(-1)?.text === '-' && found.at(-1)?.at === at - 1
      const before = isSigned ? (found.at(-2)?.text ?? '') : 'a'
      const isNegative = !OPERAND.test(before) || BEFORE_VALUE.test(before)
      if (isNegative) found.pop()
      push(groups['string'] === undefined ? `${isNegative ? '-' : ''}${own}` : asString(own), at - Number(isNegative))
    }
  }
  dropLine()
  return found
}

/** Returns whether nothing stands before a place in its line. */
const isAlone = (text: string, at: number) => text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === ''

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

/** Normalises the quotes, between which formatters choose. */
function asString(string: string): string {
  const inner = string.slice(1, -1)
  return !/^["'].*["']$/s.test(string) || /["'\\]/.test(inner) || string.length < 2 ? string : `"${inner}"`
}
