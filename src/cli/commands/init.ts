/** `tdd-gate init`: writes a configuration, a workflow and a block in AGENTS.md. */
import { resolve } from 'node:path'
import { GateError } from '../../core/errors.ts'
import { type Detected, type InitOptions, init } from '../../operations/init.ts'
import { plain } from '../../render/text.ts'
import { type CliCommand, EXIT } from '../command.ts'

type Detect = (dir: string) => Detected | null | Promise<Detected | null>

export function createInitCommand(detect: Detect): CliCommand {
  return {
    configure: (command) =>
      command
        .option('--repo <dir>', 'top of the repository', '.')
        .option('--agents', 'renew the block in AGENTS.md only')
        .option('--workflow', 'write the workflow only')
        .option('--alone', 'a workflow that publishes check and comment by itself')
        .option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const dir = resolve(String(options['repo']))
      const only = onlyOf(options)
      const detected = only === null ? await detect(dir) : null
      const { written, next } = init({ dir, only, isAlone: options['alone'] === true }, () => detected)
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

function onlyOf(options: Readonly<Record<string, unknown>>): InitOptions['only'] {
  if (options['agents'] === true && options['workflow'] === true) {
    throw new GateError('bad-usage', '--agents and --workflow each write one thing only.', 'tdd-gate init --agents')
  }
  if (options['agents'] === true) return 'agents'
  return options['workflow'] === true ? 'workflow' : null
}
