/** Where tests are written: by their titles, and by the indent that every formatter gives a body. */

const MAX_TEXT = 512 * 1_024
const QUOTE = /["'`]/

/**
 * What stands at each place where the test is written, without its title and its indent; imports are not in it.
 * @param groups the titles around it: where several places have the title, those inside of these groups are meant
 */
export function getBodies(text: string, title: string, groups: readonly string[] = []): readonly string[] {
  if (text.length > MAX_TEXT || title === '') return []
  const lines = text.split('\n')
  const places = getPlaces(text, lines, title)
  const meant = places.length > 1 ? places.filter(({ line }) => isInside(lines, line, groups)) : places
  return (meant.length > 0 ? meant : places).map(({ line, written }) => bodyAt(lines, line, written)).toSorted()
}

/** Whether the title stands in the text as it is: no row of a table whose titles are computed. */
export function isWritten(text: string, title: string): boolean {
  return getPlaces(text, text.split('\n'), title).length > 0
}

/** Where a test stands, without titles: the lines that begin it and the groups around it, with their marks; and its body. */
export interface Setting {
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
  /** The title as it is written there. */
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

/** As a whole string, or as the whole name of a function. */
function holds(line: string, written: string): boolean {
  for (let at = line.indexOf(written); at !== -1; at = line.indexOf(written, at + 1)) {
    const [before = '', after = ''] = [line[at - 1], line[at + written.length]]
    if (QUOTE.test(before) && before === after) return true
    if (/\s/.test(before) && /[\s(:<]/.test(after) && /^\w+$/.test(written)) return true
  }
  return false
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
  const inside = lines.slice(first + 1).findIndex((line) => line.trim() !== '' && getIndent(line) <= indent)
  const end = inside === -1 ? lines.length : first + 1 + inside
  const isClosing = getIndent(lines[end] ?? '') === indent && /^(?:[)}\]]|end\b)/.test((lines[end] ?? '').trim())
  const body = lines.slice(first, end + (isClosing ? 1 : 0))
  const titled = body.map((line, n) => (n === place - first ? line.replace(written, '') : line))
  return titled
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** What may follow a call: other calls of what it gives. */
const CHAIN = /^(?:\.\w+\([^)]*\))*;?/

/** The whole call that names the test, without the title; null where it does not end on its line. */
function callIn(line: string, written: string): string | null {
  const at = ['"', "'", '`'].map((quote) => line.indexOf(quote + written + quote)).find((found) => found !== -1) ?? 0
  const [start = null] = /[\w$.]+\(\s*$/.exec(line.slice(0, at)) ?? []
  if (start === null) return null
  const quote = line[at] ?? ''
  const rest = line.slice(at + written.length + 2)
  const end = endOfCall(rest)
  if (end === -1) return null
  return `${start}${quote}${quote}${rest.slice(0, end)}${CHAIN.exec(rest.slice(end))?.[0] ?? ''}`
}

/** Behind the bracket that closes the call inside of which the text begins; -1 where none does. */
function endOfCall(text: string): number {
  let depth = 1
  for (const { 0: token, index } of text.matchAll(/(["'`])(?:\\.|(?!\1).)*\1|[()]/g)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return -1
}

/** The lines above with less and less indent, nearest first. */
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

/** A line and the marks right above it, without what stands in quotes. */
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
