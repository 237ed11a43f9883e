/** Renders the reply to a decision for a terminal. */

import { short } from '../core/model/commit.ts'
import type { Reply, ReplyPart } from '../core/model/effect.ts'
import type { Decision, DecisionNote } from '../core/model/finding.ts'
import { plain } from './text/text.ts'

/** Who continues a stopped task. An agent may not do so by itself, so no command stands there. */
export const WAIT = {
  pause: 'Change nothing. A person continues the task with `tdd-gate resume`. A program lifts only its own pause.',
  abort:
    'Change nothing. A person continues the task with `tdd-gate resume`. A program continues only what it ended itself.',
} as const

/** Describes where a decision was made. */
export function toWhere(host: string, isTerminal: boolean): string {
  return `on ${host} ${isTerminal ? 'at a terminal' : 'without a terminal, perhaps by a program'}`
}

/** In place of a machine: no person skipped the subtask, but a branch of the task claimed it. */
export const CLAIMED = 'claims'

/** Names every skipped subtask and every excused rule for reviewers. */
export function toLocalNotes({ subtasks, commits }: Pick<Decision, 'subtasks' | 'commits'>): readonly string[] {
  const skipped = subtasks.flatMap(({ id, skipped: decision }) => toNote(`${id} was skipped`, decision))
  const excused = commits.flatMap(({ sha, findings }) =>
    findings.flatMap(({ rule, excused: decision }) => toNote(`${rule} was excused at ${short(sha)}`, decision)),
  )
  const claimed = subtasks.flatMap(({ id, skipped: decision }) =>
    decision?.where === CLAIMED ? [`${id} ${decision.reason}.`] : [],
  )
  return [...claimed, ...skipped, ...excused]
}

function toNote(what: string, decision: DecisionNote | undefined): readonly string[] {
  if (decision === undefined) return []
  const { by, where = '', reason } = decision
  if (where === CLAIMED) return []
  return [`${what} locally by ${by} ${where}: ${reason}. No pull request counts it.`]
}

/** On a branch of this machine the slash commands are commands of the program. */
function toLocalText(text: string): string {
  return text.replaceAll('/tdd ', 'tdd-gate ').replaceAll('`', '')
}

export function toLocalReply({ parts }: Reply): string {
  return parts.map(toLine).join(' ')
}

function toLine(part: ReplyPart): string {
  if (part.kind === 'text') return toLocalText(plain(part.text, 1_000))
  if (part.kind === 'list') return part.items.map((item) => plain(item)).join('; ')
  return part.kind === 'commands' ? part.lines.map((line) => toLocalText(plain(line))).join('; ') : ''
}
