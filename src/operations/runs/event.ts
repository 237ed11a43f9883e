/** Makes the entry of an event for the log of a run, of the Action or of this machine. */
import type { ProgressEvent } from '../../render/text/progress.ts'
import type { RunEvent } from './run-folder.ts'

export function toRunEvent({ kind, ...values }: ProgressEvent): RunEvent {
  return { ...values, at: new Date().toISOString(), event: kind }
}
