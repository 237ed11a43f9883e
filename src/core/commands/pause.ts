import { byWords, sayOf } from '../people.ts'
import type { PullCommand } from './command.ts'
import { decisionBy, done, keptWithCommits, reasonOf, refused, standingStop, withoutPlace } from './result.ts'

export const pause: PullCommand = {
  name: 'pause',
  usage: '/tdd pause [reason]',
  about: 'Lets nothing pass until somebody resumes the task, whatever is pushed.',
  role: 'write',
  isForAuthors: true,
  takes: 'words',
  place: 'pull-request',
  run(pull, facts) {
    const stop = standingStop(pull)
    if (stop) return refused(`The task is stopped already, ${byWords(sayOf(stop))}.`)
    const decision = decisionBy(facts, pull, { kind: 'pause', subtask: null, reason: reasonOf(facts.rest) })
    return withoutPlace(pull) ?? finish(pull, decision)
  },
  finish,
}

function finish(...[pull, decision]: Parameters<NonNullable<PullCommand['finish']>>) {
  return done(keptWithCommits(pull, decision), 'The task is paused: nothing passes until `/tdd resume`.')
}
