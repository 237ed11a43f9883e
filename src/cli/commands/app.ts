/** Runs `tdd-gate app`: starts the App, which a clone brings and the npm package leaves out. */
import { existsSync } from 'node:fs'
import { noApp } from '../../core/errors/usage.ts'
import { EXIT } from '../../operations/operation.ts'
import type { CliCommand } from '../command.ts'

/** Beside the sources, and beside the built program. It is found at run time, so that no build of the program holds it. */
const PLACES = ['../../app/program.ts', '../app/program.mjs']

/** All its words belong to the App, `--help` too. */
export function createAppCommand(): CliCommand {
  return {
    configure: (command) =>
      command.argument('[words...]', 'admin and a command for operators').helpOption(false).allowUnknownOption(),
    run: async (_, { operands }) => {
      const place = PLACES.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
      if (place === undefined) throw noApp()
      const { runProgram } = await import(place.href)
      return (await runProgram(operands)) ?? EXIT.SUCCESS
    },
  }
}
