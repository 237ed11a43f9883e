/** Splits an added text into parts that can be reverted alone, by lines and indentation: in any language. */

/** Lines of the new file that replace lines of the old one; both count from 1. */
export interface Hunk {
  readonly oldFirst: number
  readonly oldCount: number
  readonly first: number
  readonly count: number
}

/** Lines of the new file, from 1. */
export interface TextPart {
  readonly first: number
  /** One less than `first` where lines were removed and none stand in their place. */
  readonly last: number
  /** The replaced lines, with their line ends. */
  readonly old: readonly string[]
  /** The name that a top-level declaration declares. */
  readonly name: string | null
}

/** In larger changes the last part is the rest. */
const MAX_PARTS = 200
/** Matches lines that continue the line above. */
const CONTINUED = /^(?:[)\]}>{.?:&|+,]|(?:else|elif|elsif|except|finally|catch|rescue|ensure|end|then)\b)/
/** Matches lines that belong to the next one: comments, decorators, attributes. */
const HEAD = /^(?:@|\/\/|\/\*|\*|#(?![\p{L}_$])|"""|''')/u
/** Matches the beginning of a condition, a loop or an exit, and a whole call. */
const STATEMENT =
  /^(?:(?:if|unless|guard|switch|match|case|for|while|try|raise|throw|return|assert|await|panic)\b|[\w$.]+\(.*\);?\s*$)/
const HOLDER = /^(?:[\w()]+\s+)*(?:class|interface|trait|impl|object|module|namespace)\b/
const WORDS_BEFORE =
  /^(?:(?:export|default|declare|abstract|async|pub(?:\([^)]*\))?|public|private|protected|internal|static|final|open|inline|extern|unsafe)\s+)*/
const DECLARED =
  /^(?:function\*?|class|def|func|fun|fn|const|let|var|val|enum|struct|trait|module|object|type|interface)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)|^([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^=]+)?=(?!=)/u

/** Splits into lines, with their line ends. */
const getLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const isBlank = (line: string) => line.trim() === ''
const getIndent = (line: string) => line.length - line.trimStart().length

/** Returns the parts. Of removed text, only statements are parts: a removed declaration may be dead code. */
export function getParts(before: string, after: string, hunks: readonly Hunk[]): readonly TextPart[] {
  const [old, now] = [getLines(before), getLines(after)]
  return hunks
    .flatMap(({ oldFirst, oldCount, first, count }) => {
      const there = oldCount === 0 ? [] : old.slice(oldFirst - 1, oldFirst - 1 + oldCount)
      if (count === 0) return isStatement(there) ? [{ first: first + 1, last: first, old: there, name: null }] : []
      return replaceNearest(now, split(now, { first, last: first + count - 1 }), there)
    })
    .slice(0, MAX_PARTS)
}

/** Returns whether the part stands for removed lines alone. */
export const isRemoved = ({ first, last }: Pick<TextPart, 'first' | 'last'>): boolean => last < first

/** Returns whether these lines are statements of a function that remains: a condition, a call, an exit. */
function isStatement(lines: readonly string[]): boolean {
  const line = lines.find((one) => !isBlank(one) && !HEAD.test(one.trimStart())) ?? ''
  return getIndent(line) > 0 && STATEMENT.test(line.trimStart())
}

/** Returns the text without some parts. @param parts of this text, in any order */
export function withoutParts(after: string, parts: readonly TextPart[]): string {
  const lines = [...getLines(after)]
  for (const { first, last, old } of parts.toSorted((a, b) => b.first - a.first))
    lines.splice(first - 1, last - first + 1, ...old)
  return lines.join('')
}

interface Span {
  readonly first: number
  readonly last: number
}

/** Splits at every line that begins a declaration at the top of the file or in a class; elsewhere at paragraphs. */
function split(lines: readonly string[], span: Span, isBody = false): readonly Span[] {
  const least = leastIndent(lines, span)
  const starts: number[] = []
  for (let n = span.first; n <= span.last; n += 1) {
    const line = lines[n - 1] ?? ''
    if (isBlank(line) || (starts.length > 0 && !begins(lines, n, least, isBody))) continue
    starts.push(n)
  }
  const spans = starts.map((first, i) => trim(lines, { first, last: (starts[i + 1] ?? span.last + 1) - 1 }))
  return isBody ? spans : spans.flatMap((one) => getMembers(lines, one))
}

function begins(lines: readonly string[], n: number, least: number, isBody: boolean): boolean {
  const line = lines[n - 1] ?? ''
  const above = lines[n - 2] ?? ''
  if (getIndent(line) !== least || CONTINUED.test(line.trimStart()) || HEAD.test(above.trimStart())) return false
  return least === 0 || isBody || isBlank(above)
}

function leastIndent(lines: readonly string[], { first, last }: Span): number {
  const indents = lines.slice(first - 1, last).flatMap((line) => (isBlank(line) ? [] : [getIndent(line)]))
  return indents.reduce((least, indent) => Math.min(least, indent), Number.POSITIVE_INFINITY)
}

/** Drops empty lines at the end: they only separate. */
function trim(lines: readonly string[], { first, last }: Span): Span {
  let end = last
  while (end > first && isBlank(lines[end - 1] ?? '')) end -= 1
  return { first, last: end }
}

/** Returns the members of a class that has several. */
function getMembers(lines: readonly string[], span: Span): readonly Span[] {
  const head = headLine(lines, span)
  if (!HOLDER.test((lines[head - 1] ?? '').trim())) return [span]
  const indent = getIndent(lines[head - 1] ?? '')
  const isInner = (n: number) => getIndent(lines[n - 1] ?? '') > indent
  const last = isInner(span.last) ? span.last : span.last - 1
  if (last <= head || !isInner(head + 1)) return [span]
  const members = split(lines, trim(lines, { first: head + 1, last }), true)
  return members.length > 1 ? members : [span]
}

/** Returns the first line that is no comment and no decorator. */
function headLine(lines: readonly string[], { first, last }: Span): number {
  for (let n = first; n <= last; n += 1) {
    const line = (lines[n - 1] ?? '').trimStart()
    if (line !== '' && !HEAD.test(line)) return n
  }
  return first
}

/**
 * Assigns replaced lines of the old file to the part that shares most words with them; the other parts are additions.
 */
function replaceNearest(lines: readonly string[], spans: readonly Span[], old: readonly string[]): readonly TextPart[] {
  const words = getWordsIn(old)
  const shared = spans.map(
    ({ first, last }) => [...getWordsIn(lines.slice(first - 1, last))].filter((word) => words.has(word)).length,
  )
  const nearest = shared.indexOf(Math.max(...shared))
  return spans.map((span, n) => ({ ...span, old: n === nearest ? old : [], name: getName(lines, span) }))
}

export function getWordsIn(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.match(/[\p{L}\p{N}_$]+/gu) ?? []))
}

function getName(lines: readonly string[], span: Span): string | null {
  const line = lines[headLine(lines, span) - 1] ?? ''
  if (getIndent(line) > 0) return null
  const [, declared, assigned] = DECLARED.exec(line.replace(WORDS_BEFORE, '')) ?? []
  return declared ?? assigned ?? null
}

/** Matches the list of the names that a module of Python exports. */
const EXPORTED = /^__all__\s*\+?=\s*[[(][^\])]*[\])]/gm

/** Returns whether the part stands in a list of exported names: it does nothing, as an import does. */
export function isExportList(path: string, text: string, { first, last }: TextPart): boolean {
  if (!path.endsWith('.py')) return false
  const toLine = (at: number) => text.slice(0, at).split('\n').length
  return text
    .matchAll(EXPORTED)
    .some(({ 0: all, index }) => toLine(index) <= first && last <= toLine(index + all.length))
}
