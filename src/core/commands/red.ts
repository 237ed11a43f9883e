import { short } from '../model/commit.ts'
import { isSameActor } from '../model/event.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { CommandFacts, CommandPull, CommandResult, PullCommand } from './command.ts'
import {
  decisionBy,
  done,
  getGivenReason,
  getOverride,
  noSubtask,
  refused,
  refuseWithoutPlace,
  storeDecision,
} from './result.ts'

/** Ids of subtasks contain a digit, unlike the first words of reasons. */
const LIKE_ID = /\d/

export const red: PullCommand = {
  name: 'red',
  usage: '/tdd red [subtask] [reason]',
  about: 'Reopens a subtask, by default the last one. Its proof no longer counts, and it needs a new RED.',
  role: 'write',
  isForAuthors: true,
  takes: 'text',
  place: 'pull-request',
  run: (pull, facts) => refuseWithoutPlace(pull) ?? reopen(pull, facts),
  finish,
}

function reopen(pull: CommandPull, facts: CommandFacts): CommandResult {
  const [first = ''] = facts.args
  const all = [...(pull.decision?.subtasks ?? []), ...(pull.task?.plan.subtasks ?? [])]
  const known = [...new Map(all.map((subtask) => [subtask.id, subtask])).values()]
  const isNamed = known.some(({ id }) => id === first)
  if (!isNamed && LIKE_ID.test(first)) {
    return noSubtask(first, known)
  }
  const subtask = isNamed ? first : lastBegun(pull)
  if (subtask === null || isPending(pull, subtask))
    return refused('No RED was accepted yet, so there is no subtask to reopen.')
  const reason = getGivenReason(isNamed ? facts.rest.slice(facts.rest.indexOf(first) + first.length) : facts.rest)
  const decision = decisionBy(facts, pull, { kind: 'red', subtask, reason })
  const result = finish(pull, decision)
  return isSaid(pull, decision) ? { ...result, effects: [] } : result
}

/** Returns whether this person already reopened it at this head, without a later decision about the subtask. */
function isSaid({ decisions }: CommandPull, { subtask, head, by }: MaintainerDecision): boolean {
  const last = decisions.findLast((one) => one.subtask === subtask && (one.kind === 'skip' || one.kind === 'red'))
  return last?.kind === 'red' && last.head === head && isSameActor(last.by, by)
}

function finish(pull: CommandPull, decision: MaintainerDecision): CommandResult {
  const override = getOverride(pull)
  const still = `The override by @${override?.by} still holds for ${short(pull.head)}: it passes until the next push, or until a maintainer pauses the task.`
  const opened = `Subtask ${decision.subtask} is open again: the next commit of it is a RED.`
  return done(storeDecision(pull, decision), opened, ...(override === null ? [] : [still]))
}

/** Returns the subtask that GREEN closed last, or the open one: the gate lists subtasks in the order of the plan. */
function lastBegun({ decision }: CommandPull): string | null {
  const begun = decision?.subtasks.filter(({ status }) => status !== 'pending') ?? []
  return (begun.find(({ status }) => status === 'red') ?? begun.at(-1))?.id ?? null
}

function isPending({ decision }: CommandPull, subtask: string): boolean {
  return decision?.subtasks.some(({ id, status }) => id === subtask && status === 'pending') ?? false
}
