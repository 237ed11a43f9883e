/** Runs `tdd-gate next` and `tdd-gate status`: judges the branch, and prints the next step or the subtasks. */
import type { NextStep } from '../../operations/next.ts'
import type { Hooks } from '../../operations/verify/progress.ts'
import type { SessionOptions } from '../../operations/verify/session.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { toNextJson, toNextText, toStatusText } from '../../render/work-unit.ts'
import { addBranchOptions, toSessionOptions } from '../branch-options.ts'
import { type CliCommand, EXIT } from '../command.ts'
import { withProgress } from '../progress.ts'

export type NextOperation = (options: SessionOptions, hooks: Hooks) => Promise<NextStep>

/** A next step is the answer, not a failure: the exit code is 0 unless nothing can be judged. */
export function createNextCommand(next: NextOperation): CliCommand {
  return createCommand(next, 'next', toNextText)
}

export function createStatusCommand(next: NextOperation): CliCommand {
  return createCommand(next, 'status', toStatusText)
}

function createCommand(next: NextOperation, name: string, toText: (step: NextStep) => string): CliCommand {
  return {
    configure: (command) => addBranchOptions(command).option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const { json, ...asked } = options
      const wanted = toSessionOptions(asked, `tdd-gate ${name}`)
      const step = await withProgress(json, ({ show }) => next(wanted, { onProgress: show, signal: io.signal }))
      await io.print(json ? jsonLine(toNextJson(step)) : toText(step))
      return EXIT.SUCCESS
    },
  }
}
