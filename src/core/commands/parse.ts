/** Parses slash commands in a comment: the first word of a line that is the author's own plain text. */
import { truncateComment } from '../model/event.ts'
import { getCover, inlineSpans } from './inline-spans.ts'
import { ownLines, type Paragraph } from './own-lines.ts'

export interface Call {
  /** As written; empty for `/tdd` alone. */
  readonly name: string
  readonly args: readonly string[]
  /** The text after the name, trimmed. */
  readonly rest: string
}

export interface Calls {
  readonly calls: readonly Call[]
  /** How many further commands the comment contains. */
  readonly left: number
}

/** Commands in one comment; each one costs requests. */
export const MAX_COMMANDS = 5

/** Accepts other blanks than the space: some keyboards and programs write them. */
const COMMAND = /^ {0,3}\/tdd(?:\s+(?<said>.*))?$/is

/**
 * Parses commands.
 * @param text a whole comment; text that may be a quote or code in any reader counts as such
 */
export function parseCommands(text: string): Calls {
  const [first = new Map<number, Call>(), ...others] = ownLines(truncateComment(text).read).map(getCalls)
  const all = [...first].filter(([line]) => others.every((other) => other.has(line))).map(([, call]) => call)
  return { calls: all.slice(0, MAX_COMMANDS), left: Math.max(0, all.length - MAX_COMMANDS) }
}

/** By the number of their line. */
function getCalls(paragraphs: readonly Paragraph[]): ReadonlyMap<number, Call> {
  return new Map(paragraphs.flatMap(callsIn))
}

/** Code, a link or a tag may begin on one line and end on another of the same paragraph. */
function callsIn(lines: Paragraph): (readonly [line: number, Call])[] {
  const matches = lines.map((line) => (line.isOwn ? COMMAND.exec(line.text) : null))
  if (matches.every((found) => found === null)) return []
  const whole = lines.map(({ text }) => text).join('\n')
  const cover = getCover(inlineSpans(whole), whole.length)
  let start = 0
  return lines.flatMap(({ number, text }, index) => {
    const at = start
    start += text.length + 1
    const found = matches[index] ?? null
    return found === null || cover[at] !== 0 ? [] : [[number, toCall(found.groups?.['said'] ?? '')] as const]
  })
}

/** A dry run of `start` is `plan`. */
const DRY_START = /^start\s+(?:(\S+)\s+)?--dry-run(?=\s|$)/i

function toCall(text: string): Call {
  const line = text
    .trim()
    .replace(DRY_START, (_, task: string | undefined) => `plan ${task ?? ''}`)
    .trim()
  const [name = '', ...args] = line.split(/\s+/)
  return { name, args, rest: line.slice(name.length).trim() }
}
