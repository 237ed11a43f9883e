/** Reads statements, words, strings and calls of a text. */

import type { Syntax } from './languages.ts'
import { findImports } from './modules.ts'
import { children, field } from './nodes.ts'
import { type Node, readSyntax } from './parser.ts'

const COMMENTS = ['comment', 'line_comment', 'block_comment', 'html_comment']

/** @returns those of its strings, too; null for a text that is not read */
export const readWords = (path: string, text: string): ReadonlySet<string> | null => readSyntax(path, text, findWords)

function findWords(root: Node, syntax: Syntax, text: string): ReadonlySet<string> {
  const imports = findImports(root, syntax)
  const comments = root
    .descendantsOfType(COMMENTS)
    .map((node) => ({ start: node?.startIndex ?? 0, end: node?.endIndex ?? 0 }))
  let at = 0
  let rest = ''
  for (const { start, end } of [...imports, ...comments].toSorted((a, b) => a.start - b.start)) {
    rest += `${text.slice(at, start)} `
    at = Math.max(at, end)
  }
  return new Set(`${rest}${text.slice(at)}`.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))
}

/** @returns what stands at the top, comments included and imports not; null for a text that is not read */
export const readStatements = (path: string, text: string): readonly string[] | null =>
  readSyntax(path, text, findStatements)

function findStatements(root: Node, syntax: Syntax): readonly string[] {
  const imports = new Set(findImports(root, syntax).flatMap(({ start, isCall }) => (isCall ? [] : [start])))
  return children(root).flatMap(({ isNamed, startIndex, text }) => (isNamed && !imports.has(startIndex) ? [text] : []))
}

export interface PlacedText {
  readonly text: string
  /** Offset in the text. */
  readonly at: number
}

const QUOTED = /^\w*(["'`]+)(.*)\1$/s
/** Characters of all strings, by those of the text: strings may stand inside of each other. */
const MAX_NESTED = 4

/** @returns what stands between quotes; null for a text that is not read */
export const readStrings = (path: string, text: string): readonly PlacedText[] | null =>
  readSyntax(path, text, findStrings)

function findStrings(root: Node, { texts }: Syntax, text: string): readonly PlacedText[] | null {
  const strings = root.descendantsOfType([...texts]).filter((node) => node !== null)
  const size = strings.reduce((sum, { startIndex, endIndex }) => sum + endIndex - startIndex, 0)
  if (size > MAX_NESTED * text.length) return null
  return strings.flatMap((node) => {
    const own = QUOTED.exec(node.text)?.[2]
    return own === undefined ? [] : [{ text: own, at: node.startIndex }]
  })
}

/** @returns the plain names that are called; null for a text that is not read */
export const readCalls = (path: string, text: string): readonly PlacedText[] | null => readSyntax(path, text, findCalls)

const findCalls = (root: Node): readonly PlacedText[] =>
  root.descendantsOfType(['call_expression', 'call']).flatMap((node) => {
    const name = node && field(node, 'function')
    return name?.type === 'identifier' ? [{ text: name.text, at: name.startIndex }] : []
  })
