import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { CommandPull, CommandResult, PullCommand } from './command.ts'
import { decisionBy, done, getGivenReason, noSubtask, refused, refuseWithoutPlace, storeDecision } from './result.ts'

export const skip: PullCommand = {
  name: 'skip',
  usage: '/tdd skip <subtask> <reason>',
  about: 'Counts a planned subtask as done without proof. The check shows who decided it and why.',
  role: 'maintain',
  isForAuthors: false,
  isExcuse: true,
  takes: 'text',
  place: 'pull-request',
  run(pull, facts) {
    const [subtask = ''] = facts.args
    const reason = getGivenReason(facts.rest.slice(facts.rest.indexOf(subtask) + subtask.length))
    const missing = refuseWithoutPlace(pull) ?? unknownSubtask(pull, subtask) ?? refuseSettled(pull, subtask)
    if (missing) return missing
    if (reason === '') return refused(`Why is it skipped? Reviewers will ask: \`/tdd skip ${subtask} <reason>\``)
    return finish(pull, decisionBy(facts, pull, { kind: 'skip', subtask, reason }))
  },
  finish,
}

function finish(pull: CommandPull, decision: MaintainerDecision): CommandResult {
  return done(
    storeDecision(pull, decision),
    `Subtask ${decision.subtask} is skipped: it counts as done without proof. \`/tdd red ${decision.subtask}\` reopens it.`,
  )
}

function unknownSubtask({ task, decision }: CommandPull, subtask: string): CommandResult | null {
  const known = task?.plan.subtasks ?? decision?.subtasks ?? []
  if (known.some(({ id }) => id === subtask)) return null
  return noSubtask(subtask, known, ` Write \`${skip.usage}\`.`)
}

function refuseSettled({ decision, decisions }: CommandPull, subtask: string): CommandResult | null {
  const last = decisions.findLast((one) => one.subtask === subtask && (one.kind === 'skip' || one.kind === 'red'))
  if (last?.kind === 'skip') return refused(`Subtask ${subtask} was skipped already by @${last.by.login}.`)
  const isDone = decision?.subtasks.some(({ id, status }) => id === subtask && status === 'done') ?? false
  return isDone ? refused(`Subtask ${subtask} is already done.`) : null
}
