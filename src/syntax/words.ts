/** Reads statements, words, strings and calls of a text. */
import { findImports } from './modules.ts'
import { CALL_TYPES, children, field, getShortText, namedNodes, ofType } from './nodes.ts'
import { createReader, type Node } from './parser.ts'

const COMMENTS = ['comment', 'line_comment', 'block_comment', 'html_comment']
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu

/** @returns those of its strings, too */
export const readWords = createReader((root, syntax, text): ReadonlySet<string> => {
  const imports = findImports(root, syntax)
  const comments = ofType(root, ...COMMENTS).map(({ startIndex: start, endIndex: end }) => ({ start, end }))
  let at = 0
  let rest = ''
  for (const { start, end } of [...imports, ...comments].toSorted((a, b) => a.start - b.start)) {
    rest += `${text.slice(at, start)} `
    at = Math.max(at, end)
  }
  return new Set(`${rest}${text.slice(at)}`.match(NAME))
})

/** @returns what stands at the top, comments included and imports not */
export const readStatements = createReader((root, syntax): readonly string[] => {
  const imports = new Set(findImports(root, syntax).flatMap(({ start, isCall }) => (isCall ? [] : [start])))
  return children(root).flatMap(({ isNamed, startIndex, text }) => (isNamed && !imports.has(startIndex) ? [text] : []))
})

export interface PlacedText {
  readonly text: string
  /** Offset in the text. */
  readonly at: number
}

const QUOTED = /^\w*(["'`]+)(.*)\1$/s
/** Characters of all strings, by those of the text: strings may stand inside of each other. */
const MAX_NESTED = 4

/** @returns what stands between quotes */
export const readStrings = createReader((root, { texts }, text): readonly PlacedText[] | null => {
  const strings = ofType(root, ...texts)
  const size = strings.reduce((sum, { startIndex, endIndex }) => sum + endIndex - startIndex, 0)
  if (size > MAX_NESTED * text.length) return null
  return strings.flatMap((node) => {
    const own = QUOTED.exec(node.text)?.[2]
    return own === undefined ? [] : [{ text: own, at: node.startIndex }]
  })
})

/** @returns the plain names that are called */
export const readCalls = createReader((root): readonly PlacedText[] =>
  ofType(root, 'call_expression', 'call').flatMap((node) => {
    const name = field(node, 'function')
    return name?.type === 'identifier' ? [{ text: name.text, at: name.startIndex }] : []
  }),
)

/** A call of a name. */
export interface CallShape {
  /** Without spaces: `hashlib.sha256`. */
  readonly callee: string
  /** Its first name, and its last one. */
  readonly head: string
  readonly last: string
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly args: number
  /** Names inside of the arguments, in texts with values as well. */
  readonly names: ReadonlySet<string>
  /** Names inside of texts among them. */
  readonly shown: ReadonlySet<string>
  /** An argument stands for any number of them, or is a function: what is given cannot be counted. */
  readonly isOpen: boolean
}

const NAMES = /(?:^|_)identifier$|^name$|^keyword_argument$/
const OPEN = /spread|splat|variadic|function|lambda|closure|^block/
const TEXTS = ['template_string', 'string', 'encapsed_string', 'interpolated_string_expression', 'dstring']
/** Calls of one file; more are not read. */
const MAX_CALLS = 5_000

/** @returns in the order of the text */
export const readCallShapes = createReader((root): readonly CallShape[] =>
  ofType(root, ...CALL_TYPES, 'new_expression')
    .slice(0, MAX_CALLS)
    .flatMap((node) => toShape(node) ?? []),
)

function toShape(node: Node): CallShape | null {
  const list = field(node, 'arguments')
  const parts = ['function', 'constructor', 'object', 'receiver', 'scope', 'name', 'method']
  const callee = parts.flatMap((name) => getShortText(field(node, name)).replace(/\s+/g, '') || []).join('.')
  // A call of a call is asked where its inner one stands.
  const names = /^[^(]+$/.test(callee) ? callee.match(NAME) : null
  if (names === null) return null
  const own = list === null ? [] : namedNodes(list)
  return {
    callee,
    head: names[0] ?? '',
    last: names.at(-1) ?? '',
    line: node.startPosition.row + 1,
    text: node.text,
    args: own.length,
    names: new Set(own.flatMap(namesIn)),
    shown: new Set(own.flatMap((one) => ofType(one, ...TEXTS).flatMap(namesIn))),
    isOpen: own.some(({ type }) => OPEN.test(type)),
  }
}

const namesIn = (node: Node): readonly string[] =>
  NAMES.test(node.type) && node.namedChildCount === 0 ? [node.text] : namedNodes(node).flatMap(namesIn)
