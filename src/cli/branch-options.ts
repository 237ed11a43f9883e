/** Defines the options that name a branch and its task, shared by the commands that judge. */
import { type Command, Option } from 'commander'
import { VERIFY } from '../core/rules/text.ts'
import { repeatCommand } from '../operations/repeat-command.ts'
import type { SessionOptions } from '../operations/verify/session.ts'

type Options = Readonly<Record<string, unknown>>

export function addBranchOptions(command: Command): Command {
  return command
    .option('--repo <dir>', 'the repository', '.')
    .option(
      '--base <rev>',
      'judge the commits after the merge base with this revision (default: the remote default branch)',
    )
    .option('--task <id>', 'the task: an id of the configured source, or a file')
    .addOption(
      new Option('--sequence <sequence>', 'judge every commit, or the pull request as a whole').choices([
        'commits',
        'pull-request',
      ]),
    )
    .option('--config <file>', 'a configuration instead of the one of the base')
    .option('--cache-dir <dir>', 'folder of the evidence kept between calls')
}

/**
 * Returns the parsed options as a session takes them, with the command that judges again.
 * @param command `tdd-gate verify`, or the command that the user called
 */
export function toSessionOptions(options: Options, command = VERIFY): SessionOptions {
  return { ...options, verify: repeatCommand(command, options) } as unknown as SessionOptions
}
