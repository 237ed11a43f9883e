import type { Command } from './command.ts'
import { done } from './result.ts'

export const recheck: Command = {
  name: 'recheck',
  usage: '/tdd recheck',
  about: 'Reads everything again and judges again; finished measurements stay valid.',
  role: 'write',
  isForAuthors: true,
  takes: 'nothing',
  place: 'pull-request',
  // Every command evaluates the pull request before and after, so this one has no effect of its own.
  run: ({ title }) => done([], `Everything was read again: ${title}.`),
}
