/** Finds the command, runs it, and ends with its exit code. Loads only what the command needs. */
import { fileURLToPath } from 'node:url'
import { toKnownError } from '../core/errors/known-error.ts'
import { badUsage, noPackages, noWindows } from '../core/errors/usage.ts'
import { GateError } from '../core/model/errors.ts'
import { nearest } from '../core/util/nearest.ts'
import { EXIT } from '../operations/operation.ts'
import { toErrorJson, toErrorText, toFlatError } from '../render/text/error.ts'
import { jsonLine } from '../render/text/log-line.ts'
import { toTable } from '../render/text/table.ts'
import { plain } from '../render/text/text.ts'
import type { CommandEntry } from './command.ts'
import { INTERRUPTED, type Io, openTerminal } from './io.ts'
import { readVersion } from './version.ts'

/** The clone. */
const TOP = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs the program.
 * @param argv the arguments after the program's name
 */
export async function runCli(argv: readonly string[], table: readonly CommandEntry[]): Promise<void> {
  const io = openTerminal()
  process.exitCode = await answer(io, argv, table).catch((error: unknown) =>
    report(io, argv, isMissing(error) ? noPackages(TOP) : error, getCalled(argv, table)),
  )
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'

async function answer(io: Io, argv: readonly string[], table: readonly CommandEntry[]): Promise<number> {
  const [word = '', ...rest] = argv
  if (word === '--version' || word === '-V') return show(io, `${readVersion()}\n`)
  if (word === '--help' || word === '-h' || (word === 'help' && rest.length === 0)) return show(io, toHelp(table))
  if (word === '') {
    await io.printError(toHelp(table))
    return EXIT.USAGE
  }
  if (word === 'autopilot') {
    const { openAutopilot } = await import('./autopilot.ts')
    const { args, commands } = openAutopilot(rest, table)
    return answer(io, args, commands)
  }
  return word === 'help' ? run(io, rest[0] ?? '', ['--help'], table) : run(io, word, rest, table)
}

async function run(io: Io, name: string, args: readonly string[], table: readonly CommandEntry[]): Promise<number> {
  const entry = table.find((candidate) => candidate.name === name)
  if (!entry) throw unknown(plain(name, 100), table)
  if (entry.runsTests && process.platform === 'win32') throw noWindows()
  const [command, { parseCall }] = await Promise.all([entry.load(), import('./parse.ts')])
  const call = parseCall(entry, command, args)
  return typeof call === 'string' ? show(io, call) : command.run(io, call)
}

async function show(io: Io, text: string): Promise<number> {
  await io.print(text)
  return EXIT.SUCCESS
}

function unknown(name: string, table: readonly CommandEntry[]): GateError {
  const kind = name.startsWith('-') ? 'option' : 'command'
  const candidate = nearest(
    name,
    table.map((entry) => entry.name),
  )
  const seen = candidate === null ? { actual: name } : { actual: name, expected: candidate }
  return badUsage(`Unknown ${kind} \`${name}\`.`, candidate ?? '--help', seen)
}

/** Returns the command that ran, for suggestions that repeat it; undefined where none did. */
function getCalled(argv: readonly string[], table: readonly CommandEntry[]): string | undefined {
  const [word = '', ...rest] = argv
  const isKnown = (name: string | undefined) => table.some((entry) => entry.name === name)
  const name = word !== 'autopilot' ? word : isKnown(rest[0]) ? rest[0] : 'start'
  return isKnown(name) ? `tdd-gate ${name}` : undefined
}

/** Reports an error, as JSON when the user asked for JSON. An interruption is no error. */
async function report(io: Io, argv: readonly string[], error: unknown, called: string | undefined): Promise<number> {
  if (io.signal.aborted) {
    await io.printError('interrupted\n')
    return INTERRUPTED[String(io.signal.reason)] ?? EXIT.UNMEASURED
  }
  const toJson = argv[0] === 'autopilot' ? toFlatError : toErrorJson
  if (argv.includes('--json')) await io.print(jsonLine(toJson(error, called)))
  else await io.printError(toErrorText(error, called))
  const known = toKnownError(error)
  return known instanceof GateError ? known.exit : EXIT.UNMEASURED
}

/** Renders the first help page: every command with its summary. */
function toHelp(table: readonly CommandEntry[]): string {
  const commands = toTable(table.map(({ name, summary }) => [name, summary])).map((line) => `  ${line}`)
  return [
    'tdd-gate: lets a change through only when every subtask really went RED, then GREEN.',
    '',
    'Usage: tdd-gate <command> [options]',
    '',
    ...commands,
    '',
    'tdd-gate <command> --help describes one command; --json prints JSON only.',
    'Exit codes: 0 success, 1 a rule is broken, 2 bad usage or configuration, 3 could not measure, 4 not finished.',
    '',
  ].join('\n')
}
