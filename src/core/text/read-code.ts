/** Reads the code of a text as leaves: by its grammar, or by the plain lexer. */
import { getSyntax, type Leaf, type Reading, readLeaves } from '../../syntax/index.ts'
import { importsIn } from './import-bindings.ts'
import { isCodeFile, readPlain, readWhole } from './tokens.ts'

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

export function keepsComments(path: string, text: string, comments: Comments): Reading['keeps'] {
  const holds = (list: typeof OBEYED, own: string) => list.some(([of, pattern]) => of.test(path) && pattern.test(own))
  const isCode = GO.test(path) && CODE_OF_C.test(text)
  const isRead = comments === 'certain' && (getSyntax(path) === null || holds(READ, text))
  if (comments === 'kept' || isCode || isRead) return () => true
  return (comment, isAlone) => {
    if (ENDS.test(comment) || holds(OBEYED, comment)) return true
    return comments === 'certain' && (MARK.test(comment) || (SHELL.test(path) && !isAlone))
  }
}
