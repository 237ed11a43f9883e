import type { Effect } from '../model/effect.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { CommandPull, CommandResult, PullCommand } from './command.ts'
import { done, keptWithCommits, ownStops, stopBy } from './result.ts'

export const abort: PullCommand = {
  name: 'abort',
  usage: '/tdd abort [reason]',
  about: 'Closes the pull request and ends the task; the branch stays.',
  role: 'write',
  isForAuthors: true,
  takes: 'words',
  place: 'pull-request',
  run(pull, facts) {
    const isSaid = ownStops(pull, facts).some(({ kind }) => kind === 'abort')
    return ended(pull, isSaid ? [] : keptWithCommits(pull, stopBy(facts, pull, 'abort')))
  },
  finish,
}

function finish(pull: CommandPull, decision: MaintainerDecision): CommandResult {
  return ended(pull, keptWithCommits(pull, decision))
}

/** Reports on the head first: someone may reopen the closed pull request and merge it at once. */
function ended({ number }: CommandPull, kept: readonly Effect[]): CommandResult {
  return done(
    [...kept, { kind: 'look', number }, { kind: 'close', number }],
    'The task is ended and the pull request closed; its branch stays. To continue, reopen it and comment `/tdd resume`.',
  )
}
