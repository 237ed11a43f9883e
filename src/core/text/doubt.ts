/** Where a text may hold code or data that looks like a comment: no lexer here knows each language to its end. */
import { isMark, isObeyed } from './directives.ts'
import type { Doubt } from './tokens.ts'

/** Characters that end a line for some languages, and no line for others. */
const LINE_ENDS = /\r(?!\n)|[\u2028\u2029\u0085\f\v]/
const GO = /\.go$/
/** In Go the comment above it is code of C. */
const CODE_OF_C = /^import "C"$/m
/** Strings that the reader of tokens does not know, and comments that are read as data: nothing in such a text is certain. */
const UNREAD: readonly (readonly [path: RegExp, text: RegExp])[] = [
  [/\.php$/, /\?>|<<</],
  [GO, /\\`|^[ \t]*\/[/*][ \t]*(?:unordered )?output:/im],
  [GO, CODE_OF_C],
  [/\.pyi?$/, /\b__doc__\b|\bgetsource\b/],
  [/\.rs$/, /\br#*"/],
  [/\.(?:[cm]?jsx?|tsx)$/, /<\/[\w>]|\/>/],
  [/\.(?:vue|svelte)$/, /^/],
  [/\.(?:c|h|cc|cpp|hpp|cxx|m|mm)$/, /\bR"|\?\?\/|\/\\\n/],
  [/\.cs$/, /[@$]"|"""/],
  [/\.(?:java|kts?|scala|swift|groovy|dart|zig)$/, /"""|'''|#"|\\\\|\\u/],
  [
    /\.(?:rb|sh|bash|ya?ml|pl|r|exs?|jl|nix|tf|cr)$/,
    /<<|%[wWiIqQr]?[^\w\s]|\bq[qwrx]?\s*[{(<[|!/]|~[a-zA-Z]|"""|''|^=|__END__|[|>][-+\d]*[ \t]*$/m,
  ],
]
const PYTHON = /\.pyi?$/
/** Languages in which a comment is certain only on a line of its own. */
const LINES_ONLY = /\.(?:rb|sh|bash|ya?ml|toml|pl|r|exs?|jl|nix|tf|cr|sql|lua|hs|elm)$/
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
      const isOpen = end === at + 1 && !(path.endsWith('.rs') && string === "'")
      const isFilled = string.startsWith('`') || /\b[rR]?[fF][rR]?$/.test(code)
      isLost ||= isOpen || (isFilled && !isBalanced(string)) || hasPattern(code)
      strings.push([at, end])
    },
    ofComment: (at, end) => {
      const code = codeBefore(at).trim()
      if (isLost || (code !== '' && LINES_ONLY.test(path)) || isMark(path, text.slice(at, end))) return true
      return hasPattern(code) || /[:>]$/.test(code) || /\\\s*$/.test(text.slice(at, end))
    },
    ofDocstring: (at, end) =>
      isLost ||
      !PYTHON.test(path) ||
      /\\\n[ \t]*$/.test(text.slice(Math.max(0, at - 200), at)) ||
      isMark(path, text.slice(at, end)),
  }
}

/** Doubts only comments that the language obeys. */
export function doubtObeyed(path: string, text: string): Doubt {
  const isCode = GO.test(path) && CODE_OF_C.test(text)
  return {
    readString: () => undefined,
    ofComment: (at, end) => isCode || isObeyed(path, text.slice(at, end)),
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
