/** Completes the log of a task's run: each line is bound to the one before, and no event stands twice. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere, replaceFile } from '../../disk.ts'
import { appendEntry } from '../../evidence/log.ts'
import { type RunHappening, toEventKey } from '../../render/run/events.ts'
import { LOG } from './run-folder.ts'

/** Later events are not logged. */
const MAX_LINES = 5_000
const DAMAGED = 'log.damaged.jsonl'

interface NewEvents {
  readonly old: readonly LoggedLine[]
  /** Logged where the log lacks them. */
  readonly derived: readonly RunHappening[]
  /** Logged in any case. */
  readonly happened: readonly RunHappening[]
  readonly at: string
}

/** Adds events. The whole file is replaced, so that an end in the middle leaves the log as it was. */
export function completeLog(folder: string, { old, derived, happened, at }: NewEvents): void {
  const known = new Set(old.map(({ event }) => toEventKey(event)))
  const events = [...derived.filter((event) => !known.has(toEventKey(event))), ...happened]
  if (events.length === 0) return
  const lines = old.map(({ line }) => line)
  for (const event of events.slice(0, Math.max(0, MAX_LINES - lines.length))) {
    const took = event.event === 'subtask:complete' ? getDuration(old, event, at) : {}
    lines.push(appendEntry(lines.at(-1) ?? null, { at, ts: at, ...event, ...took }))
  }
  replaceFile(join(folder, LOG), `${lines.join('\n')}\n`)
}

interface LoggedLine {
  readonly line: string
  readonly event: Readonly<Record<string, unknown>>
}

/** Returns what is logged so far. A log that was damaged is kept beside the new one. */
export function readRunLog(folder: string): readonly LoggedLine[] {
  const path = join(folder, LOG)
  const text = readIfThere(path)
  if (text === null) return []
  try {
    const lines = text.trimEnd().split('\n')
    // It refuses a line that it did not write itself.
    appendEntry(lines.at(-1) ?? null, { at: EPOCH, event: 'probe' })
    return lines.map((line) => ({ line, event: JSON.parse(line) }))
  } catch {
    renameSync(path, join(folder, DAMAGED))
    return []
  }
}

const EPOCH = new Date(0).toISOString()
const SECOND_MS = 1_000

/** As the documents have it: `180s`. */
function getDuration(old: readonly LoggedLine[], { subtaskId }: RunHappening, at: string) {
  const start = old.find(({ event }) => event['event'] === 'subtask:start' && event['subtaskId'] === subtaskId)
  const took = Date.parse(at) - Date.parse(String(start?.event['at']))
  return took >= 0 ? { duration: `${Math.round(took / SECOND_MS)}s` } : {}
}
