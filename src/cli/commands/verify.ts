/** Runs `tdd-gate verify`: measures and judges every commit between base and head. */
import type { Conclusion } from '../../core/model/finding.ts'
import type { Verification, VerifyOptions } from '../../operations/verify/verify.ts'
import { toVerifyJson } from '../../render/gate-report/verify-json.ts'
import { toVerifyText } from '../../render/gate-report/verify-text.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import type { ProgressEvent } from '../../render/text/progress.ts'
import { addBranchOptions, toSessionOptions } from '../branch-options.ts'
import { type CliCommand, EXIT } from '../command.ts'
import { withProgress } from '../progress.ts'

/** Rejects with the signal's reason when aborted, after it ended all processes and removed all files. */
export type VerifyOperation = (
  options: VerifyOptions,
  watch: { readonly onProgress: (event: ProgressEvent) => void; readonly signal: AbortSignal },
) => Promise<Verification>

export const EXIT_OF: Readonly<Record<Conclusion, number>> = {
  success: EXIT.SUCCESS,
  failure: EXIT.BROKEN,
  unmeasurable: EXIT.UNMEASURED,
  in_progress: EXIT.UNFINISHED,
}

export function createVerifyCommand(verify: VerifyOperation): CliCommand {
  return {
    configure: (command) =>
      addBranchOptions(command)
        .option('--head <rev>', 'up to this revision (default: HEAD)')
        .option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const { json, ...verifyOptions } = options
      const wanted = toSessionOptions(verifyOptions)
      const outcome = await withProgress(json, ({ show }) => verify(wanted, { onProgress: show, signal: io.signal }))
      const text = json
        ? jsonLine(toVerifyJson(outcome.decision, outcome))
        : toVerifyText(outcome.decision, {
            ...outcome,
            // A pipe has no width: nothing is cut for it.
            width: io.isTerminal ? io.width : Number.POSITIVE_INFINITY,
            paint: io.paint,
          })
      await io.print(text)
      return EXIT_OF[outcome.decision.conclusion]
    },
  }
}
