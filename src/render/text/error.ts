/** Renders an error as text and as JSON. */
import { ERRORS } from '../../core/errors/codes.ts'
import { toKnownError } from '../../core/errors/known-error.ts'
import { GateError, type ShownCounts } from '../../core/model/errors.ts'
import { plainLines } from './text.ts'

export interface ErrorJson {
  readonly schemaVersion: 1
  readonly error: {
    readonly code: string
    readonly message: string
    /** What the code means. */
    readonly reason?: string
    readonly actual?: string | ShownCounts
    readonly expected?: string
    readonly suggestion: string
    /** Commands that work in a shell unchanged; absent when the suggestion has none. */
    readonly commands?: readonly string[]
  }
}

/**
 * Converts an error. `internal` is a bug in tdd-gate: it is shown and never green.
 * @param called the command that the suggestion names: `tdd-gate next`
 */
export function toErrorJson(thrown: unknown, called?: string): ErrorJson {
  const error = toKnownError(thrown)
  if (error instanceof GateError) {
    const { code, message } = error
    const { text, commands } = error.suggestFor(called)
    const more = commands.length === 0 ? {} : { commands }
    const { about: reason } = ERRORS[code]
    return { schemaVersion: 1, error: { code, message, reason, ...error.seen, suggestion: text, ...more } }
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const suggestion = 'This is a bug in tdd-gate. Please report it with the command that you ran.'
  return { schemaVersion: 1, error: { code: 'internal', message, suggestion } }
}

/** What Task Master says of the same error, and what it advises before our own advice. */
const KNOWN: Readonly<Partial<Record<string, readonly [error: string, advice: string]>>> = {
  'branch-taken': [
    'Workflow already in progress',
    'Use autopilot_resume to continue the existing workflow, or start with force for a fresh run beside it',
  ],
  'uncommitted-changes': [
    'Git validation failed: working tree not clean',
    'Commit or stash changes before starting workflow',
  ],
}

/** Converts an error to the shape that agents know from Task Master. */
export function toFlatError(thrown: unknown, called?: string): object {
  const { message, ...rest } = toErrorJson(thrown, called).error
  const [error, advice] = KNOWN[rest.code] ?? []
  if (error === undefined) return { schemaVersion: 1, success: false, error: message, ...rest }
  return { schemaVersion: 1, success: false, error, message, ...rest, suggestion: `${advice}. ${rest.suggestion}` }
}

/** Renders `error [code] message`, then ` -> suggestion`. */
export function toErrorText(error: unknown, called?: string): string {
  const { code, message, suggestion } = toErrorJson(error, called).error
  const lines = plainLines(message).join('\n  ').trimEnd()
  const next = suggestion === '' ? '' : `  -> ${plainLines(suggestion).join('\n     ').trimEnd()}\n`
  return `error [${code}] ${lines}\n${next}`
}

/** Renders several errors, at most `max` of them. */
export function toErrorTexts(errors: readonly unknown[], max: number): string {
  const shown = errors
    .slice(0, max)
    .map((error) => toErrorText(error))
    .join('')
  return errors.length > max ? `${shown}+${errors.length - max} more\n` : shown
}
