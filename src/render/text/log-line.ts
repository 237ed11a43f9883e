/** Escapes lines for the log of a job, where the runner interprets some lines as commands. */
import { toEscape } from './text.ts'

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

/** What JSON.stringify leaves as it is: DEL and the controls of C1, controls of direction, and invisible characters. */
const HIDDEN = /[\u007f-\u009f\u2028\u2029]|\p{Cf}|\p{DI}/gu

/**
 * Returns equivalent JSON in one line that starts with a fixed character. Neither the runner nor a terminal interprets
 * a part of it.
 */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(OLD_COMMAND, '#\\u0023').replace(HIDDEN, toEscape)
}

export function jsonLine(value: unknown): string {
  return `${safeJson(value)}\n`
}
