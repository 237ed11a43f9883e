/** Reads the group `autopilot`: names and options that agents know from Task Master, as commands of this program. */
import { type Claims, parseClaims, withClaims } from '../operations/claims.ts'
import { OPERATIONS } from '../operations/index.ts'
import { withKnownKeys } from '../operations/task-master/call.ts'
import { withResume } from '../operations/task-master/resume.ts'
import type { CommandEntry } from './command.ts'
import { createOperationCommand } from './operation-command.ts'

interface Translated {
  readonly args: readonly string[]
  /** Numbers that the agent claims; null without any. */
  readonly claims: Claims | null
  /** True where a task goes on that the caller stopped. */
  readonly isResume: boolean
}

/** Aliases of a command. To resume is to ask for the next step. */
const NAMES: Readonly<Record<string, string>> = { finalize: 'verify', resume: 'next' }
/** What a command never does, and what it never asks. */
const NEEDLESS: Readonly<Record<string, readonly string[]>> = {
  start: ['--no-push', '--no-pr', '--no-confirm'],
  commit: ['--no-confirm'],
  abort: ['--force', '--no-confirm'],
}
const PHASE = /^(?:red|green|refactor|neutral|characterize)$/i
const HELP = ['--help', '-h', '--version', '-V']
/** Options whose value is the next argument. */
const VALUED = /^(?:-m|--(?:repo|base|task|sequence|config|cache-dir|run-id|phase|subtask|message|agent|branch|issue))$/
/** What words without an option say, in their order. */
const PLACES = { complete: ['--phase', '--subtask'], commit: ['--subtask'] } as const

/**
 * Translates the arguments after `autopilot`.
 * @param names the commands of this program
 * @throws GateError `bad-usage` for unreadable claims
 */
export function translate(argv: readonly string[], names: readonly string[]): Translated {
  const isResume = argv[0] === 'resume' || (argv.includes('--resume') && !isLed(argv))
  return { ...toOwnCall(argv, names), isResume }
}

const isLed = (argv: readonly string[]) => argv.some((word) => /^--agent(?:=|$)/s.test(word))

function toOwnCall(argv: readonly string[], names: readonly string[]): Omit<Translated, 'isResume'> {
  if (argv.includes('--resume')) return toOwnCall([isLed(argv) ? 'run' : 'next', ...takeOptions(argv)], names)
  const [first = '--help', ...rest] = argv.map(toOwnOption)
  const isCommand = HELP.includes(first) || names.includes(first) || first in NAMES
  const [name, args] = isCommand ? [NAMES[first] ?? first, rest] : [isLed(argv) ? 'run' : 'start', [first, ...rest]]
  const asked = withoutAuto(args).filter((word) => !NEEDLESS[name]?.includes(word))
  const isBeginning = name === 'start' || name === 'run'
  const needed = withTag(isBeginning ? asked.map((word) => (word === '--force' ? '--fresh' : word)) : asked)
  if (name === 'commit') return { args: [name, ...placed(needed, PLACES.commit)], claims: null }
  if (name !== 'complete') return { args: [name, ...needed], claims: null }
  const results = takeOption(needed, '--results')
  const coverage = takeOption(results.own, '--coverage')
  const claims = [
    ...(results.value === null ? [] : [parseClaims(results.value)]),
    ...(coverage.value === null ? [] : [parseClaims(`coverage:${coverage.value.replace(/%$/, '')}`)]),
  ]
  return {
    args: [name, ...placed(coverage.own, PLACES.complete)],
    claims: claims.length === 0 ? null : Object.assign({}, ...claims),
  }
}

/** What another option is called here. */
const OPTIONS: Readonly<Record<string, string>> = {
  '--project-root': '--repo',
  '--cleanup': '--delete-branch',
}

function toOwnOption(word: string): string {
  const [option = ''] = word.split('=')
  return word.replace(option, OPTIONS[option] ?? option)
}

/** To resume takes no task: the branch has it. */
function takeOptions(argv: readonly string[]): readonly string[] {
  const args = argv.filter((word) => word !== '--resume')
  return args[0]?.startsWith('-') === false ? args.slice(1) : args
}

/** The runner is detected anyway. */
function withoutAuto(args: readonly string[]): readonly string[] {
  const { value, own } = takeOption(args, '--runner')
  return value === 'auto' ? own : args
}

/** `42 --tag analytics` is `analytics:42`. */
function withTag(args: readonly string[]): readonly string[] {
  const { value: tag, own: rest } = takeOption(args, '--tag')
  if (tag === null) return args
  const task = rest.findIndex((word, index) => !word.startsWith('-') && !VALUED.test(rest[index - 1] ?? ''))
  // Without a task a tag is an option that the command refuses.
  return task === -1 ? args : rest.with(task, `${tag}:${rest[task]}`)
}

function takeOption(
  args: readonly string[],
  option: string,
): { readonly value: string | null; readonly own: readonly string[] } {
  const at = args.findIndex((word) => word === option || word.startsWith(`${option}=`))
  const word = args[at]
  if (word === undefined) return { value: null, own: args }
  const isInline = word !== option
  return {
    value: isInline ? word.slice(option.length + 1) : (args[at + 1] ?? ''),
    own: args.toSpliced(at, isInline ? 1 : 2),
  }
}

/** All words after `--files` are files, up to the next option. */
function isFile(args: readonly string[], index: number): boolean {
  return args.slice(0, index).findLast((word) => word.startsWith('-')) === '--files'
}

/** `red 1.1` says phase and subtask by their places. A word in the place of a phase that is none stays a word. */
function placed(args: readonly string[], options: readonly string[]): readonly string[] {
  let places = 0
  return args.flatMap((word, index) => {
    if (word.startsWith('-') || VALUED.test(args[index - 1] ?? '') || isFile(args, index)) return [word]
    const option = options[places]
    places += 1
    if (option === undefined || (option === '--phase' && !PHASE.test(word))) return [word]
    return [option, option === '--phase' ? word.toLowerCase() : word]
  })
}

/** Returns the arguments of the command behind the alias, and the commands, which answer with the keys that agents know. */
export function openAutopilot(argv: readonly string[], table: readonly CommandEntry[]) {
  const names = table.map(({ name }) => name)
  const { args, claims, isResume } = translate(argv, names)
  const operation = OPERATIONS.find(({ name }) => name === args[0])
  if (operation === undefined || operation.hasOwnCommand === true) return { args, commands: table }
  const load = async () => {
    const loaded = await operation.load()
    const definition = isResume ? withResume(loaded) : loaded
    const compared = claims === null ? definition : withClaims(definition, claims)
    return createOperationCommand(operation, withKnownKeys(operation.name, compared))
  }
  return { args, commands: table.map((entry) => (entry.name === operation.name ? { ...entry, load } : entry)) }
}
