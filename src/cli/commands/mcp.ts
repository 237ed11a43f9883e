/** Runs `tdd-gate mcp`: serves the operations until the client closes its end. */
import { EXIT } from '../../operations/operation.ts'
import type { CliCommand } from '../command.ts'
import { readVersion } from '../version.ts'

/** Resolves when the client closed the connection, or when the signal is aborted. */
type ServeOperation = (signal: AbortSignal, version: string) => Promise<void>

export function createMcpCommand(serve: ServeOperation): CliCommand {
  return {
    configure: (command) => command,
    run: async (io) => {
      await serve(io.signal, readVersion())
      return EXIT.SUCCESS
    },
  }
}
