/** Splits what a change put into a file into parts that can be taken back alone, by lines and indents: in any language. */

/** Lines of the new file that stand for lines of the old one; both count from 1. */
export interface Hunk {
  readonly oldFirst: number
  readonly oldCount: number
  readonly first: number
  readonly count: number
}

/** Lines of the new file, from 1. */
export interface Part {
  readonly first: number
  readonly last: number
  /** The lines that stood there, with their ends. */
  readonly old: readonly string[]
  /** What a declaration at the top of the file declares. */
  readonly name: string | null
}

/** Of larger changes the last part is the rest. */
const MAX_PARTS = 200
/** Goes on with what the line above began. */
const CONTINUED = /^(?:[)\]}>{.?:&|+,]|(?:else|elif|elsif|except|finally|catch|rescue|ensure|end|then)\b)/
/** Belongs to what the next line begins: comments, decorators, attributes. */
const HEAD = /^(?:@|\/\/|\/\*|\*|#(?![\p{L}_$])|"""|''')/u
const HOLDER = /^(?:[\w()]+\s+)*(?:class|interface|trait|impl|object|module|namespace)\b/
const WORDS_BEFORE =
  /^(?:(?:export|default|declare|abstract|async|pub(?:\([^)]*\))?|public|private|protected|internal|static|final|open|inline|extern|unsafe)\s+)*/
const DECLARED =
  /^(?:function\*?|class|def|func|fun|fn|const|let|var|val|enum|struct|trait|module|object|type|interface)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)|^([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^=]+)?=(?!=)/u

/** Lines with their ends. */
const getLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const isBlank = (line: string) => line.trim() === ''
const getIndent = (line: string) => line.length - line.trimStart().length

/** What was only taken away is no part: nothing stands there. */
export function getParts(before: string, after: string, hunks: readonly Hunk[]): readonly Part[] {
  const [old, now] = [getLines(before), getLines(after)]
  return hunks
    .filter(({ count }) => count > 0)
    .flatMap(({ oldFirst, oldCount, first, count }) => {
      const spans = split(now, { first, last: first + count - 1 })
      return replaceNearest(now, spans, oldCount === 0 ? [] : old.slice(oldFirst - 1, oldFirst - 1 + oldCount))
    })
    .slice(0, MAX_PARTS)
}

/** @param parts of this text, in any order */
export function withoutParts(after: string, parts: readonly Part[]): string {
  const lines = [...getLines(after)]
  for (const { first, last, old } of parts.toSorted((a, b) => b.first - a.first))
    lines.splice(first - 1, last - first + 1, ...old)
  return lines.join('')
}

interface Span {
  readonly first: number
  readonly last: number
}

/** At the top of the file and in a class each line that begins something; elsewhere where a paragraph begins. */
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

/** Empty lines at the end separate; they belong to nothing. */
function trim(lines: readonly string[], { first, last }: Span): Span {
  let end = last
  while (end > first && isBlank(lines[end - 1] ?? '')) end -= 1
  return { first, last: end }
}

/** The members of a class that has several, in its place. */
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

/** The first line that is no comment and no decorator. */
function headLine(lines: readonly string[], { first, last }: Span): number {
  for (let n = first; n <= last; n += 1) {
    const line = (lines[n - 1] ?? '').trimStart()
    if (line !== '' && !HEAD.test(line)) return n
  }
  return first
}

/** Lines of the old file stand in the place of the part that shares most words with them; the others are additions. */
function replaceNearest(lines: readonly string[], spans: readonly Span[], old: readonly string[]): readonly Part[] {
  const words = getWords(old)
  const shared = spans.map(
    ({ first, last }) => [...getWords(lines.slice(first - 1, last))].filter((word) => words.has(word)).length,
  )
  const nearest = shared.indexOf(Math.max(...shared))
  return spans.map((span, n) => ({ ...span, old: n === nearest ? old : [], name: getName(lines, span) }))
}

function getWords(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.match(/[\p{L}\p{N}_$]+/gu) ?? []))
}

function getName(lines: readonly string[], span: Span): string | null {
  const line = lines[headLine(lines, span) - 1] ?? ''
  if (getIndent(line) > 0) return null
  const [, declared, assigned] = DECLARED.exec(line.replace(WORDS_BEFORE, '')) ?? []
  return declared ?? assigned ?? null
}
