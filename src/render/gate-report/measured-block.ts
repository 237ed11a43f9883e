/** What the log of a job says that measured a part, and leaves the rest to other jobs and the decision to a judge. */
import { logLines } from '../text/log-line.ts'
import { plain } from '../text/text.ts'
import type { RunReport } from './run-report.ts'

const MAX_NOTES = 10

/** Whether nothing went wrong, and nothing was to be decided. */
export function isOnlyMeasured({ decision, error }: RunReport): boolean {
  return decision === null && error === null
}

/** Lines from `TDD-GATE RESULT: in_progress` to `TDD-GATE END`; nothing in them is a command to the runner. */
export function toMeasuredBlock({ head, base, notes }: RunReport): string {
  const lines = [
    'TDD-GATE RESULT: in_progress',
    'state: Measured, and not judged: the judge decides when every shard is there.',
    ...(head === null ? [] : [`head: ${plain(head, 64)}`, `base: ${plain(base ?? 'unknown', 64)}`]),
    ...notes.slice(0, MAX_NOTES).map((note) => `note: ${plain(note)}`),
    '',
    'TDD-GATE END',
  ]
  return logLines(`${lines.join('\n')}\n`)
}
