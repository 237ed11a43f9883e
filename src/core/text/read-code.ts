/** Reads the code of a text as leaves: by its grammar, or by the plain lexer. */
import { getSyntax, type Leaf, readLeaves } from '../../syntax/index.ts'
import { type Comments, keepsComments } from './comments.ts'
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
