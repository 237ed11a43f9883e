/**
 * Finds links and definitions of Markdown that span lines. Tries every place and looks up the following characters in
 * tables, so that a comment of brackets takes linear time.
 */
/** From one place to another; the text between them is inside. */
export type TextSpan = readonly [from: number, to: number]

/**
 * Finds the spans.
 * @returns every link and definition that spans lines: one inside another hides none
 */
export function linkSpans(text: string): readonly TextSpan[] {
  const places = getPlaces(text)
  return [
    ...spansAt(text, '](', (at) => endOfLink(places, at)),
    ...spansAt(text, ']:', (at) => endOfDefinition(places, at)),
  ]
}

function spansAt(text: string, sign: string, endOf: (at: number) => number | null): readonly TextSpan[] {
  const spans: TextSpan[] = []
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    const end = endOf(at + sign.length)
    const line = end === null ? -1 : text.indexOf('\n', at)
    if (end !== null && line >= 0 && line < end) spans.push([at, end])
  }
  return spans
}

/** For each place of a text, the place of the next character of a kind; the text's length without one. */
type Next = Int32Array

interface Places {
  readonly text: string
  readonly blank: Next
  readonly word: Next
  /** Without those after a backslash. */
  readonly sign: (sign: string) => Next
}

const BLANK = /\s/

function getPlaces(text: string): Places {
  const isBlank = Uint8Array.from({ length: text.length }, (_, at) => Number(BLANK.test(text[at] ?? '')))
  const isEscaped = escapedIn(text)
  const signs = new Map<string, Next>()
  return {
    text,
    blank: getNext(text.length, (at) => isBlank[at] === 1),
    word: getNext(text.length, (at) => isBlank[at] === 0),
    sign: (sign) => {
      const known = signs.get(sign) ?? getNext(text.length, (at) => text[at] === sign && isEscaped[at] === 0)
      signs.set(sign, known)
      return known
    },
  }
}

function getNext(length: number, isOne: (at: number) => boolean): Next {
  const next = new Int32Array(length + 1).fill(length)
  for (let at = length - 1; at >= 0; at -= 1) next[at] = isOne(at) ? at : (next[at + 1] ?? length)
  return next
}

/** Marks places after an odd number of backslashes. */
function escapedIn(text: string): Uint8Array {
  const isEscaped = new Uint8Array(text.length)
  for (let at = 1; at < text.length; at += 1) isEscaped[at] = Number(text[at - 1] === '\\' && isEscaped[at - 1] === 0)
  return isEscaped
}

function at(next: Next, place: number): number {
  return next[Math.min(place, next.length - 1)] ?? 0
}

/** Finds the end of address and title in brackets, both optional; returns null when it is no link. */
function endOfLink(places: Places, from: number): number | null {
  for (const address of addressEnds(places, from)) {
    const end = closedAt(places, address)
    if (end !== null) return end
  }
  return null
}

function closedAt(places: Places, address: number): number | null {
  const { text, word } = places
  const next = at(word, address)
  if (text[next] === ')') return next + 1
  const title = next > address ? endOfTitle(places, next) : null
  if (title === null) return null
  const close = at(word, title)
  return text[close] === ')' ? close + 1 : null
}

/** Finds the longest possible definition: without a title it ends with its address. */
function endOfDefinition(places: Places, from: number): number | null {
  const [address] = addressEnds(places, from)
  if (address === undefined) return null
  const next = at(places.word, address)
  return (next > address ? endOfTitle(places, next) : null) ?? address
}

/**
 * Lists possible ends of the address, in the order in which readers try them. First the address stands in angle
 * brackets, then it is a word before more text, and then there is none.
 */
function addressEnds(places: Places, from: number): readonly number[] {
  const { text, word, blank } = places
  const start = at(word, from)
  const angle = text[start] === '<' ? endOfAngle(places, start) : null
  const end = at(blank, start)
  return [
    ...(angle === null ? [] : [angle]),
    ...(start < text.length && end < text.length ? [end] : []),
    ...(start > from ? [start - 1] : []),
  ]
}

function endOfAngle({ text, sign }: Places, start: number): number | null {
  const close = at(sign('>'), start + 1)
  const isOpen = at(sign('<'), start + 1) < close || at(sign('\n'), start + 1) < close
  return close === text.length || isOpen ? null : close + 1
}

function endOfTitle({ text, sign }: Places, start: number): number | null {
  const open = text[start]
  if (open !== '"' && open !== "'" && open !== '(') return null
  const close = at(sign(open === '(' ? ')' : open), start + 1)
  const isNested = open === '(' && at(sign('('), start + 1) < close
  return close === text.length || isNested ? null : close + 1
}
