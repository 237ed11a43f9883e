/** Tracks which HTML elements are open after a line of Markdown: their content may be hidden, struck out or quoted. */
import { codeSpans, isInside, TAG } from './inline-spans.ts'

/** Elements without an end tag. */
const VOID = 'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'
/** At the beginning of a line these are tags in any context. */
const BLOCKS =
  'address article aside blockquote body caption center colgroup dd details dialog dir div dl dt fieldset figcaption figure ' +
  'footer form h1 h2 h3 h4 h5 h6 head header html legend li main menu nav ol optgroup option p pre search section summary ' +
  'table tbody td tfoot th thead tr ul'
const OTHERS =
  'a abbr acronym applet audio b bdi bdo big blink button canvas cite code data datalist del dfn em font frameset i iframe ins ' +
  'kbd label listing map mark marquee math meter nobr noembed noframes noscript object output picture plaintext progress q rb ' +
  'rp rt rtc ruby s samp script select slot small span strike strong style sub sup svg template textarea time title tt u var ' +
  'video xmp'
/** Elements that end with their parent. */
const OPTIONAL = 'p li dd dt option optgroup colgroup caption tr td th thead tbody tfoot'

const IS_VOID = new Set(VOID.split(' '))
const IS_BLOCK = new Set(BLOCKS.split(' '))
const IS_OPTIONAL = new Set(OPTIONAL.split(' '))
const IS_ELEMENT = new Set([...IS_VOID, ...IS_BLOCK, ...OTHERS.split(' ')])
const BEGIN = /<(\/?)([a-z][a-z0-9-]*)(?=[\s/>]|$)/gi
const STARTS_BLOCK = /^ {0,3}(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*<[a-z/!?]/i
const MAX_START = 3

interface Element {
  readonly name: string
  readonly line: number
  /** The parent element. */
  readonly around: OpenElements
}

/** A construct that continues on another line, with an unknown end. */
const ENDLESS = '<'

/**
 * The innermost open element; null without one. Lines share this list: copies would take quadratic time for long lists.
 */
export type OpenElements = Element | null

/**
 * Returns the open elements after the line.
 * @param open before this line
 * @param isBlock the line is in a block of HTML
 */
export function openAfter(line: string, number: number, open: OpenElements, isBlock: boolean): OpenElements {
  if (!line.includes('<')) return open
  const spans = isBlock ? [] : codeSpans(line)
  let inner = open
  for (const { index, 1: slash, 2: name = '' } of line.matchAll(BEGIN)) {
    if (isInside(spans, index)) continue
    const word = name.toLowerCase()
    TAG.lastIndex = index
    const isWhole = TAG.test(line)
    if (!isWhole && (isBlock || IS_ELEMENT.has(word))) inner = { name: ENDLESS, line: number, around: inner }
    if (!isWhole || !IS_ELEMENT.has(word) || IS_VOID.has(word)) continue
    if (slash === '') inner = { name: word, line: number, around: inner }
    else inner = close(inner, word, { line: number, isCertain: IS_BLOCK.has(word) && getIndent(line) === index })
  }
  return inner
}

/** Returns whether a line begins a block of HTML, in which nothing is Markdown until a blank line. */
export function startsBlock(line: string): boolean {
  const [, , name] = /^(\s*)<\/?([a-z][a-z0-9-]*)/i.exec(line) ?? []
  const isAddress = name !== undefined && /^\s*<[a-z][a-z0-9+.-]*:/i.test(line)
  return STARTS_BLOCK.test(line) && !isAddress
}

/**
 * Closes an element. An end tag counts only where it cannot be code or an attribute value. That is at the beginning of
 * a line, or on the line of its start tag.
 */
function close(
  inner: OpenElements,
  name: string,
  { line, isCertain }: { readonly line: number; readonly isCertain: boolean },
): OpenElements {
  let found = inner
  while (found !== null && found.name !== name && IS_OPTIONAL.has(found.name)) found = found.around
  return found?.name === name && (isCertain || found.line === line) ? found.around : inner
}

function getIndent(line: string): number {
  const indent = line.length - line.trimStart().length
  return indent <= MAX_START ? indent : -1
}
