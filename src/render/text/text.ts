/** Escapes untrusted text for terminals and computes its width. This is the only module that does so. */

/** Longer texts are truncated. */
export const MAX_TEXT = 1_000

const MAX_LINES = 40
/**
 * Matches window titles, links and other terminal commands with their text; then colours and movements; then the rest.
 */
const TERMINAL_CODES =
  /(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]?/g
const INVISIBLE = /\p{Cf}|\p{Default_Ignorable_Code_Point}|[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/gu
/** Matches whole runs of blanks, except a single space. Without look-back, so that a long run takes linear time. */
const BLANKS = /[\s\u0085]{2,}|[^\S ]|\u0085/g
const SPACES = /^ +$/
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

/**
 * Returns one line without control, colour, bidirectional and invisible characters, at most `max` characters. Spaces
 * within the line stay, because a value may differ in them alone.
 */
export function plain(text: string, max = MAX_TEXT): string {
  const cleaned = text
    .slice(0, max * 16)
    .toWellFormed()
    .replace(TERMINAL_CODES, '')
    .replace(INVISIBLE, '')
    .replace(BLANKS, (run) => (SPACES.test(run) ? run : ' '))
    .trim()
  // Code points are never more than UTF-16 units, and counting them is expensive.
  if (cleaned.length <= max) return cleaned
  const characters = [...cleaned]
  return characters.length <= max ? cleaned : `${characters.slice(0, max - 1).join('')}…`
}

/** Returns a line of code on one line: its indentation, with two columns for a tab, and the rest of it. */
export function plainCode(text: string): readonly [indentation: string, rest: string] {
  const indentation = /^[ \t]{0,40}/.exec(text)?.[0].replaceAll('\t', '  ') ?? ''
  return [indentation, plain(text)]
}

/** Returns a character as JSON may write it: `\\uXXXX`, twice for one beyond 16 bits. */
export function toEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** Truncates to UTF-16 units, which runners and GitHub count, without splitting a surrogate pair. */
export function cut(text: string, maxUnits: number): string {
  return text.length <= maxUnits ? text : `${text.slice(0, maxUnits - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const MAX_COMMAND = 4_000

/** Renders a command to paste as `$ ...`; one with a `<placeholder>` is advice: `-> ...`. Commands are never cut or wrapped. */
export function commandLine(command: string, indent = '  '): string {
  return `${indent}${/<[^>]+>/.test(command) ? '->' : '$'} ${plain(command, MAX_COMMAND)}`
}

/** Returns the escaped lines of a longer text. Indentation stays, and empty lines are merged. */
export function plainLines(text: string, max = MAX_LINES): readonly string[] {
  const lines = text
    .slice(0, max * MAX_TEXT)
    .split(/\r\n|\r|\n/, max * 4)
    .map((line) => (/^ {0,12}/.exec(line)?.[0] ?? '') + plain(line))
    .map((line) => (line.trim() === '' ? '' : line))
  const kept = lines.filter((line, index) => line !== '' || (lines[index + 1] ?? '') !== '')
  return kept.length <= max ? kept : [...kept.slice(0, max), '…']
}

/** Returns the columns that an escaped text occupies. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue
    width += WIDE.test(character) ? 2 : 1
  }
  return width
}

/** Truncates an escaped text to a number of columns. */
export function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let used = 1
  for (const character of text) {
    used += displayWidth(character)
    if (used > width) break
    kept += character
  }
  return `${kept}…`
}

/** Wraps an escaped text at spaces. A word longer than a line is split. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.split(' ').flatMap((word) => getPieces(word, width))) {
    const longer = line === '' ? piece : `${line} ${piece}`
    if (displayWidth(longer) <= width) {
      line = longer
    } else {
      lines.push(line.trimEnd())
      line = piece
    }
  }
  return [...lines, line]
}

function getPieces(word: string, width: number): readonly string[] {
  if (displayWidth(word) <= width) return [word]
  const pieces: string[] = ['']
  for (const character of word) {
    const longer = pieces.at(-1) + character
    if (displayWidth(longer) <= width) pieces[pieces.length - 1] = longer
    else pieces.push(character)
  }
  return pieces
}

/** Returns the line that a runner's message names as `path:12`, for reports without line numbers; null where none is named. */
export function lineIn(message: string, path: string | null): number | null {
  if (path === null) return null
  const at = message.indexOf(`${path}:`)
  const digits = at === -1 ? undefined : /^\d{1,7}/.exec(message.slice(at + path.length + 1))?.[0]
  return digits === undefined || Number(digits) === 0 ? null : Number(digits)
}
