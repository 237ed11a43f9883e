/** What stands in place of a body in shells, Perl, Elixir, C and C++. */
import { extname } from 'node:path'
import { OTHER, type Replacing } from './language.ts'
import { type Head, type LayoutLanguage, TO_THE_END } from './layout.ts'

const NEVER = /(?!)/
/** Longer lines are generated, or hostile. */
const MAX_LINE = 400
const isGone = (variant: Replacing) => variant === 'gone' || variant === 'thrown'

const BRACES = { opens: /\{[^{}]*$/, closes: /^\s*\}/ }

/** Reads a head by a pattern with the groups `text` and `name`, for one line also `tail`. */
function toHead(pattern: RegExp, line: string): (Head & { readonly tail: string }) | null {
  const { text, name, tail = '' } = (line.length > MAX_LINE ? null : pattern.exec(line))?.groups ?? {}
  return text === undefined || name === undefined ? null : { text, name, tail }
}

function createReader(several: RegExp, one: RegExp): Pick<LayoutLanguage, 'opens' | 'inline'> {
  return { opens: (line) => toHead(several, line), inline: (line) => toHead(one, line) }
}

/** A word behind `<<` ends a text on a line of its own. */
function endOfHeredoc(line: string): RegExp | null {
  const word = /(?<!<)<<[-~]?\s?(['"\\]?)([A-Za-z_]\w{0,60})\1/.exec(line)?.[2]
  return word === undefined ? null : new RegExp(String.raw`^\s*${word}$`)
}

const SHELL_HEAD = String.raw`^(?<text>[ \t]*(?:function[ \t]+(?<name>[\w:.-]+)(?:[ \t]*\([ \t]*\))?|(?<other>[\w:.-]+)[ \t]*\([ \t]*\))[ \t]*\{)`
const shellHead = (pattern: RegExp, line: string) => {
  const { text, name, other, tail = '' } = (line.length > MAX_LINE ? null : pattern.exec(line))?.groups ?? {}
  return text === undefined ? null : { text, name: name ?? other ?? '', tail }
}

const shell: LayoutLanguage = {
  opens: (line) => shellHead(new RegExp(`${SHELL_HEAD}[ \\t]*(?:#.*)?$`), line),
  inline: (line) => shellHead(new RegExp(`${SHELL_HEAD}.*(?<tail>\\})[ \\t]*$`), line),
  closes: /^\s*\}\s*$/,
  inside: BRACES,
  continues: NEVER,
  hides: endOfHeredoc,
  getBody: (_, variant, isInline) => {
    const body = isGone(variant) ? 'return 127' : variant === 'other' ? `echo ${OTHER}` : ':'
    return isInline ? `${body};` : body
  },
  inert: /^\s*(?:#|set\s|\.\s|source\s|(?:main|"?\$\{?1)\s+"\$@"$)/,
  emptyScript: (text, variant) => {
    const status = isGone(variant) ? 127 : 0
    const end = `${variant === 'other' ? `echo ${OTHER}; ` : ''}return ${status} 2>/dev/null || exit ${status}`
    return text.startsWith('#!') ? text.replace('\n', `\n${end}\n`) : `${end}\n${text}`
  },
}

const PERL_HEAD = String.raw`^(?<text>[ \t]*sub[ \t]+(?<name>\w+)[ \t]*(?:\([^)]*\)[ \t]*)?\{)`

const perl: LayoutLanguage = {
  ...createReader(new RegExp(`${PERL_HEAD}[ \\t]*(?:#.*)?$`), new RegExp(`${PERL_HEAD}.*(?<tail>\\})[ \\t]*$`)),
  closes: /^\s*\}\s*$/,
  inside: BRACES,
  continues: NEVER,
  hides: (line) => {
    if (/^__(?:END|DATA)__$/.test(line)) return TO_THE_END
    return /^=[a-z]/i.test(line) ? /^=cut\b/ : endOfHeredoc(line)
  },
  getBody: ({ name }, variant) => {
    if (isGone(variant)) return `die '${OTHER}';`
    if (variant === 'other') return `return '${OTHER}';`
    return name === 'new' ? 'return bless {}, shift;' : 'return;'
  },
  inert:
    /^\s*(?:#|=|package\s+[\w:]+\s*[;{]|(?:use|no)\s|our\s+@EXPORT(?:_OK)?\s*=\s*(?:qw|\()[^;]*;|\}|1;|__(?:END|DATA)__)/,
  emptyScript: null,
}

const ELIXIR_HEAD = String.raw`[ \t]*defp?[ \t]+(?<name>\w+[?!]?)\b[^#]*?`

const elixir: LayoutLanguage = {
  ...createReader(
    new RegExp(`^(?<text>${ELIXIR_HEAD}\\bdo)[ \\t]*(?:#.*)?$`),
    new RegExp(`^(?<text>${ELIXIR_HEAD},[ \\t]*do:)[ \\t]+\\S`),
  ),
  closes: /^\s*end\s*$/,
  inside: { opens: /(?:\bdo|\bfn\b[^#]*->)\s*$/, closes: /^\s*end\b/ },
  continues: /^\s*(?:rescue|catch|after|else)\s*$/,
  hides: (line) => ((line.split('"""').length - 1) % 2 === 1 ? /"""/ : null),
  getBody: (_, variant) => (isGone(variant) ? `raise("${OTHER}")` : variant === 'other' ? `"${OTHER}"` : 'nil'),
  inert:
    /^\s*(?:#|defmodule\s|end$|(?:use|import|alias|require)\s|@(?:moduledoc|doc|spec|type|typep|opaque|impl|typedoc)\b)/,
  emptyScript: null,
}

/** By the type that a function returns: another value. */
const OTHERS: readonly (readonly [type: RegExp, value: string])[] = [
  [/^(?:const )?char(?: const)? ?\*$|^(?:const )?(?:std::)?string(?:_view)?(?: const)?&?$/, `"${OTHER}"`],
  [/^(?:std::)?(?:(?:unsigned|signed|long|short|int|size_t|ssize_t|float|double|u?int\d{1,2}_t) ?)+$/, '77'],
  [/^_?[Bb]ool$/, '1'],
]
const WORDS = /\b(?:static|inline|extern|constexpr|virtual|explicit|friend|noexcept)\b|\[\[\w+\]\]/g
const CONTROL = /^\s*(?:if|for|while|switch|catch|else|do|return|namespace|struct|class|union|enum|typedef)\b/
const C_HEAD = String.raw`^(?<text>[ \t]*(?<type>(?:[\w:<>,\[\]]+[ \t*&]+)*)(?<name>~?[\w:~]+)[ \t]*\([^;{}]*\)[^;{}="]*`
const C_SEVERAL = new RegExp(`${C_HEAD}\\{)[ \\t]*(?://.*)?$`)
const C_INLINE = new RegExp(`${C_HEAD}\\{)(?<body>.*)(?<tail>\\};?)[ \\t]*$`)

function cHead(pattern: RegExp, line: string): (Head & { readonly tail: string }) | null {
  return CONTROL.test(line) ? null : toHead(pattern, line)
}

const getType = (text: string): string =>
  (/^(?<type>[^(]*?)[\w:~]+[ \t]*\(/.exec(text)?.groups?.['type'] ?? '').replace(WORDS, '').replace(/\s+/g, ' ').trim()

const createC = (isPlus: boolean): LayoutLanguage => ({
  opens: (line, before) => {
    // The brace may stand on a line of its own.
    const isAlone = /^\s*\{\s*$/.test(line)
    const head = cHead(C_SEVERAL, isAlone ? `${before.trimEnd()} {` : line)
    return head && isAlone ? { name: head.name, text: head.text } : head
  },
  inline: (line) => cHead(C_INLINE, line),
  closes: /^\s*\};?\s*$/,
  inside: BRACES,
  // The preprocessor and labels stand at the start of a line.
  continues: /^\s*(?:#|\w+:\s*$)/,
  hides: (line) => (/\/\*(?!.*\*\/)/.test(line) ? /\*\// : null),
  getBody: ({ text }, variant) => {
    const type = getType(text)
    if (isGone(variant)) return isPlus ? `throw "${OTHER}";` : '__builtin_exit(1);'
    if (type === '' || type === 'void') return ''
    const other = variant === 'other' ? OTHERS.find(([pattern]) => pattern.test(type))?.[1] : undefined
    if (other !== undefined) return `return ${other};`
    return isPlus ? 'return {};' : `static ${type.replace(/^const /, '')} tdd_gate; return tdd_gate;`
  },
  inert:
    /^\s*(?:\/[/*]|\*|#\s*(?:include|pragma|ifdef|ifndef|endif|else|undef|define\s+\w+\s*$)|using\s|[{}]|(?:public|private|protected):|extern\s+"C"|template\s*<|(?:namespace|class|struct|union|enum|typedef)\b[^=]*$|(?!#)[^=]*;\s*$|(?!#)[^;={]*\)[^;={]*$)/,
  emptyScript: null,
})

const c = createC(false)
const plus = createC(true)

const LANGUAGES: Readonly<Record<string, LayoutLanguage>> = {
  '.sh': shell,
  '.bash': shell,
  '.pl': perl,
  '.pm': perl,
  '.ex': elixir,
  '.c': c,
  '.h': c,
  '.cc': plus,
  '.cpp': plus,
  '.cxx': plus,
  '.hh': plus,
  '.hpp': plus,
  '.hxx': plus,
}

export function getLayoutLanguage(path: string): LayoutLanguage | null {
  return LANGUAGES[extname(path).toLowerCase()] ?? null
}
