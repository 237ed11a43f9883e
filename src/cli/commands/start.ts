/** Runs `tdd-gate start`: opens the branch of a task. With `--dry-run` it only shows the plan. */
import type { StartedTask, StartOptions } from '../../operations/start.ts'
import type { Hooks } from '../../operations/verify/progress.ts'
import { toStartJson, toStartText } from '../../render/start-text.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { type CliCommand, EXIT } from '../command.ts'

export type StartOperation = (options: StartOptions, hooks: Hooks) => Promise<StartedTask>

export function createStartCommand(start: StartOperation): CliCommand {
  return {
    configure: (command) =>
      command
        .argument('<task>', 'a task document, or an id of the configured documents')
        .option('--repo <dir>', 'the repository', '.')
        .option('--base <rev>', 'start from this revision (default: the remote default branch)')
        .option('--config <file>', 'a configuration instead of the one of the base')
        .option('--dry-run', 'show the branch and the subtasks, and write nothing')
        .option('--json', 'print one JSON object'),
    run: async (io, { operands, options }) => {
      const { json, dryRun, ...asked } = options
      const started = await start(
        { ...(asked as unknown as Omit<StartOptions, 'task'>), task: operands[0] ?? '', isPlanOnly: dryRun === true },
        { onProgress: () => undefined, signal: io.signal },
      )
      await io.print(json ? jsonLine(toStartJson(started)) : toStartText(started))
      return EXIT.SUCCESS
    },
  }
}
