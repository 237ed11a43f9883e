/** What a reference in XML text stands for: five names and numbers, nothing that a document declares itself. */

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])
const REFERENCE = /&(#x[0-9a-fA-F]{1,8}|#[0-9]{1,10}|[a-z]{2,4});/g
/** From this length on V8 makes a slice a view of the string it was cut from. */
const SLICED = 13
const REPLACEMENT = '\ufffd'

/** Decodes references; an unknown one stays as it is written. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (written, name: string) => {
    if (!name.startsWith('#')) return NAMED.get(name) ?? written
    return character(name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
  })
}

/** An attribute's value: as above, and written white space becomes a space, as XML says. */
export function attributeValue(text: string): string {
  return unescapeXml(/[\t\n\r]/.test(text) ? text.replace(/\r\n|[\t\n\r]/g, ' ') : text)
}

/** Control characters are forgiven (terminal colours are cleaned away later); what is no character at all is replaced. */
function character(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || (code & 0xfffe) === 0xfffe
  return isNone ? REPLACEMENT : String.fromCodePoint(code)
}

/** A copy that does not keep the window it was cut from in memory. */
export function own(text: string): string {
  // Shorter ones are always copied; flattening a joined string copies just what it holds, without a detour over bytes.
  return text.length < SLICED ? text : ` ${text}`.slice(1)
}
