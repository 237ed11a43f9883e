/** Escapes lines for the log of a job, where the runner interprets some lines as commands. */

/**
 * `::error::` is a command at the start of a line, `##[error]` anywhere:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
const COMMAND_START = /(^|[\r\n])((?:[^\S\r\n]|\u0085)*):(?=:)/g
const OLD_COMMAND = /##(?=\[)/g

/** Returns text (`plain`), one line or many, without anything that the runner or its viewer interprets. */
export function logLines(text: string): string {
  return text.replace(COMMAND_START, '$1$2: ').replace(OLD_COMMAND, '## ')
}

/** Returns equivalent JSON that the runner does not interpret: one line that starts with a fixed character. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(OLD_COMMAND, '#\\u0023')
}

export function jsonLine(value: unknown): string {
  return `${safeJson(value)}\n`
}
