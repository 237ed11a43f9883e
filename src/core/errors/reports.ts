/** Errors of `tdd-gate report`: files that cannot be read as reports. */
import { GateError } from '../model/errors.ts'

const TRY_AGAIN = 'Run the tests again and check the report itself.'
const SPLIT = 'Split the report: let each package, project or shard of the tests write one of its own.'

/** Why a report cannot be read. `isTooLarge`: it exceeds a limit. */
interface Reason {
  readonly reason: string
  readonly isTooLarge?: true
}

export function unreadableReport(name: string, { reason, isTooLarge }: Reason, cause?: unknown): GateError {
  return new GateError('unreadable-report', `${name}: ${reason}`, isTooLarge ? SPLIT : TRY_AGAIN, cause)
}

export function unreadableArgument(word: string, cause: unknown): GateError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new GateError('unreadable-report', `${word}: ${reason}`, 'Name a file that can be read.', cause)
}

export function missingReport(message: string): GateError {
  return new GateError('unreadable-report', message, 'Run the tests first, with a reporter that writes a file.')
}

export function formatNotDetected(names: string, formats: readonly string[]): GateError {
  return new GateError('unreadable-report', `${names} is of no known format`, nameTheFormat(formats))
}

/** A file that a folder or glob brought may be something else than a report. */
export function perhapsNoReport(names: string, formats: readonly string[]): GateError {
  return new GateError(
    'unreadable-report',
    `${names} cannot be read: it matches no known format.`,
    `If it is not a report, name only the reports. ${nameTheFormat(formats)}`,
  )
}

const nameTheFormat = (formats: readonly string[]) => `Name its format with --format: ${formats.join(', ')}`

export function emptyReport(names: string): GateError {
  return new GateError(
    'no-tests',
    `${names}: it contains no test.`,
    'Check the command that wrote it: did it find the tests? Is a filter still active?',
  )
}

/** Combines several errors into one, when there is nothing else to show. */
export function combineErrors(errors: readonly [GateError, ...GateError[]]): GateError {
  const [first, ...more] = errors
  if (more.length === 0) return first
  const text = [...new Set(errors.map(({ suggestion }) => suggestion.text))].join(' ')
  const commands = [...new Set(errors.flatMap(({ suggestion }) => suggestion.commands))]
  return new GateError(first.code, errors.map(({ message }) => message).join('\n'), { text, commands }, first)
}
