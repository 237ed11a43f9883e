/** Lines for the log of a job, where a runner takes some lines for commands to itself. */

/** `::error::` is a command where a line begins with it, `##[error]` anywhere in a line. */
const COMMAND_START = /^(\s*):(?=:)/
const OLD_COMMAND = /##(?=\[)/g

/** A line of harmless text (`plain`) without anything that the runner or its viewer would obey. */
export function logLine(text: string): string {
  return text.replace(COMMAND_START, '$1: ').replace(OLD_COMMAND, '## ')
}
