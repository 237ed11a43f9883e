/** Lines for the log of a job, where a runner takes some lines for commands to itself. */

/** `::error::` is a command where a line begins with it, `##[error]` anywhere in a line. */
const COMMAND_START = /(^|[\r\n])((?:[^\S\r\n]|\u0085)*):(?=:)/g
const OLD_COMMAND = /##(?=\[)/g

/** Harmless text (`plain`), a line or many, without anything that the runner or its viewer would obey. */
export function logLines(text: string): string {
  return text.replace(COMMAND_START, '$1$2: ').replace(OLD_COMMAND, '## ')
}

/** JSON that means the same, in which there is nothing to obey: it is one line, and begins with no text of anybody. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(OLD_COMMAND, '#\\u0023')
}

export function jsonLine(value: unknown): string {
  return `${safeJson(value)}\n`
}
