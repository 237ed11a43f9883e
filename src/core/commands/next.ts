import { numberAttempt, type WorkUnit } from '../model/finding.ts'
import type { Command } from './command.ts'
import { done, listItems, type ReplyText, refused } from './result.ts'

/** Names in one reply; the check run and `tdd-gate verify` list all of them. */
const MAX_NAMES = 20

export const next: Command = {
  name: 'next',
  usage: '/tdd next',
  about: 'Shows the next step: phase, tests, files and commands.',
  role: 'read',
  isForAuthors: true,
  takes: 'nothing',
  place: 'pull-request',
  run({ decision, reason, title, isMerged }) {
    if (isMerged) return done([], `${title}.`, reason)
    if (decision === null) return refused(`${title}.`, reason)
    if (reason !== '') return done([], `${title}.`, reason)
    if (decision.next === null)
      return done([], 'There is no next step: every subtask is done, and every commit is accepted.')
    return done([], ...formatNext(decision.next))
  },
}

function formatNext(unit: WorkUnit): ReplyText[] {
  const { title, action, phase, suggestion, acceptance, drivers, files } = unit
  const attempt = numberAttempt(unit)
  return [
    `${phase.toUpperCase()}: ${title}.${attempt === '' ? '' : ` Attempt ${attempt}.`}`,
    suggestion.text,
    ...named('Accepted when:', acceptance),
    ...named('Tests:', drivers),
    ...named(action === 'make-tests-pass' ? 'Leave as they are:' : 'Files:', files),
    { kind: 'commands', lines: suggestion.commands },
  ]
}

function named(title: string, names: readonly string[]): ReplyText[] {
  if (names.length === 0) return []
  const more = names.length > MAX_NAMES ? [`and ${names.length - MAX_NAMES} more`] : []
  return [title, listItems([...names.slice(0, MAX_NAMES), ...more])]
}
