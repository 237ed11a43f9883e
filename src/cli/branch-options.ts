/** Defines the options that name a branch and its task, shared by the commands that judge. */
import { type Command, Option } from 'commander'
import { shellWords, VERIFY } from '../core/rules/text.ts'
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
function getCommand(options: Options, command: string): string {
  const words = Object.entries(REPEATED).flatMap(([name, option]) => {
    const value = options[name]
    const isSaid = typeof value === 'string' && !(name === 'repo' && value === '.')
    return isSaid ? [option, shellWords([value], `'<${name}>'`)] : []
  })
  return [command, ...words].join(' ')
}

/**
 * Returns the parsed options as a session takes them, with the command that judges again.
 * @param command `tdd-gate verify`, or the command that the user called
 */
export function toSessionOptions(options: Options, command = VERIFY): SessionOptions {
  return { ...options, verify: getCommand(options, command) } as unknown as SessionOptions
}
