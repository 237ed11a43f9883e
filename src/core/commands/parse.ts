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

/** What other tools call these commands. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['retry', 'recheck'],
  ['waive', 'override'],
])

function toCall(text: string): Call {
  const line = text.trim()
  const [said = '', ...words] = line.split(/\s+/)
  if (/^(?:start|plan)$/i.test(said)) return ofTask(said, words)
  const rest = line.slice(said.length).trim()
  return { name: OTHER_NAMES.get(said.toLowerCase()) ?? said, args: rest === '' ? [] : rest.split(/\s+/), rest }
}

/** A dry run of `start` is `plan`, and a tag belongs to the name of the task: `start 42 --tag b` is `start b:42`. */
function ofTask(said: string, words: readonly string[]): Call {
  const isDry = words.includes('--dry-run')
  const args = withTag(words.filter((word) => word !== '--dry-run'))
  return { name: isDry ? 'plan' : said, args, rest: args.join(' ') }
}

const TAGGED = /^(?:(?<task>[^\s:-]\S*) --tag[= ](?<tag>[^\s-]\S*)|--tag[= ](?<first>[^\s-]\S*) (?<after>[^\s:-]\S*))$/

function withTag(words: readonly string[]): readonly string[] {
  const { task, tag, first, after } = TAGGED.exec(words.join(' '))?.groups ?? {}
  const [name, id] = [tag ?? first, task ?? after]
  return name === undefined || id === undefined || id.includes(':') ? words : [`${name}:${id}`]
}
