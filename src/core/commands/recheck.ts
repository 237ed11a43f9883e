import type { Command } from './command.ts'
import { done } from './result.ts'

export const recheck: Command = {
  name: 'recheck',
  usage: '/tdd recheck',
  about: 'Reads everything again and judges anew; what was measured stands.',
  role: 'write',
  isForAuthors: true,
  takes: 'nothing',
  button: { label: 'Check again', description: 'Reads everything again, judges anew' },
  place: 'pull-request',
  // Whoever runs a command looks at the pull request first, and writes what differs afterwards.
  run: ({ title }) => done([], `Everything was read again: ${title}.`),
}
