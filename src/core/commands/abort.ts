import type { PersonDecision } from '../person.ts'
import type { CommandPull, CommandResult, PullCommand } from './command.ts'
import { decisionBy, done, keptWithCommits, reasonOf } from './result.ts'

export const abort: PullCommand = {
  name: 'abort',
  usage: '/tdd abort [reason]',
  about: 'Closes the pull request and ends the task; the branch stays.',
  role: 'write',
  isForAuthors: true,
  takes: 'words',
  place: 'pull-request',
  run(pull, facts) {
    if (!pull.isOpen) return done([], 'The pull request is closed.')
    return finish(pull, decisionBy(facts, pull, { kind: 'abort', subtask: null, reason: reasonOf(facts.rest) }))
  },
  finish,
}

function finish(pull: CommandPull, decision: PersonDecision): CommandResult {
  return done(
    [...keptWithCommits(pull, decision), { kind: 'close', number: pull.number }],
    'The task is ended and the pull request closed; its branch stays. Reopened, it goes on with `/tdd resume`.',
  )
}
