/** Runs `tdd-gate verify`: measures and judges every commit between base and head. */
import { Option } from 'commander'
import type { Conclusion } from '../../core/model/finding.ts'
import { shellWords, VERIFY } from '../../core/rules/text.ts'
import type { Verification, VerifyOptions } from '../../operations/verify/verify.ts'
import { toVerifyJson } from '../../render/gate-report/verify-json.ts'
import { toVerifyText } from '../../render/gate-report/verify-text.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import type { ProgressEvent } from '../../render/text/progress.ts'
import { type CliCommand, EXIT } from '../command.ts'
import { createProgress } from '../progress.ts'

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

/** The options that repeat in the next command; `--head` is left out, since the next step creates another head. */
const REPEATED = {
  repo: '--repo',
  base: '--base',
  task: '--task',
  sequence: '--sequence',
  config: '--config',
  cacheDir: '--cache-dir',
}

/** Returns the command that judges again, quoted for a shell. */
function getCommand(options: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(REPEATED).flatMap(([name, option]) => {
    const value = options[name]
    const isSaid = typeof value === 'string' && !(name === 'repo' && value === '.')
    return isSaid ? [option, shellWords([value], `'<${name}>'`)] : []
  })
  return [VERIFY, ...words].join(' ')
}

export function createVerifyCommand(verify: VerifyOperation): CliCommand {
  return {
    configure: (command) =>
      command
        .option('--repo <dir>', 'the repository', '.')
        .option(
          '--base <rev>',
          'judge the commits after the merge base with this revision (default: the remote default branch)',
        )
        .option('--head <rev>', 'up to this revision (default: HEAD)')
        .option('--task <id>', 'the task: an id of the configured source, or a file')
        .addOption(
          new Option('--sequence <sequence>', 'judge every commit, or the pull request as a whole').choices([
            'commits',
            'pull-request',
          ]),
        )
        .option('--config <file>', 'a configuration instead of the one of the base')
        .option('--cache-dir <dir>', 'folder of the evidence kept between calls')
        .option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const { json, ...verifyOptions } = options
      const progress = json ? null : createProgress({ stream: process.stderr, now: () => performance.now() })
      const asked = { ...verifyOptions, verify: getCommand(verifyOptions) }
      const outcome = await verify(asked as unknown as VerifyOptions, {
        onProgress: (event) => progress?.show(event),
        signal: io.signal,
      }).finally(() => progress?.end())
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
