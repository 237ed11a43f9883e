/** Finds tests in a text: by their titles, and by the indentation that every formatter gives a body. */

const MAX_TEXT = 512 * 1_024
const QUOTE = /["'`]/

/**
 * Returns the body at each place of the test, without title, indentation and imports.
 * @param groups the titles around it: when several places have the title, only those inside of these groups count
 */
export function getBodies(text: string, title: string, groups: readonly string[] = []): readonly string[] {
  if (text.length > MAX_TEXT || title === '') return []
  const lines = text.split('\n')
  const places = getPlaces(text, lines, title)
  const meant = places.length > 1 ? places.filter(({ line }) => isInside(lines, line, groups)) : places
  return (meant.length > 0 ? meant : places).map(({ line, written }) => bodyAt(lines, line, written)).toSorted()
}

/** Returns whether the title occurs literally in the text: not as a computed row of a table. */
export function isWritten(text: string, title: string): boolean {
  return getPlaces(text, text.split('\n'), title).length > 0
}

/** The place of a test without titles: the lines that begin it and its groups, with their marks; and its body. */
interface Setting {
  readonly head: string
  readonly body: string
}

export function getSettings(text: string, title: string): readonly Setting[] {
  if (text.length > MAX_TEXT || title === '') return []
  const lines = text.split('\n')
  return getPlaces(text, lines, title).map(({ line, written }) => ({
    head: [line, ...groupsAround(lines, line)].flatMap((at) => markedLines(lines, at)).join('\n'),
    body: bodyAt(lines, line, written),
  }))
}

interface Place {
  readonly line: number
  /** The title as written there. */
  readonly written: string
}

function getPlaces(text: string, lines: readonly string[], title: string): readonly Place[] {
  const spellings = [...new Set([title, ...['"', "'", '`'].map((quote) => title.replaceAll(quote, `\\${quote}`))])]
  const used = spellings.filter((written) => text.includes(written))
  return lines.flatMap((content, line) => {
    const written = used.find((spelling) => holds(content, spelling))
    return written === undefined ? [] : [{ line, written }]
  })
}

/** Matches a whole string, or the whole name of a function. */
function holds(line: string, written: string): boolean {
  for (let at = line.indexOf(written); at !== -1; at = line.indexOf(written, at + 1)) {
    const [before = '', after = ''] = [line[at - 1], line[at + written.length]]
    if (QUOTE.test(before) && before === after) return true
    if (!/^\w+$/.test(written)) continue
    if (/\s/.test(before) && /[\s(:<]/.test(after)) return true
    if (isDeclared(line.slice(0, at), line.slice(at + written.length))) return true
  }
  return false
}

/** A function of a shell begins its line, a method of Ruby may end it, and a macro of GoogleTest has its name in brackets. */
function isDeclared(head: string, tail: string): boolean {
  if (head === '') return /^\s*\(\)/.test(tail)
  return (tail === '' && /\bdef\s+$/.test(head)) || (tail.startsWith(')') && /^\s*TEST\w*\(\s*\w+,\s*$/.test(head))
}

function isInside(lines: readonly string[], place: number, groups: readonly string[]): boolean {
  const around = [place, ...groupsAround(lines, place)].map((line) => lines[line] ?? '')
  return groups.every((group) => around.some((line) => holds(line, group)))
}

function bodyAt(lines: readonly string[], place: number, written: string): string {
  const call = callIn(lines[place] ?? '', written)
  if (call !== null) return call
  const first = startAt(lines, place)
  const indent = getIndent(lines[first] ?? '')
  const end = endOfBody(lines, first)
  const isClosing = getIndent(lines[end] ?? '') === indent && /^(?:[)}\]]|end\b)/.test((lines[end] ?? '').trim())
  const body = lines.slice(first, end + (isClosing ? 1 : 0))
  const titled = body.map((line, n) => (n === place - first ? line.replace(written, '').replace(RECEIVER, '(') : line))
  return titled
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** A body follows: a brace alone, or what ends parameters and opens again. */
const OPENS = /^(?:\{|[)}\]].*(?:[{([:]|=>))$/

/** Returns the first line that is no deeper than the first one, and opens no body. */
function endOfBody(lines: readonly string[], first: number): number {
  const indent = getIndent(lines[first] ?? '')
  const isEnd = (line: string) => line.trim() !== '' && getIndent(line) <= indent
  const end = lines.findIndex(
    (line, at) => at > first && isEnd(line) && (getIndent(line) < indent || !OPENS.test(line.trim())),
  )
  return end === -1 ? lines.length : end
}

/** Matches the receiver of a Python method: a function has no such parameter. */
const RECEIVER = /(?<=\bdef )\((?:self|cls)\b(?:,\s*)?/
/** What may follow a call: method calls on its result. */
const CHAIN = /^(?:\.\w+\([^)]*\))*;?/

/** A macro or a string of Kotlin takes its body behind the call. */
const BODY_BEHIND = /^\s*(?:\{|do\b)/

/** Returns the whole call that names the test, without the title; null when it does not end on its line. */
function callIn(line: string, written: string): string | null {
  const at = ['"', "'", '`'].map((quote) => line.indexOf(quote + written + quote)).find((found) => found !== -1) ?? 0
  const [start = null] = /[\w$.]+\(\s*$/.exec(line.slice(0, at)) ?? []
  if (start === null) return null
  const quote = line[at] ?? ''
  const rest = line.slice(at + written.length + 2)
  const end = endOfCall(rest)
  if (end === -1 || BODY_BEHIND.test(rest.slice(end))) return null
  return `${start}${quote}${quote}${rest.slice(0, end)}${CHAIN.exec(rest.slice(end))?.[0] ?? ''}`
}

/** Returns the place after the bracket that closes the surrounding call; -1 without one. */
function endOfCall(text: string): number {
  let depth = 1
  for (const { 0: token, index } of text.matchAll(/(["'`])(?:\\.|(?!\1).)*\1|[()]/g)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return -1
}

/** Returns the lines above with decreasing indentation, nearest first. */
function groupsAround(lines: readonly string[], place: number): readonly number[] {
  const around: number[] = []
  let indent = getIndent(lines[place] ?? '')
  for (let line = place - 1; line >= 0 && indent > 0; line -= 1) {
    const content = lines[line] ?? ''
    if (content.trim() === '' || getIndent(content) >= indent) continue
    indent = getIndent(content)
    around.push(line)
  }
  return around
}

const MARK = /^\s*(?:@|#?\[)/
const STRING = /(["'`])(?:\\.|(?!\1).)*\1/g

/** Returns a line and the marks right above it, without quoted text. */
function markedLines(lines: readonly string[], place: number): readonly string[] {
  let first = place
  while (MARK.test(lines[first - 1] ?? '')) first -= 1
  return lines.slice(first, place + 1).map((line) => line.replace(STRING, ''))
}

/** A title on a line of its own belongs to the call above it. */
function startAt(lines: readonly string[], place: number): number {
  const indent = getIndent(lines[place] ?? '')
  if (!/^["'`]/.test((lines[place] ?? '').trim())) return place
  for (let line = place - 1; line >= 0; line -= 1) {
    if ((lines[line] ?? '').trim() !== '' && getIndent(lines[line] ?? '') < indent) return line
  }
  return place
}

function getIndent(line: string): number {
  return line.length - line.trimStart().length
}
