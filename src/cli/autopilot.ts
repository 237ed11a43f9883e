/** Reads the group `autopilot`: names and options that agents know from Task Master, as commands of this program. */
import { type Claims, parseClaims, withClaims } from '../operations/claims.ts'
import { OPERATIONS } from '../operations/index.ts'
import { refuseElsewhere, withKnownKeys } from '../operations/task-master-keys.ts'
import type { CommandEntry } from './command.ts'
import { createOperationCommand } from './operation-command.ts'

interface Translated {
  readonly words: readonly string[]
  /** Numbers that the agent claims; null without any. */
  readonly claims: Claims | null
}

/** Other words for a command. To resume after an interruption is to ask for the next step. */
const NAMES: Readonly<Record<string, string>> = { finalize: 'verify', resume: 'next' }
/** What a command never does, and what it never asks. */
const NEEDLESS: Readonly<Record<string, readonly string[]>> = {
  start: ['--no-push', '--no-pr', '--no-confirm'],
  abort: ['--force', '--no-confirm'],
}
const PHASE = /^(?:red|green|refactor|neutral|characterize)$/i
/** Options of `complete` whose value is the next word. */
const VALUED = /^--(?:repo|base|task|sequence|config|cache-dir|phase|subtask)$/

/**
 * Translates the words after `autopilot`.
 * @param names the commands of this program
 * @throws GateError `bad-usage` for an option that stands elsewhere here, and for unreadable claims
 */
export function translate(argv: readonly string[], names: readonly string[]): Translated {
  if (argv.includes('--resume')) return translate(['next', ...takeOptions(argv)], names)
  const [first = '--help', ...rest] = argv.map(toOwnOption)
  const isCommand = first.startsWith('-') || names.includes(first) || first in NAMES
  const [name, words] = isCommand ? [NAMES[first] ?? first, rest] : ['start', [first, ...rest]]
  const needed = withTag(words.filter((word) => !NEEDLESS[name]?.includes(word)))
  refuseElsewhere(name.startsWith('-') ? [name, ...needed] : needed)
  if (name !== 'complete') return { words: [name, ...needed], claims: null }
  const { claims, own } = takeResults(needed)
  return { words: [name, ...placed(own)], claims: claims === null ? null : parseClaims(claims) }
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
  const words = argv.filter((word) => word !== '--resume')
  return words[0]?.startsWith('-') === false ? words.slice(1) : words
}

/** `42 --tag analytics` is `analytics:42`. */
function withTag(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^--tag(?:=|$)/s.test(word))
  if (at === -1) return words
  const [, inline] = /^--tag=(.*)$/s.exec(words[at] ?? '') ?? []
  const rest = words.toSpliced(at, inline === undefined ? 2 : 1)
  const task = rest.findIndex((word) => !word.startsWith('-'))
  return task === -1 ? rest : rest.with(task, `${inline ?? words[at + 1] ?? ''}:${rest[task]}`)
}

function takeResults(words: readonly string[]): { readonly claims: string | null; readonly own: readonly string[] } {
  const at = words.findIndex((word) => /^--results(?:=|$)/s.test(word))
  if (at === -1) return { claims: null, own: words }
  const [, inline] = /^--results=(.*)$/s.exec(words[at] ?? '') ?? []
  const count = inline === undefined ? 2 : 1
  return { claims: inline ?? words[at + 1] ?? '', own: words.toSpliced(at, count) }
}

/** `red 1.1` says phase and subtask by their places. */
function placed(words: readonly string[]): readonly string[] {
  let places = 0
  return words.flatMap((word, index) => {
    if (word.startsWith('-') || VALUED.test(words[index - 1] ?? '')) return [word]
    places += 1
    if (places === 1 && PHASE.test(word)) return ['--phase', word.toLowerCase()]
    return places === 2 ? ['--subtask', word] : [word]
  })
}

/** Returns the words of the command behind the alias, and the commands, which answer with the keys that agents know. */
export function openAutopilot(argv: readonly string[], table: readonly CommandEntry[]) {
  const names = table.map(({ name }) => name)
  const { words, claims } = translate(argv, names)
  const operation = OPERATIONS.find(({ name }) => name === words[0])
  if (operation === undefined || operation.hasOwnCommand === true) return { words, commands: table }
  const load = async () => {
    const definition = await operation.load()
    const compared = claims === null ? definition : withClaims(definition, claims)
    return createOperationCommand(operation, withKnownKeys(operation.name, compared))
  }
  return { words, commands: table.map((entry) => (entry.name === operation.name ? { ...entry, load } : entry)) }
}
