/** Reads the statements in the body of a test, to find them in another one. */
import { BETWEEN_MARKS, TITLE } from './test-bodies.ts'

/** Marks of `toMark`: where a part of the tree begins and ends. */
const [BEGIN, END] = ['\u0002', '\u0003']
const BLOCK = /^\u0002(?:\w*block|body_statement|compound_statement)$/
const LIST_OF = /^\u0002(?:statement_list|body_statement|block)$/
const BRACES = new Set(['{', '}', 'do', 'end'])

/** @returns the tokens and marks of the statements; none where a body has no block */
export function getStatements(body: string): readonly string[] {
  const marks = body.split(BETWEEN_MARKS)
  const from = marks.findIndex((mark, n) => BLOCK.test(mark) && n > marks.indexOf(TITLE))
  return from < 0 ? [] : unwrap(marks.slice(from + 1, from + getLength(marks.slice(from)) - 1))
}

/** Takes braces and lists of statements away, which stand around one statement as around several. */
function unwrap(marks: readonly string[]): readonly string[] {
  const inner = marks.slice(BRACES.has(marks[0] ?? '') ? 1 : 0, BRACES.has(marks.at(-1) ?? '') ? -1 : undefined)
  const isWrapped = LIST_OF.test(inner[0] ?? '') && getLength(inner) === inner.length
  return isWrapped ? unwrap(inner.slice(1, -1)) : inner
}

/** Returns the marks from a beginning to its end. */
function getLength(marks: readonly string[]): number {
  let depth = 0
  for (const [n, mark] of marks.entries()) {
    depth += mark.startsWith(BEGIN) ? 1 : mark.startsWith(END) ? -1 : 0
    if (depth === 0) return n + 1
  }
  return marks.length
}

/** @returns where statements stand among others, in no branch and behind no return; -1: nowhere */
export function placeOfStatements(some: readonly string[], all: readonly string[]): number {
  let depth = 0
  for (const [n, mark] of all.entries()) {
    if (depth === 0 && some.every((one, at) => all[n + at] === one)) return n
    if (mark === 'return') return -1
    depth += mark.startsWith(BEGIN) ? 1 : mark.startsWith(END) ? -1 : 0
  }
  return -1
}
