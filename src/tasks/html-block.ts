/** Finds blocks of HTML in Markdown: https://spec.commonmark.org/0.31.2/#html-blocks */

const RAW = 'script|pre|style|textarea'
const BLOCKS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|' +
  'ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const NAME = '[a-z][a-z0-9-]*'
const ATTRIBUTE = String.raw`\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`
const EMPTY = /^\s*$/

/**
 * Start and end conditions in the order of the specification. The first match counts; the last one cannot interrupt a
 * paragraph.
 */
const KINDS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [new RegExp(`^<(?:${RAW})(?:\\s|>|$)`, 'i'), new RegExp(`</(?:${RAW})>`, 'i')],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${BLOCKS})(?:\\s|/?>|$)`, 'i'), EMPTY],
  [new RegExp(`^(?:</${NAME}\\s*>|<${NAME}(?:${ATTRIBUTE})*\\s*/?>)\\s*$`, 'i'), EMPTY],
]

/** Returns a predicate that recognises the last line of the block that starts here; null when no block starts. */
export function endOfHtml(text: string, isWithinParagraph: boolean): ((line: string) => boolean) | null {
  if (!text.startsWith('<')) return null
  const kinds = isWithinParagraph ? KINDS.slice(0, -1) : KINDS
  const [, end] = kinds.find(([begin]) => begin.test(text)) ?? []
  return end === undefined ? null : (line) => end.test(line)
}
