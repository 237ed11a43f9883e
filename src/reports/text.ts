/** Makes text out of a report harmless to keep: no terminal codes, no control characters, no more than was asked for. */

/** ESC as a terminal sees it, and as XML writers spell it because the character is not allowed there. */
const COLOUR = /(?:\u001b|\u241b|\ufffd|#x1B|&#27;)\[[0-9;]*m/gi
/** Every other control sequence: cursor moves (CSI), links and titles (OSC). */
const SEQUENCE = /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Anything the rules above could begin with: most texts have none of it, and one class of characters is quick to look for. */
const SUSPICIOUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u241b\ufffd#]/
const HIGH_SURROGATE = /[\ud800-\udbff]$/

/** Strips terminal codes and control characters except newline and tab, trims, and cuts at `limit` with `…`. */
export function cleanText(text: string, limit: number): string {
  return cut(plainText(text).trim(), limit)
}

/** The text without terminal codes and control characters, whole. */
export function plainText(text: string): string {
  if (isPlain(text)) return text
  return text.replace(/\r\n?/g, '\n').replace(COLOUR, '').replace(SEQUENCE, '').replace(CONTROL, '')
}

/** True when the text has nothing to strip. */
export function isPlain(text: string): boolean {
  return !SUSPICIOUS.test(text)
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit - 1).replace(HIGH_SURROGATE, '')}…`
}
