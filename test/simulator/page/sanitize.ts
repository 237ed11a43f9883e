/** Makes HTML that Markdown became harmless, as GitHub does: known tags are written anew, everything else vanishes or is text. */
import { escapeHtml, type Html } from './html.ts'

const TAGS = new Set(
  `a abbr b bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img
  input ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th thead
  tr tt ul var wbr`.split(/\s+/),
)
const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr'])
/** What stands in them is no text either. */
const SWALLOWED = new Set(
  'script style title textarea xmp iframe noembed noframes noscript plaintext template svg math object select'.split(
    ' ',
  ),
)
/** Outside of these they would close what is around the text. */
const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
  summary: ['details'],
  ...Object.fromEntries(['caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'].map((tag) => [tag, ['table']])),
}
const MAX_DEPTH = 100
const COMMENT = /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)/y
const TAG = /<(\/?)([a-z][a-z\d]*)((?:[^>"']|"[^"]*"|'[^']*'){0,4000})>/iy
const ATTRIBUTE = /([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gi
const PROTOCOLS = ['http:', 'https:', 'mailto:']
const ALIGNED = ['td', 'th', 'p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** @param toLinks makes links of what text names; it is given escaped text, and gives HTML. Not asked inside links and code. */
export function sanitize(given: string, toLinks: (text: string) => string = (text) => text): Html {
  const open: string[] = []
  const pieces: string[] = []
  let at = 0
  while (at < given.length) {
    const end = given.indexOf('<', at)
    const text = given.slice(at, end === -1 ? given.length : end)
    if (text !== '') pieces.push(isPlain(open) ? toLinks(escapeText(text)) : escapeText(text))
    if (end === -1) break
    at = readTag(given, end, open, pieces)
  }
  pieces.push(...open.toReversed().map(closing))
  return { html: pieces.join('') }
}

const isPlain = (open: readonly string[]) => !['a', 'code', 'pre', 'tt'].some((tag) => open.includes(tag))

/** Gives where to go on. */
function readTag(given: string, start: number, open: string[], pieces: string[]): number {
  COMMENT.lastIndex = start
  if (COMMENT.test(given)) return COMMENT.lastIndex
  TAG.lastIndex = start
  const found = TAG.exec(given)
  if (found === null) {
    pieces.push('&lt;')
    return start + 1
  }
  const [, slash, name = '', attributes = ''] = found
  const tag = name.toLowerCase()
  if (slash === '/') closeTag(tag, open, pieces)
  else if (SWALLOWED.has(tag)) return endOf(given, tag, TAG.lastIndex)
  else openTag(tag, readAttributes(attributes), open, pieces)
  return TAG.lastIndex
}

function endOf(given: string, tag: string, from: number): number {
  const close = new RegExp(`</${tag}[^>]*>`, 'gi')
  close.lastIndex = from
  return close.test(given) ? close.lastIndex : given.length
}

function closeTag(tag: string, open: string[], pieces: string[]): void {
  if (!open.includes(tag)) return
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    pieces.push(closing(last))
    if (last === tag) return
  }
}

function openTag(tag: string, given: ReadonlyMap<string, string>, open: string[], pieces: string[]): void {
  const isMisplaced = ONLY_IN[tag]?.some((parent) => open.includes(parent)) === false
  if (!TAGS.has(tag) || isMisplaced || open.length >= MAX_DEPTH) return
  if (tag === 'img') return void pieces.push(picture(given))
  if (tag === 'input') return void pieces.push(checkBox(given))
  if (tag === 'a' && open.includes('a')) return
  const attributes = [...shownAttributes(tag, given)].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  pieces.push(`${tag === 'table' ? '<div class="scroll">' : ''}<${outer(tag)}${attributes.join('')}>`)
  if (!VOID.has(tag)) open.push(tag)
}

const closing = (tag: string) => `</${outer(tag)}>${tag === 'table' ? '</div>' : ''}`

/** Headings of a text stand below those of the page: h1 to h3 are the page's. */
function outer(tag: string): string {
  const [, level] = /^h([1-6])$/.exec(tag) ?? []
  return level === undefined ? tag : `h${Math.min(Number(level) + 3, 6)}`
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decode(double ?? single ?? bare ?? ''))
  }
  return attributes
}

function* shownAttributes(tag: string, given: ReadonlyMap<string, string>): Iterable<[string, string]> {
  const href = tag === 'a' ? safeAddress(given.get('href')) : null
  if (href !== null) {
    yield ['href', href]
    yield ['rel', 'nofollow noreferrer']
  }
  if (tag === 'details' && given.has('open')) yield ['open', '']
  const align = given.get('align') ?? ''
  if (ALIGNED.includes(tag) && ['left', 'center', 'right'].includes(align)) yield ['align', align]
  const start = given.get('start') ?? ''
  if (tag === 'ol' && /^\d{1,9}$/.test(start)) yield ['start', start]
  const lang = given.get('lang') ?? ''
  if (tag === 'pre' && /^[\w+#.-]{1,30}$/.test(lang)) yield ['lang', lang]
}

/** Nothing is fetched from elsewhere: a picture is a link to it. */
function picture(given: ReadonlyMap<string, string>): string {
  const words = escapeHtml(`Picture: ${given.get('alt') || 'without words'}`)
  const address = safeAddress(given.get('src'))
  return address === null ? words : `<a href="${escapeHtml(address)}" rel="nofollow noreferrer">${words}</a>`
}

/** Checkboxes of task lists, disabled. */
function checkBox(given: ReadonlyMap<string, string>): string {
  if (given.get('type')?.toLowerCase() !== 'checkbox') return ''
  const isDone = given.has('checked')
  return `<input type="checkbox" disabled${isDone ? ' checked' : ''} aria-label="${isDone ? 'done' : 'to do'}">`
}

/** An address of the web, of mail or of this place; null for every other, and for none. */
export function safeAddress(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address, 'http://localhost/')) return null
  return PROTOCOLS.includes(new URL(address, 'http://localhost/').protocol) ? address : null
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** An entity that is not known here stays text, and is escaped when it is written. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));?/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}

/** Text that may have entities. */
function escapeText(text: string): string {
  return escapeHtml(text).replace(/&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, '&$1;')
}
