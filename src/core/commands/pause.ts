import { formatDecision, toDecisionNote } from '../evaluate/apply-decisions.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { CommandPull, CommandResult, PullCommand } from './command.ts'
import { done, ownStops, refused, refuseWithoutPlace, stopBy, storeStop } from './result.ts'

export const pause: PullCommand = {
  name: 'pause',
  usage: '/tdd pause [reason]',
  about: 'Blocks the pull request until a maintainer resumes the task, whatever is pushed.',
  role: 'write',
  isForAuthors: true,
  takes: 'text',
  place: 'pull-request',
  run(pull, facts) {
    // Another person's pause may be lifted while this one is still active.
    const own = ownStops(pull, facts).at(-1)
    if (own) return refused(`The task is already stopped, ${formatDecision(toDecisionNote(own))}.`)
    return refuseWithoutPlace(pull) ?? finish(pull, stopBy(facts, pull, 'pause'))
  },
  finish,
}

function finish(pull: CommandPull, decision: MaintainerDecision): CommandResult {
  return done(storeStop(pull, decision), 'The task is paused: nothing passes until `/tdd resume`.')
}
