/** Renders the reply to a decision for a terminal. */
import type { Reply, ReplyPart } from '../core/model/effect.ts'
import type { SubtaskState } from '../core/model/finding.ts'
import { plain } from './text/text.ts'

/** An agent cannot leave a stopped task by itself, so no command stands there. */
export const WAIT = 'Change nothing. A person continues the task with `tdd-gate resume`.'

/** Describes where a decision was made. */
export function toWhere(host: string, isTerminal: boolean): string {
  return `on ${host} ${isTerminal ? 'at a terminal' : 'without a terminal, perhaps by a program'}`
}

/** Names every skipped subtask for reviewers. */
export function toSkipNotes(subtasks: readonly SubtaskState[]): readonly string[] {
  return subtasks.flatMap(({ id, skipped }) => {
    if (skipped === undefined) return []
    const { by, where = '', reason } = skipped
    return `${id} was skipped locally by ${by} ${where}: ${reason}. No pull request counts it.`
  })
}

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
