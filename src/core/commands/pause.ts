import { formatDecision, toDecisionNote } from '../evaluate/apply-decisions.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { CommandPull, CommandResult, PullCommand } from './command.ts'
import { done, ownStops, refused, refuseWithoutPlace, stopBy, storeStop } from './result.ts'

export const pause: PullCommand = {
  name: 'pause',
  usage: '/tdd pause [reason]',
  about: 'Blocks the pull request, whatever authors push, until a person with the write role resumes the task.',
  role: 'write',
  isForAuthors: true,
  takes: 'text',
  place: 'pull-request',
  run(pull, facts) {
    // A resume may end another person's pause and leave this one active.
    const own = ownStops(pull, facts).at(-1)
    if (own) return refused(`The task is already stopped, ${formatDecision(toDecisionNote(own))}.`)
    return refuseWithoutPlace(pull) ?? finish(pull, stopBy(facts, pull, 'pause'))
  },
  finish,
}

function finish(pull: CommandPull, decision: MaintainerDecision): CommandResult {
  return done(storeStop(pull, decision), 'The task is paused: nothing passes until `/tdd resume`.')
}
