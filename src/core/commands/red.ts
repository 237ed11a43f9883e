import { didYouMean } from '../nearest.ts'
import type { PersonDecision } from '../person.ts'
import type { CommandFacts, CommandPull, CommandResult, PullCommand } from './command.ts'
import { decisionBy, done, kept, list, reasonOf, refused, withoutPlace } from './result.ts'

/** Ids of subtasks have a digit, the first words of reasons have none. */
const LIKE_ID = /\d/

export const red: PullCommand = {
  name: 'red',
  usage: '/tdd red [subtask] [reason]',
  about: 'Reopens a subtask, by default the last one: its proof is void, and it needs a new RED.',
  role: 'write',
  isForAuthors: true,
  takes: 'words',
  place: 'pull-request',
  run: (pull, facts) => withoutPlace(pull) ?? reopen(pull, facts),
  finish,
}

function reopen(pull: CommandPull, facts: CommandFacts): CommandResult {
  const [first = ''] = facts.args
  const ids = [
    ...new Set([...(pull.task?.plan.subtasks ?? []), ...(pull.decision?.subtasks ?? [])].map(({ id }) => id)),
  ]
  const isNamed = ids.includes(first)
  if (!isNamed && LIKE_ID.test(first)) {
    return refused(`The task has no subtask \`${first}\`${didYouMean(first, ids)}. Subtasks:`, list(ids))
  }
  const subtask = isNamed ? first : lastBegun(pull)
  if (subtask === null || isPending(pull, subtask))
    return refused('No RED was accepted yet: there is nothing to reopen.')
  const reason = reasonOf(isNamed ? facts.rest.slice(facts.rest.indexOf(first) + first.length) : facts.rest)
  return finish(pull, decisionBy(facts, pull, { kind: 'red', subtask, reason }))
}

function finish(pull: CommandPull, decision: PersonDecision): CommandResult {
  return done(kept(pull, decision), `Subtask ${decision.subtask} is open again: the next commit of it is a RED.`)
}

/** What GREEN closed last, or what is still open: the gate lists subtasks in the order of the plan. */
function lastBegun({ decision }: CommandPull): string | null {
  const begun = decision?.subtasks.filter(({ status }) => status !== 'pending') ?? []
  return (begun.find(({ status }) => status === 'red') ?? begun.at(-1))?.id ?? null
}

function isPending({ decision }: CommandPull, subtask: string): boolean {
  return decision?.subtasks.some(({ id, status }) => id === subtask && status === 'pending') ?? false
}
