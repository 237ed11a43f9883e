/** Cleans text of reports: no terminal codes, no control characters, bounded length. */
import { wellFormed } from './utf8.ts'

/** Colour codes with ESC, and with the replacements that XML writers use for ESC. */
const COLOUR = /(?:\u001b|\u241b|\ufffd|#x1B|&#27;)\[[0-9;]*m/gi
/** Other control sequences: cursor moves (CSI), links and titles (OSC). */
const SEQUENCE = /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** A cheap filter: any character that the patterns above need. */
const SUSPICIOUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u241b\ufffd#]/
const HIGH_SURROGATE = /[\ud800-\udbff]$/

/** Removes terminal codes and control characters except newline and tab, trims, and truncates at `limit` with `…`. */
export function cleanText(text: string, limit: number): string {
  return cut(plainText(text).trim(), limit)
}

/** Returns the whole text without terminal codes and control characters. */
export function plainText(text: string): string {
  if (isPlain(text)) return text
  return wellFormed(text).replace(/\r\n?/g, '\n').replace(COLOUR, '').replace(SEQUENCE, '').replace(CONTROL, '')
}

/** Returns true when the text has nothing to remove. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !SUSPICIOUS.test(text)
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit - 1).replace(HIGH_SURROGATE, '')}…`
}
