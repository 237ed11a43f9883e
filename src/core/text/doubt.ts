/** Where a text may hold code or data that looks like a comment: no lexer here knows each language to its end. */
import type { Reading } from '../../syntax/index.ts'
import { isMark, isObeyed } from './directives.ts'
import type { Doubt } from './tokens.ts'

/** `certain`: ignored where no language can read them as code or data, as in tests. `kept`: each counts, as in data. */
export type Comments = 'ignored' | 'certain' | 'kept'

/** Characters that end a line for some languages, and no line for others. */
const LINE_ENDS = /\r(?!\n)|[\u2028\u2029\u0085\f\v]/
const GO = /\.go$/
/** In Go the comment above it is code of C. */
const CODE_OF_C = /^import "C"$/m
/** Texts whose comments are read as data or code. */
const READ_COMMENTS: readonly (readonly [path: RegExp, text: RegExp])[] = [
  [GO, /^[ \t]*\/[/*][ \t]*(?:unordered )?output:/im],
  [/\.pyi?$/, /\b__doc__\b|\bgetsource\b/],
]
/** An escape of Java and a trigraph of C that end a comment, or let it go on: their grammars read them as text. */
const ENDS_COMMENT = /\\u+(?:000[ad]|002[af])|\?\?\/\s*$/i
const SHELL = /\.(?:sh|bash)$/

/** Returns which comments of a text count, where a grammar finds them. */
export function keepsComments(path: string, text: string, comments: Comments): Reading['keeps'] {
  const isCode = GO.test(path) && CODE_OF_C.test(text)
  const isRead = comments === 'certain' && READ_COMMENTS.some(([of, pattern]) => of.test(path) && pattern.test(text))
  if (comments === 'kept' || isCode || isRead) return () => true
  return (comment, isAlone) => {
    if (LINE_ENDS.test(comment) || ENDS_COMMENT.test(comment)) return true
    if (comments === 'ignored') return isObeyed(path, comment)
    return isMark(path, comment) || (SHELL.test(path) && !isAlone)
  }
}

/** Strings that the reader of tokens does not know: nothing in such a text is certain. */
const UNREAD: readonly (readonly [path: RegExp, text: RegExp])[] = [
  [/\.(?:vue|svelte)$/, /^/],
  [/\.(?:m|mm)$/, /\bR"|\?\?\/|\/\\\n/],
  [/\.(?:kts?|scala|swift|groovy|dart|zig)$/, /"""|'''|#"|\\\\|\\u/],
  [
    /\.(?:ya?ml|pl|r|exs?|jl|nix|tf|cr)$/,
    /<<|%[wWiIqQr]?[^\w\s]|\bq[qwrx]?\s*[{(<[|!/]|~[a-zA-Z]|"""|''|^=|__END__|[|>][-+\d]*[ \t]*$/m,
  ],
]
/** Languages in which a comment is certain only on a line of its own. */
const LINES_ONLY = /\.(?:ya?ml|toml|pl|r|exs?|jl|nix|tf|cr|sql|lua|hs|elm)$/
const DIVIDEND = /[\w$\]"'`][ \t]*$/
const KEYWORD = /\b(?:of|in|return|typeof|case|do|else|await|yield|instanceof|new|delete|void|throw|default)[ \t]*$/

/** Follows a text from its begin. Its functions are called in order of the text. @param isData whether all is in doubt */
export function followDoubt(path: string, text: string, isData: boolean): Doubt {
  let isLost = isData || LINE_ENDS.test(text) || UNREAD.some(([of, pattern]) => of.test(path) && pattern.test(text))
  let strings: (readonly [from: number, end: number])[] = []
  const codeBefore = (at: number) => {
    const start = text.lastIndexOf('\n', at - 1) + 1
    strings = strings.filter(([, end]) => end > start)
    const pieces = strings.map(([from], n) => text.slice(Math.max(start, strings[n - 1]?.[1] ?? 0), from))
    return [...pieces, text.slice(Math.max(start, strings.at(-1)?.[1] ?? 0), at)].join('""')
  }
  return {
    readString: (at, end) => {
      const [string, code] = [text.slice(at, end), codeBefore(at)]
      const isOpen = end === at + 1
      const isFilled = string.startsWith('`') || /\b[rR]?[fF][rR]?$/.test(code)
      isLost ||= isOpen || (isFilled && !isBalanced(string)) || hasPattern(code)
      strings.push([at, end])
    },
    ofComment: (at, end) => {
      const code = codeBefore(at).trim()
      if (isLost || (code !== '' && LINES_ONLY.test(path)) || isMark(path, text.slice(at, end))) return true
      return hasPattern(code) || /[:>]$/.test(code) || /\\\s*$/.test(text.slice(at, end))
    },
    ofDocstring: () => true,
  }
}

/** Doubts only comments that the language obeys. */
export function doubtObeyed(path: string, text: string): Doubt {
  return {
    readString: () => undefined,
    ofComment: (at, end) => isObeyed(path, text.slice(at, end)),
    ofDocstring: () => false,
  }
}

/** Returns whether a slash in it may begin a regular expression. */
function hasPattern(code: string): boolean {
  return [...code.matchAll(/\//g)].some(({ index }) => {
    const before = code.slice(0, index)
    return !DIVIDEND.test(before) || KEYWORD.test(before)
  })
}

const isBalanced = (string: string) => string.split('{').length === string.split('}').length
