/** Writes an event to the log of a run, of the Action or of this machine, and reads it there again. */
import { EVENT_FIELDS, type ProgressEvent } from '../../render/text/progress.ts'
import type { WatchedEvent } from '../../render/watch/rows.ts'
import type { RunEvent } from './run-folder.ts'

export function toRunEvent({ kind, ...values }: ProgressEvent): RunEvent {
  return { ...values, at: new Date().toISOString(), event: kind }
}

/** A line of the log: an event of the list, or the start or end of the run. */
type LoggedLine = WatchedEvent | { readonly mark: 'started' | 'ended'; readonly at: string }

/** Returns null for a line that this version does not know, or that is not whole yet. */
export function readLogged(line: string): LoggedLine | null {
  const values = parse(line)
  const { event, at } = values
  if (typeof event !== 'string' || typeof at !== 'string') return null
  if (event === 'started' || event === 'ended') return { mark: event, at }
  const fields = Object.entries(EVENT_FIELDS).find(([kind]) => kind === event)?.[1]
  const isWhole =
    fields !== undefined &&
    Object.entries(fields).every(([name, types]) => types.split(' ').includes(getType(values[name])))
  return isWhole ? { at, event: { ...values, kind: event } as unknown as ProgressEvent } : null
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function getType(value: unknown): string {
  return value === null ? 'null' : typeof value
}
