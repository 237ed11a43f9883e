/** Which comments of a text count: those that a language, a runner or a type checker obeys, and those that a test may read. */
import { getSyntax, type Reading } from '../../syntax/index.ts'

/**
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

/** Returns which comments of a text count. */
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
