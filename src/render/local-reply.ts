/** Renders the reply to a decision for a terminal. */
import type { Reply, ReplyPart } from '../core/model/effect.ts'
import { plain } from './text/text.ts'

/** The way out of a stopped task. */
export const RESUME = 'tdd-gate resume'
export const WAIT = `Change nothing until a person runs \`${RESUME}\`.`

/** On a branch of this machine the slash commands are commands of the program. */
export function toLocalWords(text: string): string {
  return text.replaceAll('/tdd ', 'tdd-gate ').replaceAll('`', '')
}

export function toLocalReply({ parts }: Reply): string {
  return parts.map(toLine).join(' ')
}

function toLine(part: ReplyPart): string {
  if (part.kind === 'text') return toLocalWords(plain(part.text, 1_000))
  if (part.kind === 'list') return part.items.map((item) => plain(item)).join('; ')
  return part.kind === 'commands' ? part.lines.map((line) => toLocalWords(plain(line))).join('; ') : ''
}
