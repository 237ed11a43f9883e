/** Reads a text as the leaves of its syntax tree and the shape above them: equal where two texts mean the same. */
import { getSyntax } from './languages.ts'
import { type Leaf, LeafReader, type Reading } from './leaf-reader.ts'
import { findImports } from './modules.ts'
import { MAX_SOURCE_TEXT, MAX_TREE_DEPTH, parseNow, visitNodes } from './parser.ts'

/** @returns null for a text that no grammar reads, that does not parse, and that is too large or too deep */
export function readLeaves(path: string, text: string, reading: Reading): readonly Leaf[] | null {
  const syntax = getSyntax(path)
  if (syntax === null || text.length > MAX_SOURCE_TEXT) return null
  return parseNow(syntax.grammar, text, (root) => {
    const imports = findImports(root, syntax)
    const reader = visitNodes(root, MAX_TREE_DEPTH, (cursor) => new LeafReader(cursor, text, syntax, reading, imports))
    return reader?.finish() ?? null
  })
}
