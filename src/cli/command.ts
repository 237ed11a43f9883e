/** Defines a command: its options, and what it does with them. One file each, loaded only when it is called. */
import type { Command } from 'commander'
import type { Io } from './io.ts'

export interface CliCall {
  readonly operands: readonly string[]
  /** By camel-cased name, as commander returns them. */
  readonly options: Readonly<Record<string, unknown>>
}

export interface CliCommand {
  readonly configure: (command: Command) => Command
  /** Returns the exit code. Throws errors as GateError. */
  readonly run: (io: Io, call: CliCall) => Promise<number>
}

/** One line of the table of commands. */
export interface CommandEntry {
  readonly name: string
  readonly summary: string
  /** Calls that its help shows, without the program's name. */
  readonly examples?: readonly string[]
  /** A task document that its help shows. */
  readonly sample?: string
  /** It starts and ends processes of test runners, which needs process groups. */
  readonly runsTests?: true
  readonly load: () => Promise<CliCommand>
}
