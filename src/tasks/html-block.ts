/** Blocks of HTML in Markdown, as https://spec.commonmark.org/0.31.2/#html-blocks has them: what begins and what ends one. */

const RAW = 'script|pre|style|textarea'
const BLOCKS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|' +
  'ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const NAME = '[a-z][a-z0-9-]*'
const ATTRIBUTE = String.raw`\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`
const EMPTY = /^\s*$/

/** Begin, end. The first that fits counts; the last one is no begin within a paragraph. */
const KINDS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [new RegExp(`^<(?:${RAW})(?:\\s|>|$)`, 'i'), new RegExp(`</(?:${RAW})>`, 'i')],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${BLOCKS})(?:\\s|/?>|$)`, 'i'), EMPTY],
  [new RegExp(`^(?:</${NAME}\\s*>|<${NAME}(?:${ATTRIBUTE})*\\s*/?>)\\s*$`, 'i'), EMPTY],
]

/** @returns whether a line is the last of the block that begins with these words; null: none begins */
export function endOfHtml(words: string, isWithinParagraph: boolean): ((line: string) => boolean) | null {
  if (!words.startsWith('<')) return null
  const kinds = isWithinParagraph ? KINDS.slice(0, -1) : KINDS
  const [, end] = kinds.find(([begin]) => begin.test(words)) ?? []
  return end === undefined ? null : (line) => end.test(line)
}
