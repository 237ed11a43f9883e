/** Comments that a language, a runner or a type checker obeys. */

/** By language: comments that change what its code does. */
const OBEYED: readonly (readonly [path: RegExp, comment: RegExp])[] = [
  [/\.go$/, /^\/\/(?:go:|line |export |extern |\s*\+build\b)|^\/\*line /],
  [/\.sql$/, /^\/\*[!+]/],
  [/\.pl$/, /^#\s*line\s+\d/],
  [/\.rb$/, /^#.*coding[:=]|^#[-*\s]*[a-z]+(?:_[a-z]+)+:\s*\w+[-*\s]*$/],
  [/\.pyi?$/, /^#.*coding[:=]\s*[-\w.]/],
  [/\.scala$/, /^\/\/>/],
]
/** Comments that only those obey which read tests: marks, expected errors, examples with their results. */
const MARK = /(?:^|[\s*])@\w|^\/\/[#/]\s*[<\w]+[ =]|^#!|^#\s*[ENRW]: |(?:^|\n)[ \t*#/-]{0,40}["']{0,3}\s?(?:>>>|iex>)/

/** Returns whether a comment changes what code does. */
export function isObeyed(path: string, comment: string): boolean {
  return OBEYED.some(([of, pattern]) => of.test(path) && pattern.test(comment))
}

/** Returns whether it changes what a test demands. */
export function isMark(path: string, comment: string): boolean {
  return isObeyed(path, comment) || MARK.test(comment)
}
