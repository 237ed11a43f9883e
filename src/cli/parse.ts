/** Parses the arguments of one command with commander, and rewords its refusals. */
import { Command, CommanderError } from 'commander'
import { badUsage, notAnOption } from '../core/errors/usage.ts'
import type { GateError } from '../core/model/errors.ts'
import { nearest } from '../core/util/nearest.ts'
import { plain } from '../render/text/text.ts'
import type { CliCall, CliCommand, CommandEntry } from './command.ts'

/**
 * Returns the call, or the help page on request.
 * @throws GateError `bad-usage` with the nearest existing option
 */
export function parseCall(
  { name, summary, examples = [], sample = '' }: Pick<CommandEntry, 'name' | 'summary' | 'examples' | 'sample'>,
  cli: CliCommand,
  args: readonly string[],
): CliCall | string {
  let help = ''
  const command = cli
    .configure(new Command(`tdd-gate ${name}`).description(summary))
    .addHelpText('after', `${toExamples(examples)}${toSample(sample)}`)
    .allowExcessArguments(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text
      },
      outputError: () => undefined,
    })
  try {
    command.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return help
    throw refusal(name, command, error)
  }
  const extra = command.args.slice(command.registeredArguments.length)
  const isVariadic = command.registeredArguments.at(-1)?.variadic ?? false
  if (extra.length > 0 && !isVariadic)
    throw badUsage(`Too many arguments: \`${plain(extra.join(' '))}\`.`, `${name} --help`)
  return { operands: command.args, options: command.opts() }
}

function toExamples(examples: readonly string[]): string {
  return examples.length === 0 ? '' : `\nExamples:\n${examples.map((one) => `  $ tdd-gate ${one}\n`).join('')}`
}

function toSample(sample: string): string {
  return sample === '' ? '' : `\nA task document, for example task.yml:\n${sample.replaceAll(/^(?=.)/gm, '  ')}`
}

/** Parses commander's message, which quotes the option first, then the value. */
function refusal(name: string, command: Command, error: CommanderError): GateError {
  const help = `${name} --help`
  const [first = '', second = ''] = [...error.message.matchAll(/'([^']*)'/g)].map(([, quoted = '']) => plain(quoted))
  switch (error.code) {
    case 'commander.unknownOption': {
      // What a command would do is the plan.
      if (first === '--dry-run') return badUsage(`Unknown option \`${first}\`.`, 'plan')
      const elsewhere = notAnOption(first.replace(/=.*/s, ''), name)
      if (elsewhere !== null) return elsewhere
      const candidate = nearest(first, longOptions(command))
      return badUsage(`Unknown option \`${first}\`.`, candidate === null ? help : `${name} ${candidate}`)
    }
    case 'commander.optionMissingArgument':
      return badUsage(`Option \`${first}\` needs a value.`, help)
    case 'commander.missingArgument':
      return badUsage(`Argument \`${first}\` is missing.`, help)
    case 'commander.invalidArgument': {
      // Of an operand commander quotes the value first.
      const operand = command.registeredArguments.find((one) => one.name() === second)
      const option = command.options.find(({ flags }) => flags === first)
      const [value, named] = operand === undefined ? [second, first] : [first, `<${second}>`]
      const choices = (operand ?? option)?.argChoices ?? []
      const candidate = nearest(value, choices)
      const expected = `\`${value}\` is not a value of \`${named}\`: expected ${choices.join(', ')}.`
      const usage =
        candidate === null ? help : [name, operand === undefined ? option?.long : [], candidate].flat().join(' ')
      return badUsage(expected, usage, { actual: value, expected: choices.join(', ') })
    }
    default:
      return badUsage(plain(error.message.replace(/^error: /, '')), help)
  }
}

function longOptions(command: Command): readonly string[] {
  return [...command.options.flatMap(({ long }) => long ?? []), '--help']
}
