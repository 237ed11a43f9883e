/** Every command, in the order in which people meet them. */
import type { CommandEntry } from './command.ts'

export const COMMANDS: readonly CommandEntry[] = []
