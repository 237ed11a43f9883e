/**
 * Empties functions of Perl and Elixir, for which no grammar is packed, by their layout: as formatters write it, each
 * line of a body is indented deeper than the first line of its function. A file of another layout is not emptied.
 */
import { pairByName } from './bodies.ts'
import { isThrowing, OTHER, type Replacing } from './language.ts'

/** Longer lines are generated, or hostile. */
const MAX_LINE = 400
/** What begins there has no end. */
const TO_THE_END = /(?!)/

interface LayoutLanguage {
  /** The first line of a function with its `name` and, behind it, the body; `text` ends where that begins. */
  readonly several: RegExp
  /** A function in one line, whose `tail` stands behind the body. */
  readonly inline: RegExp
  /** The line that ends a body, and lines inside where blocks begin and end: none may end that began outside. */
  readonly closes: RegExp
  readonly inside: { readonly opens: RegExp; readonly closes: RegExp }
  /** Lines of a body that may be indented as its function. */
  readonly continues: RegExp
  /** Returns how a text ends that begins in this line; null without one. */
  readonly hides: (line: string) => RegExp | null
  readonly getBody: (name: string, variant: Replacing) => string
  /** Lines outside of functions that have no effect. */
  readonly inert: RegExp
}

const PERL_HEAD = String.raw`^(?<text>[ \t]*sub[ \t]+(?<name>\w+)[ \t]*(?:\([^)]*\)[ \t]*)?\{)`
const ELIXIR_HEAD = String.raw`[ \t]*defp?[ \t]+(?<name>\w+[?!]?)\b[^#]*?`

/** A word behind `<<` ends a text on a line of its own. */
function endOfHeredoc(line: string): RegExp | null {
  const word = /(?<!<)<<[-~]?\s?(['"\\]?)([A-Za-z_]\w{0,60})\1/.exec(line)?.[2]
  return word === undefined ? null : new RegExp(String.raw`^\s*${word}$`)
}

const perl: LayoutLanguage = {
  several: new RegExp(`${PERL_HEAD}[ \\t]*(?:#.*)?$`),
  inline: new RegExp(`${PERL_HEAD}.*(?<tail>\\})[ \\t]*$`),
  closes: /^\s*\}\s*$/,
  inside: { opens: /\{[^{}]*$/, closes: /^\s*\}/ },
  continues: /(?!)/,
  hides: (line) => {
    if (/^__(?:END|DATA)__$/.test(line)) return TO_THE_END
    return /^=[a-z]/i.test(line) ? /^=cut\b/ : endOfHeredoc(line)
  },
  getBody: (name, variant) => {
    if (isThrowing(variant)) return `die '${OTHER}';`
    if (variant === 'other') return `return '${OTHER}';`
    return name === 'new' ? 'return bless {}, shift;' : 'return;'
  },
  inert:
    /^\s*(?:#|=|package\s+[\w:]+\s*[;{]|(?:use|no)\s|our\s+@EXPORT(?:_OK)?\s*=\s*(?:qw|\()[^;]*;|\}|1;|__(?:END|DATA)__)/,
}

const elixir: LayoutLanguage = {
  several: new RegExp(`^(?<text>${ELIXIR_HEAD}\\bdo)[ \\t]*(?:#.*)?$`),
  inline: new RegExp(`^(?<text>${ELIXIR_HEAD},[ \\t]*do:)[ \\t]+\\S`),
  closes: /^\s*end\s*$/,
  inside: { opens: /(?:\bdo|\bfn\b[^#]*->)\s*$/, closes: /^\s*end\b/ },
  continues: /^\s*(?:rescue|catch|after|else)\s*$/,
  hides: (line) => ((line.split('"""').length - 1) % 2 === 1 ? /"""/ : null),
  getBody: (_, variant) => (isThrowing(variant) ? `raise("${OTHER}")` : variant === 'other' ? `"${OTHER}"` : 'nil'),
  inert:
    /^\s*(?:#|defmodule\s|end$|(?:use|import|alias|require)\s|@(?:moduledoc|doc|spec|type|typep|opaque|impl|typedoc)\b)/,
}

export const getLayoutLanguage = (path: string): LayoutLanguage | null =>
  /\.p[lm]$/i.test(path) ? perl : /\.ex$/i.test(path) ? elixir : null

interface Part {
  readonly name: string
  readonly text: string
  readonly tail: string
  /** Indexes of lines. Equal for a function in one line. */
  readonly first: number
  readonly last: number
  /** Its lines. */
  readonly code: string
}

interface Layout {
  readonly lines: readonly string[]
  readonly parts: readonly Part[]
  /** Lines outside of functions that have an effect. */
  readonly rest: readonly string[]
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Returns null for another layout. */
function readLayout(language: LayoutLanguage, text: string): Layout | null {
  const lines = text.split('\n')
  const hidden = findHidden(language, lines)
  if (hidden === null) return null
  const [parts, rest]: [Part[], string[]] = [[], []]
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (hidden.has(at)) continue
    const inline = line.length > MAX_LINE ? null : language.inline.exec(line)
    const head = inline ?? (line.length > MAX_LINE ? null : language.several.exec(line))
    if (head === null) {
      if (line.trim() !== '' && !language.inert.test(line)) rest.push(line.trim())
      continue
    }
    const last = inline ? at : findEnd(language, lines, hidden, at)
    if (last === null) return null
    const { name = '', text: own = '', tail = '' } = head.groups ?? {}
    parts.push({ name, text: own, tail, first: at, last, code: lines.slice(at, last + 1).join('\n') })
    at = last
  }
  return { lines, parts, rest }
}

/** Returns the lines inside of comments, documents and texts; null where one of them does not end. */
function findHidden(language: LayoutLanguage, lines: readonly string[]): ReadonlySet<number> | null {
  const hidden = new Set<number>()
  let end: RegExp | null = null
  for (const [at, line] of lines.entries()) {
    if (end === null) end = language.hides(line)
    else {
      hidden.add(at)
      if (end.test(line)) end = null
    }
  }
  return end === null || end === TO_THE_END ? hidden : null
}

function findEnd(
  { closes, continues, inside }: LayoutLanguage,
  lines: readonly string[],
  hidden: ReadonlySet<number>,
  first: number,
): number | null {
  const indent = indentOf(lines[first] ?? '')
  let depth = 0
  for (let at = first + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (hidden.has(at) || line.trim() === '') continue
    const isInside = indentOf(line) > indent || continues.test(line)
    if (!isInside) return indentOf(line) === indent && closes.test(line) ? at : null
    depth -= Number(inside.closes.test(line))
    if (depth < 0) return null
    depth += Number(inside.opens.test(line))
  }
  return null
}

/** Empties the functions that a change added or edited; returns null for another layout. @param kept names that keep their bodies */
export function emptyLayout(
  language: LayoutLanguage,
  { before, after }: { readonly before: string | null; readonly after: string },
  variant: Replacing | 'before',
  kept: ReadonlySet<string>,
) {
  const [layout, old] = [readLayout(language, after), readLayout(language, before ?? '')]
  if (layout === null || old === null) return null
  const known = new Set(old.parts.map(({ code }) => code.trim()))
  const own = new Set(layout.parts.map(({ code }) => code.trim()))
  const changed = layout.parts.filter(({ code }) => !known.has(code.trim()))
  const gone = variant === 'before' ? old.parts.filter(({ code }) => !own.has(code.trim())) : []
  const back = pairByName(changed, gone)
  const done = changed.filter((part) => !kept.has(part.name) || back.has(part))
  const lines = [...layout.lines]
  for (const part of done.toReversed()) {
    const { first, last, name, text, tail } = part
    const body = language.getBody(name, variant === 'before' ? 'nothing' : variant)
    const inline = [text, body, tail].filter((word) => word !== '').join(' ')
    const several = [layout.lines[first] ?? '', `${' '.repeat(indentOf(text) + 2)}${body}`, layout.lines[last] ?? '']
    const code = back.get(part)?.code
    lines.splice(first, last - first + 1, ...(code !== undefined ? [code] : first === last ? [inline] : several))
  }
  const rest = new Set(old.rest)
  return {
    text: lines.join('\n'),
    functions: done.map(({ name }) => name),
    isWhole: done.length === changed.length && layout.rest.every((line) => rest.has(line)),
  }
}
