/** `tdd-gate init`: writes a configuration and a block in AGENTS.md. */
import { resolve } from 'node:path'
import { type Detected, init } from '../../operations/init.ts'
import { plain } from '../../render/text.ts'
import { type CliCommand, EXIT } from '../command.ts'

type Detect = (dir: string) => Detected | null | Promise<Detected | null>

export function createInitCommand(detect: Detect): CliCommand {
  return {
    configure: (command) =>
      command
        .option('--repo <dir>', 'top of the repository', '.')
        .option('--agents', 'renew the block in AGENTS.md only')
        .option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const dir = resolve(String(options['repo']))
      const isAgentsOnly = options['agents'] === true
      const detected = isAgentsOnly ? null : await detect(dir)
      const { written, next } = init({ dir, isAgentsOnly }, () => detected)
      if (options['json']) {
        await io.print(`${JSON.stringify({ schemaVersion: 1, written, next })}\n`)
        return EXIT.SUCCESS
      }
      const lines = written.length === 0 ? ['Nothing to do.'] : written.map((path) => `wrote ${path}`)
      const steps = next.length === 0 ? [] : ['', 'NEXT', ...next.map((step) => `  ${plain(step)}`)]
      await io.print(`${[...lines, ...steps].join('\n')}\n`)
      return EXIT.SUCCESS
    },
  }
}
