import type { Effect } from '../model/effect.ts'
import type { CommandFacts, CommandPull, CommandResult, PullCommand } from './command.ts'
import { done, ownStops, refused, stopBy, storeStop } from './result.ts'

const DELETE = '--delete-branch'

export const abort: PullCommand = {
  name: 'abort',
  usage: '/tdd abort [--delete-branch] [reason]',
  about: 'Closes the pull request and ends the task. `--delete-branch` also deletes the branch.',
  role: 'write',
  isForAuthors: true,
  takes: 'text',
  // It closes the pull request in any case.
  options: [DELETE, '--close'],
  place: 'pull-request',
  run(pull, facts) {
    if (isDeleting(facts) && pull.isFork) return refused('The branch is in a fork, where the gate cannot delete it.')
    const isSaid = ownStops(pull, facts).some(({ kind }) => kind === 'abort')
    return ended(pull, isSaid ? [] : storeStop(pull, stopBy(facts, pull, 'abort')), facts)
  },
  finish: (pull, decision, facts) => ended(pull, storeStop(pull, decision), facts),
}

function isDeleting({ options = [] }: CommandFacts): boolean {
  return options.includes(DELETE)
}

/** Reports on the head first: someone may reopen the closed pull request and merge it at once. */
function ended({ number, branch, head }: CommandPull, kept: readonly Effect[], facts: CommandFacts): CommandResult {
  const ends: readonly Effect[] = [...kept, { kind: 'look', number }, { kind: 'close', number }]
  if (isDeleting(facts)) {
    return done(
      [...ends, { kind: 'delete-branch', branch, head }],
      'The task is ended, the pull request closed and its branch deleted. GitHub restores the branch with a button there.',
    )
  }
  return done(
    ends,
    'The task is ended and the pull request closed; its branch stays. To continue, reopen it and comment `/tdd resume`.',
  )
}
