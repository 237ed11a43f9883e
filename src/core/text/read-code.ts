/** Reads the code of a text as leaves: by its grammar, or by the plain lexer. */
import { getSyntax, type Leaf, MAX_SOURCE_TEXT, type Reading, readLeaves, toPlainQuotes } from '../../syntax/index.ts'
import { importsIn } from './import-bindings.ts'

/** @returns null for an unknown language, for a text that does not parse, and for one that is too long */
export function readCode(path: string, text: string, comments: Comments): readonly Leaf[] | null {
  const keeps = keepsComments(path, text, comments)
  if (getSyntax(path) !== null) return readLeaves(path, text, { keeps })
  const imports = (importsIn(path, text) ?? []).values()
  let around = imports.next().value
  const mark = (leaf: Leaf): Leaf => {
    while (around !== undefined && around.end <= leaf.at) around = imports.next().value
    return { ...leaf, isImport: around !== undefined && around.start <= leaf.at }
  }
  return readPlain(path, text, keeps)?.map(mark) ?? null
}

/** Returns the tokens of the code alone, imports included. */
export function getCodeTokens(path: string, text: string): readonly string[] | null {
  return readCode(path, text, 'ignored')?.flatMap((leaf) => (leaf.kind === 'token' ? [leaf.text] : [])) ?? null
}

/** Returns the tokens of code, and the ends of its statements as line ends; of code that does not parse, all that it holds. */
export function getStatementTokens(path: string, text: string): readonly Leaf[] {
  const leaves = readCode(path, text, 'ignored') ?? (isCodeFile(path) ? readWhole(text) : [])
  return leaves.flatMap((leaf) => {
    if (leaf.kind === 'token') return leaf
    return leaf.kind === 'end' && leaf.text.endsWith('statement') ? { ...leaf, text: '\n' } : []
  })
}

/** Returns the line of each leaf, from 1. @param leaves in the order of the text */
export function getLineNumbers(text: string, leaves: readonly Leaf[]): readonly number[] {
  let [line, at] = [1, 0]
  return leaves.map((leaf) => {
    for (; at < leaf.at; at += 1) if (text[at] === '\n') line += 1
    return line
  })
}

/** Returns the leaves of no import, and no node that held nothing else. */
export function leavesOfCode(leaves: readonly Leaf[]): readonly Leaf[] {
  const left: Leaf[] = []
  for (const leaf of leaves.filter(({ isImport }) => !isImport)) {
    if (leaf.kind === 'end' && left.at(-1)?.kind === 'begin') left.pop()
    else left.push(leaf)
  }
  return left
}

/** Writes the begin and the end of a node as no token is written. */
export const toMark = ({ kind, text }: Leaf): string =>
  kind === 'token' ? text : `${kind === 'begin' ? '\u0002' : '\u0003'}${text}`

/**
 * Which comments of a text count: those that a language, a runner or a type checker obeys, and those that a test may read.
 * `ignored`: only what changes the code counts. `certain`: also what tests obey, as in tests; without a grammar, each.
 * `kept`: each counts, as in data.
 */
export type Comments = 'ignored' | 'certain' | 'kept'

const GO = /\.go$/
/** By language: comments that change what its code does. */
const OBEYED: readonly (readonly [path: RegExp, comment: RegExp])[] = [
  [GO, /^\/\/(?:go:|line |export |extern |\s*\+build\b)|^\/\*line /],
  [/\.sql$/, /^\/\*[!+]/],
  [/\.pl$/, /^#\s*line\s+\d/],
  [/\.rb$/, /^#.*coding[:=]|^#[-*\s]*[a-z]+(?:_[a-z]+)+:\s*\w+[-*\s]*$/],
  [/\.pyi?$/, /^#.*coding[:=]\s*[-\w.]/],
  [/\.scala$/, /^\/\/>/],
]
/** Comments that only those obey which read tests: marks, expected errors, examples with their results. */
const MARK = /(?:^|[\s*])@\w|^\/\/[#/]\s*[<\w]+[ =]|^#!|^#\s*[ENRW]: |(?:^|\n)[ \t*#/-]{0,40}["']{0,3}\s?(?:>>>|iex>)/
/** Texts of tests whose comments are read as data. */
const READ: readonly (readonly [path: RegExp, text: RegExp])[] = [
  [GO, /^[ \t]*\/[/*][ \t]*(?:unordered )?output:/im],
  [/\.pyi?$/, /\b__doc__\b|\bgetsource\b/],
]
/** In Go the comment above it is code of C. */
const CODE_OF_C = /^import "C"$/m
/**
 * What ends a comment, or lets it go on, for the language alone: characters that end a line for some, an escape of Java,
 * a trigraph of C.
 */
const ENDS = /\r(?!\n)|[\u2028\u2029\u0085\f\v]|\\u+(?:000[ad]|002[af])|\?\?\/\s*$/i
/** A word may hold the sign of a comment. */
const SHELL = /\.(?:sh|bash)$/

function keepsComments(path: string, text: string, comments: Comments): Reading['keeps'] {
  const holds = (list: typeof OBEYED, own: string) => list.some(([of, pattern]) => of.test(path) && pattern.test(own))
  const isCode = GO.test(path) && CODE_OF_C.test(text)
  const isRead = comments === 'certain' && (getSyntax(path) === null || holds(READ, text))
  if (comments === 'kept' || isCode || isRead) return () => true
  return (comment, isAlone) => {
    if (ENDS.test(comment) || holds(OBEYED, comment)) return true
    return comments === 'certain' && (MARK.test(comment) || (SHELL.test(path) && !isAlone))
  }
}

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
function readPlain(path: string, text: string, keeps: Reading['keeps']): readonly Leaf[] | null {
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
      const written = groups['string'] === undefined ? own : toPlainQuotes(own, /["'\\]/)
      push(isNegative ? `-${written}` : written, at - Number(isNegative))
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
