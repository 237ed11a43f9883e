/** Runs `tdd-gate complete`: judges the working tree before it is committed. */
import { type Command, Option } from 'commander'
import type { CompleteOptions, Completion } from '../../operations/complete.ts'
import type { Hooks } from '../../operations/verify/progress.ts'
import { toCompleteJson, toCompleteText } from '../../render/complete-text.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { addBranchOptions, toSessionOptions } from '../branch-options.ts'
import { type CliCommand, EXIT } from '../command.ts'
import { withProgress } from '../progress.ts'

export type CompleteOperation = (options: CompleteOptions, hooks: Hooks) => Promise<Completion>

export const EXIT_OF = {
  accepted: EXIT.SUCCESS,
  attempt: EXIT.UNFINISHED,
  rejected: EXIT.BROKEN,
  unmeasured: EXIT.UNMEASURED,
} as const

export function createCompleteCommand(complete: CompleteOperation): CliCommand {
  return {
    configure: (command) => addCompleteOptions(command).option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const { json, ...asked } = options
      const wanted = toCompleteOptions(asked)
      const done = await withProgress(json, ({ show }) => complete(wanted, { onProgress: show, signal: io.signal }))
      await io.print(json ? jsonLine(toCompleteJson(done)) : toCompleteText(done))
      return EXIT_OF[done.judged.verdict]
    },
  }
}

export function addCompleteOptions(command: Command): Command {
  return addBranchOptions(command)
    .addOption(new Option('--phase <phase>', 'what the commit would state').choices(['red', 'green', 'refactor']))
    .option('--subtask <id>', 'the subtask that the commit would state')
}

export function toCompleteOptions(options: Readonly<Record<string, unknown>>): CompleteOptions {
  return toSessionOptions(options, 'tdd-gate complete')
}
