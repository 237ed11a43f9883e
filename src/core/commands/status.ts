import type { Command, CommandIssue, CommandPull, CommandResult } from './command.ts'
import { done, list } from './result.ts'

export const status: Command = {
  name: 'status',
  usage: '/tdd status',
  about: 'Says what the gate says now, and what keeps it from being enforced.',
  role: 'read',
  isForAuthors: true,
  takes: 'nothing',
  button: { label: 'Status', description: 'Says in a comment where this stands' },
  place: 'both',
  run: ({ pull, issue }) => (pull ? ofPull(pull) : ofIssue(issue)),
}

function ofPull({ title, summary, decision, reason, protection }: CommandPull): CommandResult {
  return done(
    [],
    `${title}.`,
    ...(decision === null ? [reason] : []),
    { kind: 'rendered', markdown: summary },
    ...(protection.length === 0 ? [] : ['The gate is not enforced here:', list(protection)]),
  )
}

function ofIssue(issue: CommandIssue | null): CommandResult {
  if (issue?.started)
    return done([], `The task is pull request #${issue.started.pull}, branch \`${issue.started.branch}\`.`)
  return done([], 'No task was started here; `/tdd plan` shows what `/tdd start` would do.')
}
