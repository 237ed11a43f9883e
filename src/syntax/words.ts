/** Reads which words a text has outside of comments and imports. */

import type { Syntax } from './languages.ts'
import { findImports } from './modules.ts'
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
