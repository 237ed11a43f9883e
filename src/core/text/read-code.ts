/** Reads the code of a text as leaves: by its grammar, or by the plain lexer. */
import { getSyntax, type Leaf, readLeaves } from '../../syntax/index.ts'
import { type Comments, keepsComments } from './comments.ts'
import { importsIn } from './import-bindings.ts'
import { placeTokens } from './tokens.ts'

/** @returns null for an unknown language, for a text that does not parse, and for one that is too long */
export function readCode(path: string, text: string, comments: Comments): readonly Leaf[] | null {
  const keeps = keepsComments(path, text, comments)
  if (getSyntax(path) !== null) return readLeaves(path, text, { keeps })
  const { tokens, places } = placeTokens(path, text, keeps) ?? {}
  const imports = (importsIn(path, text) ?? []).values()
  let around = imports.next().value
  const toLeaf = (token: string, n: number): Leaf => {
    const at = places?.[n] ?? 0
    while (around !== undefined && around.end <= at) around = imports.next().value
    return { kind: 'token', text: token, at, isImport: around !== undefined && around.start <= at }
  }
  return tokens?.map(toLeaf) ?? null
}

/** Returns the tokens of the code alone, imports included. */
export function getCodeTokens(path: string, text: string): readonly string[] | null {
  return readCode(path, text, 'ignored')?.flatMap((leaf) => (leaf.kind === 'token' ? [leaf.text] : [])) ?? null
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
