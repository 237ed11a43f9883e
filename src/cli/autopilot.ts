/** Reads the group `autopilot`: names and options that agents know from Task Master, as commands of this program. */
import { type Claims, parseClaims, withClaims } from '../operations/claims.ts'
import { OPERATIONS } from '../operations/index.ts'
import { refuseElsewhere, withKnownKeys } from '../operations/task-master/call.ts'
import type { CommandEntry } from './command.ts'
import { createOperationCommand } from './operation-command.ts'

interface Translated {
  readonly args: readonly string[]
  /** Numbers that the agent claims; null without any. */
  readonly claims: Claims | null
}

/** Aliases of a command. To resume after an interruption is to ask for the next step. */
const NAMES: Readonly<Record<string, string>> = { finalize: 'verify', resume: 'next' }
/** What a command never does, and what it never asks. */
const NEEDLESS: Readonly<Record<string, readonly string[]>> = {
  start: ['--no-push', '--no-pr', '--no-confirm'],
  abort: ['--force', '--no-confirm'],
}
const PHASE = /^(?:red|green|refactor|neutral|characterize)$/i
/** Options of `complete` whose value is the next argument. */
const VALUED = /^--(?:repo|base|task|sequence|config|cache-dir|phase|subtask)$/

/**
 * Translates the arguments after `autopilot`.
 * @param names the commands of this program
 * @throws GateError `bad-usage` for an option that stands elsewhere here, and for unreadable claims
 */
export function translate(argv: readonly string[], names: readonly string[]): Translated {
  if (argv.includes('--resume')) return translate(['next', ...takeOptions(argv)], names)
  const [first = '--help', ...rest] = argv.map(toOwnOption)
  const isCommand = first.startsWith('-') || names.includes(first) || first in NAMES
  const [name, args] = isCommand ? [NAMES[first] ?? first, rest] : ['start', [first, ...rest]]
  const needed = withTag(args.filter((word) => !NEEDLESS[name]?.includes(word)))
  refuseElsewhere(name.startsWith('-') ? [name, ...needed] : needed)
  if (name !== 'complete') return { args: [name, ...needed], claims: null }
  const { claims, own } = takeResults(needed)
  return { args: [name, ...placed(own)], claims: claims === null ? null : parseClaims(claims) }
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

/** `42 --tag analytics` is `analytics:42`. */
function withTag(args: readonly string[]): readonly string[] {
  const at = args.findIndex((word) => /^--tag(?:=|$)/s.test(word))
  if (at === -1) return args
  const [, inline] = /^--tag=(.*)$/s.exec(args[at] ?? '') ?? []
  const rest = args.toSpliced(at, inline === undefined ? 2 : 1)
  const task = rest.findIndex((word) => !word.startsWith('-'))
  return task === -1 ? rest : rest.with(task, `${inline ?? args[at + 1] ?? ''}:${rest[task]}`)
}

function takeResults(args: readonly string[]): { readonly claims: string | null; readonly own: readonly string[] } {
  const at = args.findIndex((word) => /^--results(?:=|$)/s.test(word))
  if (at === -1) return { claims: null, own: args }
  const [, inline] = /^--results=(.*)$/s.exec(args[at] ?? '') ?? []
  const count = inline === undefined ? 2 : 1
  return { claims: inline ?? args[at + 1] ?? '', own: args.toSpliced(at, count) }
}

/** `red 1.1` says phase and subtask by their places. */
function placed(args: readonly string[]): readonly string[] {
  let places = 0
  return args.flatMap((word, index) => {
    if (word.startsWith('-') || VALUED.test(args[index - 1] ?? '')) return [word]
    places += 1
    if (places === 1 && PHASE.test(word)) return ['--phase', word.toLowerCase()]
    return places === 2 ? ['--subtask', word] : [word]
  })
}

/** Returns the arguments of the command behind the alias, and the commands, which answer with the keys that agents know. */
export function openAutopilot(argv: readonly string[], table: readonly CommandEntry[]) {
  const names = table.map(({ name }) => name)
  const { args, claims } = translate(argv, names)
  const operation = OPERATIONS.find(({ name }) => name === args[0])
  if (operation === undefined || operation.hasOwnCommand === true) return { args, commands: table }
  const load = async () => {
    const definition = await operation.load()
    const compared = claims === null ? definition : withClaims(definition, claims)
    return createOperationCommand(operation, withKnownKeys(operation.name, compared))
  }
  return { args, commands: table.map((entry) => (entry.name === operation.name ? { ...entry, load } : entry)) }
}
