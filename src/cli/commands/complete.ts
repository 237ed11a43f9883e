/** Runs `tdd-gate complete`: judges the working tree before it is committed. */
import { Option } from 'commander'
import type { CompleteOptions, Completion } from '../../operations/complete.ts'
import type { Hooks } from '../../operations/verify/progress.ts'
import { toCompleteJson, toCompleteText } from '../../render/complete-text.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { addBranchOptions, toSessionOptions } from '../branch-options.ts'
import { type CliCommand, EXIT } from '../command.ts'
import { createProgress } from '../progress.ts'

export type CompleteOperation = (options: CompleteOptions, hooks: Hooks) => Promise<Completion>

const EXIT_OF = {
  accepted: EXIT.SUCCESS,
  attempt: EXIT.UNFINISHED,
  rejected: EXIT.BROKEN,
  unmeasured: EXIT.UNMEASURED,
} as const

export function createCompleteCommand(complete: CompleteOperation): CliCommand {
  return {
    configure: (command) =>
      addBranchOptions(command)
        .addOption(new Option('--phase <phase>', 'what the commit would state').choices(['red', 'green', 'refactor']))
        .option('--subtask <id>', 'the subtask that the commit would state')
        .option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const { json, phase, subtask, ...asked } = options
      const progress = json ? null : createProgress({ stream: process.stderr, now: () => performance.now() })
      const stated = { ...(phase ? { phase: String(phase) } : {}), ...(subtask ? { subtask: String(subtask) } : {}) }
      const hooks: Hooks = { onProgress: (event) => progress?.show(event), signal: io.signal }
      const done = await complete({ ...toSessionOptions(asked), ...stated }, hooks).finally(() => progress?.end())
      await io.print(json ? jsonLine(toCompleteJson(done)) : toCompleteText(done))
      return EXIT_OF[done.judged.verdict]
    },
  }
}
