/**
 * Empties functions of languages without a grammar, by their layout. As formatters write it, each line of a body is
 * indented deeper than the first line of its function. A file of another layout is not emptied.
 */
import { pairByName } from './bodies.ts'
import type { Replacing } from './language.ts'

/** What begins there has no end. */
export const TO_THE_END = /(?!)/

/** The first line of a function, up to where its body begins. */
export interface Head {
  readonly name: string
  readonly text: string
}

export interface LayoutLanguage {
  /** Recognises the line with which a body of several lines begins. @param before the line before it */
  readonly opens: (line: string, before: string) => Head | null
  /** Recognises a function in one line. Returns what stands before and behind its body as well. */
  readonly inline: (line: string) => (Head & { readonly tail: string }) | null
  /** The line that ends a body. */
  readonly closes: RegExp
  /** Lines inside of a body where a block begins and ends: none may end that began outside. */
  readonly inside: { readonly opens: RegExp; readonly closes: RegExp }
  /** Lines of a body that may be indented as its function. */
  readonly continues: RegExp
  /** Returns how a text ends that begins in this line, such as a comment of several lines; null without one. */
  readonly hides: (line: string) => RegExp | null
  /** Returns statements in place of a body; null where it stays. @param isInline in one line with its function */
  readonly getBody: (head: Head, variant: Replacing, isInline: boolean) => string | null
  /** Lines outside of functions that have no effect. */
  readonly inert: RegExp
  /** Empties a file without functions; null: it stays. */
  readonly emptyScript: ((text: string, variant: Replacing) => string) | null
}

interface Part extends Head {
  /** Indexes of lines. Equal for a function in one line. */
  readonly first: number
  readonly last: number
  readonly tail: string
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
  const parts: Part[] = []
  const rest: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (hidden.has(at)) continue
    const inline = language.inline(line)
    const head = inline ?? language.opens(line, lines[at - 1] ?? '')
    const last = inline ? at : head && findEnd(language, lines, hidden, at)
    if (last === null && head !== null) return null
    if (head === null || last === null) {
      if (line.trim() !== '' && !language.inert.test(line)) rest.push(line.trim())
      continue
    }
    const code = lines.slice(at, last + 1).join('\n')
    parts.push({ ...head, first: at, last, tail: inline?.tail ?? '', code })
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

interface Change {
  readonly before: string | null
  readonly after: string
}

interface EmptiedLayout {
  readonly text: string
  readonly functions: readonly string[]
  readonly isWhole: boolean
}

/** Empties the functions that a change added or edited; returns null for another layout. @param kept names that keep their bodies */
export function emptyLayout(
  language: LayoutLanguage,
  { before, after }: Change,
  variant: Replacing | 'before',
  kept: ReadonlySet<string>,
): EmptiedLayout | null {
  const layout = readLayout(language, after)
  if (layout === null) return null
  const old = before === null ? null : readLayout(language, before)
  if (before !== null && old === null) return null
  if (layout.parts.length === 0 && layout.rest.length > 0) return emptyScript(language, { before, after }, variant)
  const known = new Set(old?.parts.map(({ code }) => code.trim()))
  const changed = layout.parts.filter(({ code }) => !known.has(code.trim()))
  const own = new Set(layout.parts.map(({ code }) => code.trim()))
  const gone = variant === 'before' ? (old?.parts.filter(({ code }) => !own.has(code.trim())) ?? []) : []
  const pairs = pairByName(changed, gone)
  const done = changed
    .filter((part) => !kept.has(part.name) || pairs.has(part))
    .flatMap((part): readonly Replaced[] => {
      const code = pairs.get(part)?.code
      if (code !== undefined) return [{ part, code }]
      const body = language.getBody(part, variant === 'before' ? 'nothing' : variant, part.first === part.last)
      return body === null ? [] : [{ part, body }]
    })
  const rest = new Set(old?.rest)
  return {
    text: write(layout, done),
    functions: done.map(({ part }) => part.name),
    isWhole: done.length === changed.length && layout.rest.every((line) => rest.has(line)),
  }
}

function emptyScript(
  language: LayoutLanguage,
  { before, after }: Change,
  variant: Replacing | 'before',
): EmptiedLayout {
  const isChanged = language.emptyScript !== null && before !== after
  const old = variant === 'before' ? before : null
  const text = isChanged
    ? (old ?? language.emptyScript?.(after, variant === 'before' ? 'nothing' : variant) ?? after)
    : after
  return { text, functions: isChanged ? ['the script'] : [], isWhole: isChanged }
}

/** What stands in place of a part: another body, or other lines. */
type Replaced = { readonly part: Part } & ({ readonly body: string; readonly code?: never } | { readonly code: string })

function write({ lines }: Layout, done: readonly Replaced[]): string {
  const all = [...lines]
  for (const replaced of done.toReversed()) {
    const { first, last, text, tail } = replaced.part
    if (replaced.code !== undefined) {
      all.splice(first, last - first + 1, replaced.code)
      continue
    }
    const { body } = replaced
    if (first === last) all[first] = [text, body, tail].filter((word) => word !== '').join(' ')
    else all.splice(first + 1, last - first - 1, ...(body === '' ? [] : [`${' '.repeat(indentOf(text) + 2)}${body}`]))
  }
  return all.join('\n')
}
