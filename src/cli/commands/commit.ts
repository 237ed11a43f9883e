/** Runs `tdd-gate commit`: judges the working tree, and commits it when it is accepted. */
import type { CommitOptions, Committed } from '../../operations/commit.ts'
import type { Hooks } from '../../operations/verify/progress.ts'
import { toCommitJson, toCommitText } from '../../render/complete-text.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { type CliCommand, EXIT } from '../command.ts'
import { usage } from '../parse.ts'
import { withProgress } from '../progress.ts'
import { addCompleteOptions, EXIT_OF, toCompleteOptions } from './complete.ts'

export type CommitOperation = (options: CommitOptions, hooks: Hooks) => Promise<Committed>

export function createCommitCommand(commit: CommitOperation): CliCommand {
  return {
    configure: (command) =>
      addCompleteOptions(command)
        .option('-m, --message <subject>', 'the subject (default: from phase and subtask)')
        .option('--attempt', 'also commit a GREEN whose tests still fail; it counts as an attempt')
        .option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const { json, message, attempt, ...asked } = options
      if (message === '') throw usage('`--message` is empty.', 'commit --help')
      const wanted = {
        ...toCompleteOptions(asked),
        ...(typeof message === 'string' ? { message } : {}),
        takesAttempt: attempt === true,
      }
      const done = await withProgress(json, ({ show }) => commit(wanted, { onProgress: show, signal: io.signal }))
      await io.print(json ? jsonLine(toCommitJson(done)) : toCommitText(done))
      return done.commit === null ? EXIT_OF[done.judged.verdict] : EXIT.SUCCESS
    },
  }
}
