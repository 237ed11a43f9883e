/** The commands of operators: they read and change the store, while the App runs or not. Each result is a line of JSON; commands for a shell are plain. */
import { existsSync } from 'node:fs'
import { missingStore, unknownDeadLetter, useDump } from '../../core/errors/app.ts'
import { GateError } from '../../core/model/errors.ts'
import { advise } from '../../core/model/suggestion.ts'
import type { StoredEntry } from '../queue/audit.ts'
import { backUpFile } from '../queue/backup.ts'
import { CLOCK } from '../queue/clock.ts'
import { readStorePlace } from '../queue/settings.ts'
import { type Environment, readSettings } from '../settings.ts'
import { openStore, type Store, type StoreSettings } from '../store.ts'
import { logIneffective } from '../telemetry/ineffective.ts'
import { getFields, openLog } from '../telemetry/log.ts'
import { move } from './move.ts'
import { replay } from './replay.ts'
import { toRulesetCommands } from './ruleset.ts'
import { adminTexts } from './texts.ts'
import { wrongArgument, wrongCommand } from './wrong-call.ts'

type Write = (line: object) => void
type Command = (store: Store, args: readonly string[], write: Write, env: Environment) => Promise<void>

const COMMANDS: Readonly<Record<string, Command>> = { dead, retry, drop, audit, explain, replay: replayOne }
const ALL = '--all'
const PULL_REQUEST = /^([\w.-]{1,100}\/[\w.-]{1,100})#(\d{1,9})$/
const UNEXPECTED = 3

/**
 * Runs one command.
 * @param print gets the results, which other programs may read
 * @param warn gets the lines about settings without effect
 * @returns the exit code
 */
export async function runAdmin(
  args: readonly string[],
  env: Environment,
  print: (line: string) => void,
  warn: (line: string) => void = (line) => process.stderr.write(line),
) {
  logIneffective(env, openLog('warn', warn))
  const write: Write = (line) => print(`${JSON.stringify(line)}\n`)
  try {
    const [name = '', ...rest] = args
    if (name === 'ruleset') {
      print(toRulesetCommands(rest, env))
      return 0
    }
    await run(name, rest, { env, write })
    return 0
  } catch (error) {
    write({ level: 'error', ...getFields(error) })
    return error instanceof GateError ? error.exit : UNEXPECTED
  }
}

interface AdminOptions {
  readonly env: Environment
  readonly write: Write
}

async function run(name: string, args: readonly string[], { env, write }: AdminOptions): Promise<void> {
  if (name === 'move') return write({ moved: await move(args) })
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined && name !== 'backup') throw wrongCommand(name)
  const place = readStorePlace(env)
  // A wrong address must not create an empty store.
  if (place.databaseUrl === null && !existsSync(place.storeFile))
    throw missingStore(place.storeFile, advise(adminTexts.settings, 'export TDD_GATE_STORE=<file>'))
  if (command === undefined) return write(backUp(place, args))
  await using store = await openStore(place, CLOCK, () => undefined)
  await command(store, args, write, env)
}

/** Copies the file while the App works on it. PostgreSQL has a tool for that. */
function backUp({ storeFile, databaseUrl }: StoreSettings, [target]: readonly string[]): object {
  if (target === undefined) throw wrongArgument('backup', '', 'a new file')
  if (databaseUrl !== null) throw useDump(target)
  backUpFile(storeFile, target)
  return { backup: target }
}

/** Lists dead letters, the latest first. */
async function dead({ queue }: Store, _args: readonly string[], write: Write): Promise<void> {
  for (const { job, reason, tries } of await queue.dead())
    write({ id: job.id, key: job.key, kind: job.event.kind, tries, reason })
}

async function retry({ queue }: Store, args: readonly string[], write: Write): Promise<void> {
  write({ retried: await queue.requeue(await toChoice('retry', queue, args)) })
}

async function drop({ queue }: Store, args: readonly string[], write: Write): Promise<void> {
  write({ dropped: await queue.drop(await toChoice('drop', queue, args)) })
}

interface HasId {
  readonly job: { readonly id: string }
}

/** Selects dead letters by id, or all with `--all`. Without an argument it throws, so that no call selects all by mistake. */
async function toChoice(name: 'retry' | 'drop', queue: Store['queue'], args: readonly string[]) {
  if (args.length === 0) throw wrongArgument(name, '', 'the id of a dead letter, or --all')
  if (args.includes(ALL)) {
    const beside = args.find((arg) => arg !== ALL)
    if (beside !== undefined) throw wrongArgument(name, beside, 'an argument beside --all')
    return () => true
  }
  const ids = new Set((await queue.dead()).map(({ job }) => job.id))
  const unknown = args.find((id) => !ids.has(id))
  if (unknown !== undefined) throw unknownDeadLetter(unknown)
  return ({ job }: HasId) => args.includes(job.id)
}

async function replayOne({ queue }: Store, [guid]: readonly string[], write: Write, env: Environment): Promise<void> {
  if (guid === undefined) throw wrongArgument('replay', '', 'the id of a delivery')
  write(await replay(guid, queue, readSettings(env)))
}

/** Exports the audit log, the oldest entry first. */
async function audit({ audit: { read } }: Store, [after = '0']: readonly string[], write: Write): Promise<void> {
  if (!/^\d{1,15}$/.test(after)) throw wrongArgument('audit', after, 'the number of an entry')
  for await (const entry of readAll(read, Number(after))) write(entry)
}

/** Exports what the audit log says about one pull request: each verdict with its rules, and each command. */
async function explain({ audit: { read } }: Store, [name = '']: readonly string[], write: Write): Promise<void> {
  const [, repository, number] = PULL_REQUEST.exec(name) ?? []
  if (repository === undefined) throw wrongArgument('explain', name, 'a pull request, such as acme/shop#12')
  for await (const stored of readAll(read, 0)) {
    const { entry } = stored
    const isSame = entry.repository.toLowerCase() === repository.toLowerCase()
    if (isSame && entry.number === Number(number)) write(stored)
  }
}

async function* readAll(read: Store['audit']['read'], after: number): AsyncIterable<StoredEntry> {
  for (let page = await read(after); page.length > 0; page = await read(page.at(-1)?.n ?? 0)) yield* page
}
