/** Reads where tests are written. */
import type { Syntax } from './languages.ts'
import { type Node, readSyntax } from './parser.ts'
import { TEST_NODES } from './test-nodes.ts'
import { type TestPlace, TestReader } from './test-reader.ts'

/** @returns in the order of the text; null for a text that is not read, and for one that is nested too deep */
export const readTestPlaces = (path: string, text: string): readonly TestPlace[] | null =>
  readSyntax(path, text, findTests)

function findTests(root: Node, syntax: Syntax, text: string): readonly TestPlace[] | null {
  const nodes = TEST_NODES[syntax.grammar]
  if (nodes === undefined) return []
  const cursor = root.walk()
  try {
    return new TestReader(cursor, text, nodes, syntax.texts).read()
  } finally {
    cursor.delete()
  }
}
