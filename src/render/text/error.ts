/** Renders an error as text and as JSON. */
import { GateError } from '../../core/model/errors.ts'
import { toKnownError } from '../../core/model/known-error.ts'
import { plain, plainLines } from './text.ts'

export interface ErrorJson {
  readonly schemaVersion: 1
  readonly error: { readonly code: string; readonly message: string; readonly suggestion: string }
}

/** Converts an error. `internal` is a bug in tdd-gate: it is shown and never green. */
export function toErrorJson(thrown: unknown): ErrorJson {
  const error = toKnownError(thrown)
  if (error instanceof GateError) {
    const { code, message, suggestion } = error
    return { schemaVersion: 1, error: { code, message, suggestion } }
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const suggestion = 'This is a bug in tdd-gate. Please report it with the command that you ran.'
  return { schemaVersion: 1, error: { code: 'internal', message, suggestion } }
}

/** Renders `error [code] message`, then ` -> suggestion`. */
export function toErrorText(error: unknown): string {
  const { code, message, suggestion } = toErrorJson(error).error
  const said = plainLines(message).join('\n  ').trimEnd()
  const next = suggestion === '' ? '' : `  -> ${plain(suggestion)}\n`
  return `error [${code}] ${said}\n${next}`
}

/** Renders several errors, at most `max` of them. */
export function toErrorTexts(errors: readonly unknown[], max: number): string {
  const shown = errors.slice(0, max).map(toErrorText).join('')
  return errors.length > max ? `${shown}+${errors.length - max} more\n` : shown
}
