/** Runs `tdd-gate completion`: prints what a shell needs to complete commands and options. */
import { Argument, Command } from 'commander'
import { EXIT } from '../../operations/operation.ts'
import { COMPLETIONS, type CommandHelp, type Shell } from '../../render/completion.ts'
import type { CliCommand, CommandEntry } from '../command.ts'

const SHELLS = Object.keys(COMPLETIONS)

export function createCompletionCommand(table: readonly CommandEntry[]): CliCommand {
  return {
    configure: (command) => command.addArgument(new Argument('<shell>', 'the shell').choices(SHELLS)),
    run: async (io, { operands: [shell] }) => {
      await io.print(COMPLETIONS[shell as Shell](await describeCommands(table)))
      return EXIT.SUCCESS
    },
  }
}

/** Loads every command to read its options. */
export async function describeCommands(table: readonly CommandEntry[]): Promise<readonly CommandHelp[]> {
  return Promise.all(
    table.map(async ({ name, summary, load }) => {
      const { options, registeredArguments } = (await load()).configure(new Command(name))
      const operands = registeredArguments.map((operand) =>
        operand.required ? `<${operand.name()}>` : `[${operand.name()}]`,
      )
      return {
        name,
        summary,
        usage: operands.join(' '),
        options: options.map(({ long, description, required, optional, argChoices = [] }) => ({
          name: long ?? '',
          description,
          takesValue: required || optional,
          choices: argChoices,
        })),
      }
    }),
  )
}
