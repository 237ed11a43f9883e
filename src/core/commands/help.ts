import { didYouMean } from '../util/nearest.ts'
import type { Command, CommandDescription, CommandResult } from './command.ts'
import { done, refused } from './result.ts'
import { whoMay } from './who.ts'

/**
 * Creates the help command.
 * @param others all other commands: the help consists of their descriptions
 */
export function helpFor(others: readonly Command[]): Command {
  const help: Command = {
    name: 'help',
    usage: '/tdd help [command]',
    about: 'Lists the commands, or describes one command and who may use it.',
    role: 'read',
    isForAuthors: true,
    takes: 'text',
    place: 'both',
    run: ({ args: [name] }) => (name === undefined ? helpWith(all) : helpWithOne(name, all)),
  }
  const all: readonly Command[] = [...others, help]
  return help
}

function helpWith(commands: readonly CommandDescription[]): CommandResult {
  return done([], 'Write one at the start of a line of a new comment:', {
    kind: 'table',
    head: ['command', 'what it does', 'who may'],
    rows: commands.map((command) => [command.usage, command.about, whoMay(command)]),
  })
}

function helpWithOne(name: string, commands: readonly CommandDescription[]): CommandResult {
  const wanted = name.replace(/^\/(tdd)?/i, '').toLowerCase()
  const command = commands.find((each) => each.name === wanted)
  if (command) return done([], `\`${command.usage}\`: ${command.about}`, `Who may: ${whoMay(command)}.`)
  const names = commands.map((each) => each.name)
  return refused(
    `There is no command \`${wanted.slice(0, 64)}\`${didYouMean(wanted, names)}`,
    `Commands: ${names.join(', ')}.`,
  )
}
