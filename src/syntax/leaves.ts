/** Reads a text as the leaves of its syntax tree and the shape above them: equal where two texts mean the same. */
import { getSyntax } from './languages.ts'
import type { Leaves, Reading } from './leaf.ts'
import { LeafReader } from './leaf-reader.ts'
import { type Cursor, parseNow } from './parser.ts'

/** Characters; longer texts are not read. */
const MAX_TEXT = 512 * 1_024
/** Nodes inside each other; deeper texts are not read. */
const MAX_DEPTH = 10_000

/** @returns null for a text that no grammar reads, that does not parse, and that is too large or too deep */
export function readLeaves(path: string, text: string, reading: Reading): Leaves | null {
  const syntax = getSyntax(path)
  if (syntax === null || text.length > MAX_TEXT) return null
  return parseNow(syntax.grammar, text, (root) => {
    const cursor = root.walk()
    try {
      return walk(new LeafReader(cursor, text, syntax, reading), cursor)
    } finally {
      cursor.delete()
    }
  })
}

function walk(reader: LeafReader, cursor: Cursor): Leaves | null {
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
