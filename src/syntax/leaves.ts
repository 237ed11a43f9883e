/** Reads a text as the leaves of its syntax tree and the shape above them: equal where two texts mean the same. */
import { getSyntax } from './languages.ts'
import type { Leaf, Reading } from './leaf.ts'
import { LeafReader } from './leaf-reader.ts'
import { findImports } from './modules.ts'
import { type Cursor, MAX_SOURCE_TEXT, parseNow } from './parser.ts'

/** Nodes inside each other; deeper texts are not read. */
const MAX_DEPTH = 10_000

/** @returns null for a text that no grammar reads, that does not parse, and that is too large or too deep */
export function readLeaves(path: string, text: string, reading: Reading): readonly Leaf[] | null {
  const syntax = getSyntax(path)
  if (syntax === null || text.length > MAX_SOURCE_TEXT) return null
  return parseNow(syntax.grammar, text, (root) => {
    const cursor = root.walk()
    try {
      return walk(new LeafReader(cursor, text, syntax, reading, findImports(root, syntax)), cursor)
    } finally {
      cursor.delete()
    }
  })
}

function walk(reader: LeafReader, cursor: Cursor): readonly Leaf[] | null {
  for (let depth = 0; depth < MAX_DEPTH; ) {
    if (reader.enter()) {
      depth += 1
      continue
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return reader.finish()
      reader.leave()
      depth -= 1
    }
  }
  return null
}
