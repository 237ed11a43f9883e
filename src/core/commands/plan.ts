import type { ReplyPart } from '../model/effect.ts'
import type { Plan } from '../model/plan.ts'
import type { Command, CommandIssue, CommandPull, CommandResult } from './command.ts'
import { done, listItems, refused, startedBefore } from './result.ts'

export const plan: Command = {
  name: 'plan',
  usage: '/tdd plan [task]',
  about: 'Shows the subtasks: what `/tdd start` would do, or the state of each one. Writes nothing.',
  role: 'read',
  isForAuthors: true,
  takes: 'text',
  place: 'both',
  run: ({ pull, issue }) => {
    if (pull) return ofPull(pull)
    return issue ? ofIssue(issue) : refused('There is no plan here.')
  },
}

function ofIssue({ start, started }: CommandIssue): CommandResult {
  if (started) return startedBefore(started, start)
  if ('problems' in start) return refused('The task cannot be started:', listItems(start.problems))
  const { plan: planned, branch, base } = start.start
  return done(
    [],
    `\`/tdd start\` would open branch \`${branch}\` from \`${base.branch}\` and a draft pull request for task ${planned.id}: ${planned.title}.`,
    getTable(planned, () => 'pending'),
    listItems(start.warnings),
  )
}

function ofPull(pull: CommandPull): CommandResult {
  const { task, decision } = pull
  if (!pull.isOpen) return ofPast(pull)
  const states = new Map(decision?.subtasks.map((subtask) => [subtask.id, subtask]) ?? [])
  if (task)
    return done(
      [],
      `Task ${task.plan.id}: ${task.plan.title}.`,
      getTable(task.plan, (id) => states.get(id)?.status),
    )
  if (states.size === 0) return done([], 'There is no plan: every RED and GREEN pair counts as a subtask.')
  const rows = [...states.values()].map(({ id, title, status }) => [id, title, status])
  return done([], 'There is no plan; the commits work on these subtasks.', { kind: 'table', head: HEAD, rows })
}

/** After the end of a task nothing is judged, so the state of each subtask is unknown. */
function ofPast({ task, isMerged, title, reason }: CommandPull): CommandResult {
  if (task === null) return done([], `${title}.`, reason)
  const { id, title: name, subtasks } = task.plan
  const text = `Task ${id}: ${name}.${isMerged ? ' It was merged with this plan.' : ''}`
  const rows = subtasks.map((subtask) => [subtask.id, subtask.title])
  return done([], text, { kind: 'table', head: HEAD.slice(0, 2), rows }, reason)
}

const HEAD = ['subtask', 'title', 'state']

function getTable({ subtasks }: Plan, stateOf: (id: string) => string | undefined): ReplyPart {
  return { kind: 'table', head: HEAD, rows: subtasks.map(({ id, title }) => [id, title, stateOf(id) ?? 'not known']) }
}
