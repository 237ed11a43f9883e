/** Makes a command of an operation: its options follow from its input, its output from its answer. */
import { Argument, type Command, Option } from 'commander'
import type * as z from 'zod'
import { badUsage } from '../core/errors/usage.ts'
import type { Definition, Operation, OutputPage } from '../operations/operation.ts'
import { perform } from '../operations/runs/perform.ts'
import { jsonLine } from '../render/text/log-line.ts'
import type { ProgressEvent } from '../render/text/progress.ts'
import { plain } from '../render/text/text.ts'
import { createAsk } from './ask.ts'
import type { CliCall, CliCommand } from './command.ts'
import type { Io } from './io.ts'
import { withProgress } from './progress.ts'

type CommandOperation = Pick<Operation, 'name' | 'effect' | 'runsTests'>

export function createOperationCommand(operation: CommandOperation, definition: Definition): CliCommand {
  const { name } = operation
  return {
    configure: (command) => {
      const configured = addOptions(command, definition).option('--json', 'print one JSON object')
      if (!operation.runsTests) return configured
      return configured
        .option('-q, --quiet', 'show no progress while tests run')
        .option('-v, --verbose', 'cut no line and no list')
    },
    run: async (io, call) => {
      const { json, quiet, verbose } = call.options
      const input = toInput(name, definition, call)
      const answer = await withProgress(json || quiet, ({ show, clear }) => {
        const ask = json ? undefined : createAsk(io.signal, clear)
        const onProgress = (event: ProgressEvent) => void (isNews(name, event) && show(event))
        return perform(operation, definition, input, { onProgress, signal: io.signal, ...(ask && { ask }) })
      })
      await io.print(json ? jsonLine(answer.json) : answer.toText(getPageLayout(io, verbose === true)))
      return answer.exit
    },
  }
}

/** The answer of `commit` names its commit. */
function isNews(name: string, { kind }: ProgressEvent): boolean {
  return name !== 'commit' || kind !== 'commit:created'
}

/** OSC 8, which terminals without links leave out: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda */
function toTerminalLink(text: string, address: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`
}

/** A pipe has no width: nothing is cut for it. */
export function getPageLayout(
  { isTerminal, width, paint }: Pick<Io, 'isTerminal' | 'width' | 'paint'>,
  isWhole = false,
): OutputPage {
  const page = { paint, width: isTerminal && !isWhole ? width : Number.POSITIVE_INFINITY, isWhole }
  return isTerminal ? { ...page, link: toTerminalLink } : page
}

/** Adds one option for each key of the input. */
function addOptions(command: Command, { input, flags = {} }: Pick<Definition, 'input' | 'flags'>): Command {
  for (const [name, schema] of Object.entries(input.shape)) {
    const about = (schema as z.ZodType).description ?? ''
    const { type, choices, initial, isRequired } = describe(schema as z.ZodType)
    const long = `--${toKebab(name)}`
    const syntax = flags[name] ?? (type === 'boolean' ? long : `${long} <${toKebab(name)}>`)
    if (!syntax.startsWith('-')) command.addArgument(new Argument(syntax, about))
    else {
      const option = new Option(syntax, about)
      if (choices.length > 0) option.choices(choices)
      if (initial !== undefined && type !== 'boolean') option.default(String(initial))
      if (isRequired) option.makeOptionMandatory()
      command.addOption(option)
    }
  }
  return command
}

interface Described {
  readonly type: string
  readonly choices: readonly string[]
  /** The default; undefined without one. */
  readonly initial: unknown
  readonly isRequired: boolean
}

function describe(schema: z.ZodType): Described {
  const {
    type,
    innerType,
    defaultValue,
    entries = {},
  } = schema.def as unknown as {
    readonly type: string
    readonly innerType?: z.ZodType
    readonly defaultValue?: unknown
    readonly entries?: Readonly<Record<string, string>>
  }
  if (innerType === undefined)
    return { type, choices: Object.values(entries), initial: undefined, isRequired: type !== 'boolean' }
  const within = { ...describe(innerType), isRequired: false }
  return defaultValue === undefined ? within : { ...within, initial: defaultValue }
}

/** @throws GateError `bad-usage` for a value that the operation does not take */
function toInput(name: string, { input, flags = {} }: Definition, { operands, options }: CliCall) {
  const places = Object.keys(input.shape).filter((key) => flags[key] !== undefined && !flags[key].startsWith('-'))
  const placed = places.flatMap((key, i) => (operands[i] === undefined ? [] : [[key, operands[i]] as const]))
  const { json: _, quiet: _quiet, verbose: _verbose, ...given } = options
  const parsed = input.safeParse({ ...given, ...Object.fromEntries(placed) })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const option = toKebab(String(issue?.path[0] ?? ''))
  const value = given[String(issue?.path[0] ?? '')]
  if (value === '') throw badUsage(`\`--${option}\` is empty.`, `${name} --help`)
  throw badUsage(`\`${option}\`: ${plain(issue?.message ?? '')}.`, `${name} --help`)
}

function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
